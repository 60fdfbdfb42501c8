import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { updateRecording, type Recording } from '#contract/recordings.ts'
import { attachTranscript, putTranscript, type Transcript } from '#contract/transcripts.ts'
import { call } from '../../../api.ts'
import { putRecording } from '../../../live.ts'
import { Button } from '../../../ui/Button.tsx'
import { isText, notText, reasonOf, textOfFile, textTypes } from '../../../uploads/text-file.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { dayOf, momentOf } from '../../../ui/day.ts'
import { useTranscriptChange } from './change.ts'

type UploadTranscriptProps = { recording: Recording; transcript: Transcript; look?: 'secondary' | 'quiet' }

/** A text file takes the transcript's place: the file first, then the meeting's date, then both are sent. */
export function UploadTranscript({ recording, transcript, look = 'secondary' }: UploadTranscriptProps) {
  const store = useSWRConfig()
  const { take } = useTranscriptChange(recording.id)
  const picker = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [date, setDate] = useState('')
  const [busy, setBusy] = useState(false)

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    if (!isText(chosen)) {
      toast({ ...notText, destructive: true })
      return
    }
    setDate(dayOf(recording.meetingDate ?? recording.createdAt))
    setFile(chosen)
  }

  const close = () => {
    setFile(null)
    button.current?.focus()
  }

  const send = async () => {
    if (!file || date === '') return
    setBusy(true)
    try {
      const content = await textOfFile(file)
      const params = { id: recording.id }
      const meetingDate = momentOf(date, recording.meetingDate)
      // Along with the date: minutes are written as soon as there are words, and carry it.
      await take(
        transcript.version === 0
          ? await call(attachTranscript, {
              params,
              body: { recordingId: recording.id, content, meetingDate },
            })
          : await call(putTranscript, { params, body: { content, meetingDate } }),
      )
      // Of a text that was refused nothing is told.
      const told = await call(updateRecording, { params, body: { meetingDate, sourceType: 'transcript' } })
      putRecording(store, told)
      toast({ title: 'Transcript uploaded' })
      close()
    } catch (error) {
      toast({
        title: 'Upload failed',
        description: reasonOf(error) ?? 'There was an error uploading the transcript. Please try again.',
        destructive: true,
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={textTypes}
        aria-label="Transcript file"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          choose(event.target.files?.[0])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <Button
        ref={button}
        icon={Upload}
        look={look}
        small={look === 'quiet'}
        onClick={() => picker.current?.click()}
      >
        Upload Transcript
      </Button>
      <AskDate
        file={file}
        date={date}
        busy={busy}
        replaces={transcript.version > 0}
        onDate={setDate}
        onClose={close}
        onSend={() => void send()}
      />
    </>
  )
}

type AskDateProps = {
  /** Null: nothing is asked. */
  file: File | null
  date: string
  busy: boolean
  /** There is a transcript already. */
  replaces: boolean
  onDate: (date: string) => void
  onClose: () => void
  onSend: () => void
}

/** When the meeting was of which this is the transcript. */
function AskDate({ file, date, busy, replaces, onDate, onClose, onSend }: AskDateProps) {
  const form = useId()
  return (
    <Dialog
      open={file !== null}
      onClose={busy ? () => undefined : onClose}
      title="Upload Transcript"
      actions={
        <>
          <Button look="primary" type="submit" form={form} disabled={busy || date === ''}>
            {busy ? 'Uploading…' : 'Upload'}
          </Button>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        <p className="break-all">{file?.name}</p>
        <Field
          label="Meeting date"
          type="date"
          required
          data-autofocus
          value={date}
          disabled={busy}
          onChange={(event) => onDate(event.target.value)}
          className="w-48"
        />
        {replaces && (
          <p className="text-ink-2">It replaces the current transcript, which stays under Versions.</p>
        )}
      </form>
    </Dialog>
  )
}
