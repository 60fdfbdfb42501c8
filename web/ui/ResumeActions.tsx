import { Mic, Save } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import { closeCapture } from '../capture/http.ts'
import { canRecord } from '../capture/microphone.ts'
import { resume } from '../capture/recorder.ts'
import { isBusy, useRecorder } from '../capture/state.ts'
import { saveUnfinished, unfinishedCaptures } from '../capture/unfinished.ts'
import { useAction } from '../hooks/busy-action.ts'
import { useMe } from '../hooks/people.ts'
import { Button } from './Button.tsx'
import { toast } from './Toaster.tsx'
import { titleOf } from './transcription.ts'

/** The two ways on from a recording that nobody finished. The recorder comes with it: load it when it is needed. */
export function ResumeActions({ recording, quiet }: { recording: Recording; quiet?: boolean }) {
  const recorder = useRecorder()
  const personId = useMe().data?.id
  const [, navigate] = useLocation()
  const { busy, run } = useAction()
  const tell = (error: unknown) =>
    toast({
      title: 'Not saved yet',
      description: error instanceof Error ? error.message : String(error),
      destructive: true,
    })

  const goOn = async () => {
    if (await resume(recording)) navigate('/record')
  }
  /** What this browser still has of it goes along. */
  const save = async () => {
    const here = personId === undefined ? [] : await unfinishedCaptures(personId)
    const capture = here.find(({ recordingId }) => recordingId === recording.id)
    if (capture) await saveUnfinished(capture)
    else await closeCapture(recording.id, {}, new AbortController().signal)
  }
  const look = quiet ? 'quiet' : 'secondary'
  const size = quiet ? 'h-6! px-1.5! sm:-my-1 pointer-coarse:h-11!' : ''
  return (
    <>
      <Button
        small
        look={quiet ? 'quiet' : 'primary'}
        icon={Mic}
        className={size}
        disabled={busy || isBusy(recorder) || !canRecord()}
        aria-label={`Resume recording: ${titleOf(recording)}`}
        onClick={() => void run(goOn)}
      >
        Resume recording
      </Button>
      <Button
        small
        look={look}
        icon={Save}
        className={size}
        disabled={busy}
        aria-label={`Save what was recorded: ${titleOf(recording)}`}
        onClick={() => void run(() => save().catch(tell))}
      >
        {busy ? 'Saving…' : 'Save what was recorded'}
      </Button>
    </>
  )
}
