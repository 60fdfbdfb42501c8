import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { keptUnheardSeconds } from '#contract/capture.ts'
import { binDays } from '#contract/meetings.ts'
import { deleteRecording, type Recording } from '#contract/recordings.ts'
import { ApiError, call, keys } from '../api.ts'
import { useActions } from '../hooks/actions.ts'
import { useRecording } from '../hooks/recordings.ts'
import { dropRecording } from '../live.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { dateAndTime, longDate, minutesAndSeconds, spokenPosition } from './format.ts'
import { titleOf } from './transcription.ts'
import { isUnderWay, isUnfinished } from './UnderWay.tsx'

/** The server's words for it; said before it is asked. */
const beingRecorded = 'This meeting is being recorded. Stop the recording before you delete it.'

/** Why, where nobody is heard recording it. */
const mayBeOffline =
  'The recording device is out of contact, but may still be recording. Save what was recorded first, or delete it after 10 minutes without contact.'

/** Answers that another try would get again: it is not there, or may not go now. */
const final = new Set([404, 409])

type DeleteRecordingProps = {
  /** What to ask about; null closes the dialog. */
  recording: Recording | null
  onClose: () => void
  /** Called before the recording leaves the page, so that its own screen can be left first. */
  onDeleted?: () => void
}

export function DeleteRecording({ recording, onClose, onDeleted }: DeleteRecordingProps) {
  const { cache, mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  /** Why the server refuses, and what the recording was doing then: with that the reason may go. */
  const [refusal, setRefusal] = useState<{ reason: string; status: Recording['status'] } | null>(null)
  // What it was when the dialog was opened need not be what it is now.
  const { data: now = recording } = useRecording(recording?.id ?? null)
  // The dialog closes over 120 ms; its sentence must not lose the title meanwhile.
  const [last, setLast] = useState(recording)
  if (recording && now && now !== last) setLast(now)

  const close = () => {
    setFailure([])
    setRefusal(null)
    onClose()
  }

  const remove = async () => {
    if (!recording) return
    setBusy(true)
    setFailure([])
    setRefusal(null)
    try {
      await call(deleteRecording, { params: { id: recording.id } })
      close()
      onDeleted?.()
      dropRecording({ cache, mutate }, recording.id)
      void mutate(keys.recordings)
    } catch (error) {
      if (error instanceof ApiError && final.has(error.status)) {
        setRefusal({ reason: error.message, status: last?.status ?? recording.status })
      } else if (error instanceof ApiError) {
        setFailure(['Failed to delete recording. Please try again.', error.message])
      } else {
        setFailure([`Error while deleting: ${error instanceof Error ? error.message : String(error)}`])
      }
    } finally {
      setBusy(false)
    }
  }

  const isRecorded =
    last !== null && isUnderWay(last) && (last.capture?.now?.unheardFor ?? 0) < keptUnheardSeconds
  const refused = isRecorded
    ? beingRecorded
    : refusal && refusal.status === last?.status
      ? refusal.reason
      : null

  return (
    <Dialog
      open={recording !== null}
      onClose={busy ? () => undefined : close}
      title="Delete Recording"
      alert
      actions={
        <>
          <Button look="danger" onClick={() => void remove()} disabled={busy || refused !== null}>
            Delete
          </Button>
          <Button onClick={close} disabled={busy} autoFocus data-autofocus>
            Cancel
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete "{last ? titleOf(last) : ''}"? This action cannot be undone.</p>
      {last && <Which recording={last} />}
      {recording && <ItsActions id={recording.id} />}
      <p className="mt-2">
        It goes to the bin first. For {binDays} days it can be restored there; then it is gone.
      </p>
      {last && isUnfinished(last) && <p className="mt-2">{isRecorded ? mayBeOffline : lossOf(last)}</p>}
      {refused && (
        <Banner tone="bad" icon={CircleAlert} live className="mt-3">
          {refused}
        </Banner>
      )}
      {failure.length > 0 && (
        <Banner tone="bad" icon={CircleAlert} live className="mt-3">
          {failure.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Banner>
      )}
    </Dialog>
  )
}

/** Which one it is, among others of the same title, and what ends with it. */
function Which({ recording }: { recording: Recording }) {
  const { meetingDate, createdAt, duration, status } = recording
  const facts = [
    longDate(meetingDate) ? `Meeting ${longDate(meetingDate)}` : null,
    `Added ${dateAndTime(createdAt) ?? 'on an unknown date'}`,
    // Nobody knows yet how long it will be.
    isUnderWay(recording) ? null : `Duration ${minutesAndSeconds(duration)}`,
  ]
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-3 text-ink-2 tabular-nums">
        {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
      </p>
      {(status === 'waiting' || status === 'transcribing') && (
        <p className="mt-2">
          Its transcription is {status === 'waiting' ? 'waiting' : 'under way'} and will be cancelled.
        </p>
      )}
    </>
  )
}

/** What was agreed to be done outlives the recording. */
function ItsActions({ id }: { id: number }) {
  const { data } = useActions(id)
  // As the page and the list count them: what is doubtful is no action yet.
  const count = data?.actions.filter(({ doubt }) => doubt === null).length ?? 0
  if (count === 0) return null
  return (
    <p className="mt-2">
      {count === 1
        ? 'Its action is kept, without the passage it is based on.'
        : `Its ${count} actions are kept, without the passages they are based on.`}
    </p>
  )
}

/** What goes with a recording that nobody finished. */
function lossOf({ capture }: Recording): string {
  const seconds = capture?.now?.seconds
  const sound = seconds == null ? 'The audio received' : `Its ${spokenPosition(seconds)} of audio`
  return `It was not finished. ${sound} will be lost, along with anything the recording device has not sent.`
}
