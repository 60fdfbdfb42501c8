import { FileAudio } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSWRConfig } from 'swr'
import { importSample } from '#contract/recordings.ts'
import { call } from '../../api.ts'
import { putRecording } from '../../live.ts'
import { Button } from '../../ui/Button.tsx'
import { DatesQuestion } from './DatesQuestion.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** Says what will be here, and offers the ways to begin. */
export function Empty({ children }: { children: ReactNode }) {
  const store = useSWRConfig()
  const [busy, setBusy] = useState(false)

  const trySample = async () => {
    setBusy(true)
    try {
      const { recording } = await call(importSample)
      putRecording(store, recording)
    } catch (error) {
      toast({
        title: 'The sample could not be added',
        description: error instanceof Error ? error.message : String(error),
        destructive: true,
      })
      setBusy(false)
    }
  }

  return (
    <div className="rounded-md border border-line bg-surface px-5 py-8 md:px-8 md:py-10">
      <FileAudio size={20} strokeWidth={1.75} className="text-ink-3" aria-hidden />
      <h2 className="mt-3 text-lg font-semibold">No meetings yet</h2>
      <p className="mt-1 max-w-[60ch] text-ink-2">Start by recording a meeting or uploading an audio file</p>
      <div className="mt-5 flex flex-wrap gap-2">
        {children}
        <Button onClick={() => void trySample()} disabled={busy}>
          Try a sample meeting
        </Button>
      </div>
      <DatesQuestion />
      <p className="mt-3 max-w-[60ch] text-sm text-ink-3">
        The sample is a short meeting spoken by synthetic voices.
        <span className="pointer-coarse:hidden"> You can also drop files anywhere on this page.</span>
      </p>
    </div>
  )
}
