import { CircleAlert, CircleDot, Mic } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import { canRecord } from '../../capture/microphone.ts'
import { resume } from '../../capture/recorder.ts'
import { isBusy, useRecorder } from '../../capture/state.ts'
import { useAction } from '../../hooks/action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { GoOn } from '../../ui/GoOn.tsx'
import { isUnfinished } from '../../ui/UnderWay.tsx'

/** A recording that nobody has stopped: under way somewhere, or left behind by a page that is gone. */
export function Unstopped({ recording }: { recording: Recording }) {
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
          <GoOn recording={recording} />
        </div>
      }
    >
      <p className="font-semibold">Not finished</p>
      <p>
        Its recorder has not been heard of for a while. What came is safe here: go on recording, or save what
        is there.
      </p>
    </Banner>
  )
}

/** Whoever records it ends it; once nobody is heard any more, others may. */
function Elsewhere({ recording }: { recording: Recording }) {
  const recorder = useRecorder()
  const [, navigate] = useLocation()
  const { busy, error, run } = useAction()
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
              icon={Mic}
              disabled={busy || isBusy(recorder) || !canRecord()}
              onClick={() => void goOn()}
            >
              Resume recording
            </Button>
          </div>
        }
      >
        <p className="font-semibold">This meeting is being recorded on another page or device</p>
        <p>Its sound can be played here once the recording has been stopped.</p>
      </Banner>
      {error && (
        <Banner tone="bad" icon={CircleAlert} live>
          {error.message}
        </Banner>
      )}
    </>
  )
}
