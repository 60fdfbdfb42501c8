import { Download, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { saveAgain, wholeSound } from '../../capture/recorder.ts'
import type { Recorder } from '../../capture/state.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { TriangleAlert } from 'lucide-react'

function extensionOf({ type }: Blob): string {
  return /(webm|ogg|mp4)/.exec(type)?.[1] ?? 'webm'
}

/** The sound could not be sent: it is kept, and there are two ways on. */
export function NotSaved({ recorder: { failure, title } }: { recorder: Recorder }) {
  const file = useMemo(() => {
    const sound = wholeSound()
    return sound && { href: URL.createObjectURL(sound), name: `${title}.${extensionOf(sound)}` }
  }, [title])
  return (
    <div className="mt-4 space-y-3">
      <Banner tone="warn" icon={TriangleAlert} live>
        <p className="font-semibold">Could not upload audio. Please try again.</p>
        <p>
          {failure} Nothing is lost: the sound is kept in this browser, and is sent by itself when the server
          answers.
        </p>
      </Banner>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button look="primary" icon={RotateCw} className="h-11" onClick={() => void saveAgain()}>
          Try again
        </Button>
        {file && (
          <a href={file.href} download={file.name} className={`${buttonClass()} h-11`}>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Keep a copy
          </a>
        )}
      </div>
    </div>
  )
}
