import { Download, FilePlus2, RotateCw, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { downloadSound } from '../../capture/rescue.ts'
import { finish, saveAgain, saveOwnAsNew } from '../../capture/saving.ts'
import { sessionNow, soundParts } from '../../capture/session.ts'
import type { Recorder } from '../../capture/state.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** The sound could not be sent: it is kept, and there are three ways on. */
export function NotSaved({ recorder: { failure, title, queue } }: { recorder: Recorder }) {
  const { busy, error, run } = useAction()
  const refused = queue.trouble === 'refused'
  const elsewhere = queue.trouble === 'elsewhere'
  const [asking, setAsking] = useState(false)
  const discard = () => {
    setAsking(false)
    const own = sessionNow()
    if (own) finish(own)
  }
  return (
    <div className="mt-4 space-y-3">
      <Banner tone="warn" icon={TriangleAlert} live>
        <p className="font-semibold">Could not upload audio. Please try again.</p>
        <p>
          {failure} Nothing is lost: the sound is kept in this browser
          {refused
            ? '.'
            : elsewhere
              ? ', and will continue when that device stops.'
              : ', and will be sent when the server responds.'}
        </p>
      </Banner>
      <FailureBanner error={error} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button
          look="primary"
          icon={RotateCw}
          className="h-11"
          disabled={busy}
          onClick={() => void saveAgain()}
        >
          Try again
        </Button>
        <Button icon={Download} className="h-11" onClick={() => downloadSound(title, soundParts())}>
          Keep a copy
        </Button>
        {(refused || elsewhere) && (
          <Button
            icon={FilePlus2}
            className="h-11 sm:col-span-2"
            disabled={busy}
            onClick={() => void run(saveOwnAsNew)}
          >
            {busy ? 'Saving…' : 'Save as new recording'}
          </Button>
        )}
        {elsewhere && (
          <Button
            icon={Trash2}
            className="h-11 sm:col-span-2"
            disabled={busy}
            onClick={() => setAsking(true)}
          >
            Discard
          </Button>
        )}
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Discard what was recorded here"
        alert
        actions={
          <>
            <Button look="danger" onClick={discard}>
              Discard
            </Button>
            <Button onClick={() => setAsking(false)} autoFocus data-autofocus>
              Cancel
            </Button>
          </>
        }
      >
        <p>
          {Math.round(queue.waiting)} seconds of audio that exist only here will be deleted from this browser.
          What the other page or device records is kept.
        </p>
      </Dialog>
    </div>
  )
}
