import { CircleStop, Mic } from 'lucide-react'
import { Link } from 'wouter'
import { canRecord } from '../../capture/microphone.ts'
import { resume } from '../../capture/recorder.ts'
import { isBusy, useRecorder, type Recorder } from '../../capture/state.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { timeOfDay } from '../../ui/format.ts'

/** What becomes of the sound that this page had not sent when somebody ended its recording. */
function rest({ phase, queue }: Recorder): string {
  if (phase === 'ready')
    return 'Recording has stopped here too. Everything recorded on this page is included.'
  const seconds = Math.max(1, Math.round(queue.waiting))
  return phase === 'unsaved'
    ? `Recording has stopped here too. ${seconds} s not yet sent are saved here, and will be added once they have been sent.`
    : `Recording has stopped here too. The rest is being sent and added now: ${seconds} s to go.`
}

/** Somebody ended on another page or device what this one was recording. Stands until the next recording. */
export function EndedElsewhere() {
  const recorder = useRecorder()
  const { busy, error, run } = useAction()
  const { endedElsewhere: ended } = recorder
  if (!ended || recorder.phase === 'starting' || recorder.phase === 'recording') return null
  const { id, title, startedAt, at } = ended
  return (
    <div className="space-y-2">
      <Banner
        tone="warn"
        icon={CircleStop}
        live
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              small
              icon={Mic}
              disabled={busy || isBusy(recorder) || !canRecord()}
              onClick={() =>
                void run(() => resume({ id, title, createdAt: startedAt, capture: null }, recorder.source))
              }
            >
              Continue recording
            </Button>
            <Link href={`/recordings/${id}`} className={buttonClass('secondary', true)}>
              Open the recording
            </Link>
          </div>
        }
      >
        <p className="font-semibold">
          This recording was finished on another page or device at {timeOfDay(at)}.
        </p>
        <p className="tabular-nums">{rest(recorder)}</p>
      </Banner>
      <FailureBanner error={error} />
    </div>
  )
}
