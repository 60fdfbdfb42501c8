import { CircleAlert, CircleDot, Mic } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import { closeCapture } from '../../capture/http.ts'
import { canRecord } from '../../capture/microphone.ts'
import { resume } from '../../capture/recorder.ts'
import { isBusy, useRecorder } from '../../capture/state.ts'
import { useAction } from '../../hooks/action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

/** A recording that nobody has stopped: under way somewhere, or left behind by a page that is gone. */
export function Unstopped({ recording }: { recording: Recording }) {
  const recorder = useRecorder()
  const [, navigate] = useLocation()
  const { busy, error, run } = useAction()
  if (recording.status !== 'recording' || recorder.recordingId === recording.id) return null
  const goOn = () =>
    run(async () => {
      if (await resume(recording)) navigate('/record')
    })
  return (
    <>
      <Banner
        tone="neutral"
        icon={CircleDot}
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              small
              look="primary"
              icon={Mic}
              disabled={busy || isBusy(recorder) || !canRecord()}
              onClick={() => void goOn()}
            >
              Resume recording
            </Button>
            <Button
              small
              disabled={busy}
              onClick={() => void run(() => closeCapture(recording.id, {}, new AbortController().signal))}
            >
              Finish it
            </Button>
          </div>
        }
      >
        <p className="font-semibold">This recording has not been stopped</p>
        <p>It is being recorded somewhere, or its page was closed. If nobody records any more, go on here.</p>
      </Banner>
      {error && (
        <Banner tone="bad" icon={CircleAlert} live>
          {error.message}
        </Banner>
      )}
    </>
  )
}
