import { CircleAlert, CircleDot, CirclePause, Mic } from 'lucide-react'
import { useLocation } from 'wouter'
import type { CaptureNow } from '#contract/capture.ts'
import type { Recording } from '#contract/recordings.ts'
import { resume } from '../../capture/recorder.ts'
import { useRecorder } from '../../capture/state.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ResumeActions } from '../../ui/ResumeActions.tsx'
import { isUnfinished, useUnheardFor } from '../../ui/UnderWay.tsx'
import { useWhyNotResume } from './resumable.ts'

/** A recording that nobody has stopped: under way somewhere, or left behind by a page that is gone. */
export function StillRecording({ recording }: { recording: Recording }) {
  const recorder = useRecorder()
  if (recording.status !== 'recording' || recorder.recordingId === recording.id) return null
  return isUnfinished(recording) ? <LeftBehind recording={recording} /> : <Elsewhere recording={recording} />
}

function LeftBehind({ recording }: { recording: Recording }) {
  return (
    <Banner
      tone="warn"
      icon={CircleAlert}
      live
      action={
        <div className="flex flex-wrap gap-2">
          <ResumeActions recording={recording} />
        </div>
      }
    >
      <p className="font-semibold">Not finished</p>
      <p>
        The recording device lost contact. Everything received is safe. Continue recording, or save what was
        recorded.
      </p>
    </Banner>
  )
}

function heading(state: CaptureNow['state'] | undefined, unheardFor: number | null): string {
  if (state === 'missing') return `No contact with the recording device for ${Math.floor(unheardFor ?? 0)} s`
  if (state === 'quiet') return 'This meeting is paused on another page or device'
  return 'This meeting is being recorded on another page or device'
}

/** Whoever records it ends it; once nobody is heard any more, others may. */
function Elsewhere({ recording }: { recording: Recording }) {
  const [, navigate] = useLocation()
  const { busy, error, run } = useAction()
  const unheardFor = useUnheardFor(recording)
  const whyNot = useWhyNotResume(recording, unheardFor)
  const state = recording.capture?.now?.state
  const missing = state === 'missing'
  const goOn = () =>
    run(async () => {
      if (await resume(recording)) navigate('/record')
    })
  return (
    <>
      <Banner
        tone={missing ? 'warn' : 'neutral'}
        icon={missing ? CircleAlert : state === 'quiet' ? CirclePause : CircleDot}
        action={
          <Button
            small
            icon={Mic}
            disabled={busy || whyNot !== null}
            aria-describedby={whyNot === null ? undefined : 'why-not-resume'}
            onClick={() => void goOn()}
          >
            Resume recording
          </Button>
        }
      >
        <p className="font-semibold tabular-nums">{heading(state, unheardFor)}</p>
        <p>
          {missing
            ? 'The page or its network may have failed. Everything received is safe.'
            : 'The audio can be played here once the recording has stopped.'}
        </p>
        {whyNot !== null && (
          <p id="why-not-resume" className="text-ink-2 tabular-nums">
            {whyNot}
          </p>
        )}
      </Banner>
      <FailureBanner error={error} />
    </>
  )
}
