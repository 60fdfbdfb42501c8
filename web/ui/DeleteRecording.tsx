import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { deleteRecording, type Recording } from '#contract/recordings.ts'
import { ApiError, call, keys } from '../api.ts'
import { dropRecording } from '../live.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { spokenPosition } from './format.ts'
import { titleOf } from './transcription.ts'
import { isUnfinished } from './UnderWay.tsx'

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
  // The dialog closes over 120 ms; its sentence must not lose the title meanwhile.
  const [last, setLast] = useState(recording)
  if (recording && recording !== last) setLast(recording)

  const close = () => {
    setFailure([])
    onClose()
  }

  const remove = async () => {
    if (!recording) return
    setBusy(true)
    setFailure([])
    try {
      await call(deleteRecording, { params: { id: recording.id } })
      close()
      onDeleted?.()
      dropRecording({ cache, mutate }, recording.id)
      void mutate(keys.recordings)
    } catch (error) {
      if (error instanceof ApiError) {
        setFailure(['Failed to delete recording. Please try again.', error.message])
      } else {
        setFailure([`Error while deleting: ${error instanceof Error ? error.message : String(error)}`])
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={recording !== null}
      onClose={busy ? () => undefined : close}
      title="Delete Recording"
      alert
      actions={
        <>
          <Button look="danger" onClick={() => void remove()} disabled={busy}>
            Delete
          </Button>
          <Button onClick={close} disabled={busy} autoFocus data-autofocus>
            Cancel
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete "{last ? titleOf(last) : ''}"? This action cannot be undone.</p>
      {last && isUnfinished(last) && <p className="mt-2">{lossOf(last)}</p>}
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

/** What goes with a recording that nobody finished. */
function lossOf({ capture }: Recording): string {
  const seconds = capture?.now?.seconds
  const sound = seconds == null ? 'What came of its sound' : `Its ${spokenPosition(seconds)} of sound`
  return `It was not finished. ${sound} will be lost, and so will what its recorder may still have to send.`
}
