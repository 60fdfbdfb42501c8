import { CircleAlert, FileText, Upload } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { fileSize } from '../../ui/format.ts'
import { toast } from '../../ui/Toaster.tsx'
import { isText, notText, textTypes, textTypesHint } from '../../uploads/text-file.ts'
import {
  abandon,
  analyse,
  readText,
  transcriptTitle,
  TranscriptUploadError,
  uploadTranscript,
  type Speakers,
} from './transcript-file.ts'

/** "2026-04-03", as a date field has it; by this computer's clock. */
function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The chosen day as a moment: now if it is today, else noon, which is the same day everywhere in Europe. */
function momentOf(day: string): string {
  const now = new Date()
  return (day === dayOf(now) ? now : new Date(`${day}T12:00`)).toISOString()
}

type Form = {
  file: File | null
  content: string
  title: string
  day: string
  speakers: Speakers
}
const emptyForm = (): Form => ({
  file: null,
  content: '',
  title: '',
  day: dayOf(new Date()),
  speakers: {},
})

/** One name is one speaker, so whoever types it twice is told. */
function hintFor(speakers: Speakers, label: string): string | undefined {
  const name = folded(speakers[label])
  const other = Object.keys(speakers).find((one) => one !== label && folded(speakers[one]) === name)
  return name === '' || other === undefined
    ? undefined
    : `The same name as ${other}: both become one speaker. If they are two people, give them different names.`
}

const folded = (name: string | undefined): string => (name ?? '').trim().replace(/\s+/g, ' ')

export function UploadTranscript({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mutate } = useSWRConfig()
  const [form, setForm] = useState(emptyForm)
  const [state, setState] = useState<'idle' | 'analysing' | 'uploading'>('idle')
  const [error, setError] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** Of an attempt whose text did not come through. */
  const [begun, setBegun] = useState<number | null>(null)
  const uploading = state === 'uploading'
  const labels = Object.keys(form.speakers)

  const change = (part: Partial<Form>) => setForm((now) => ({ ...now, ...part }))

  const choose = async ([file]: readonly File[]) => {
    if (!file) return
    if (!isText(file)) {
      toast({ ...notText, destructive: true })
      // Toasts stand outside the dialog for screen readers.
      setRefusal(`${notText.title}: ${notText.description}`)
      return
    }
    setState('analysing')
    const read = await readText(file)
    if ('refusal' in read) {
      setRefusal(read.refusal)
      setState('idle')
      return
    }
    const { content } = read
    setRefusal(null)
    setError(null)
    change({ file, content, title: transcriptTitle(file.name), speakers: {} })
    const speakers = await analyse(content)
    // Another file may have been chosen meanwhile.
    setForm((now) => (now.file === file ? { ...now, speakers } : now))
    setState('idle')
  }

  const reset = () => {
    setForm(emptyForm())
    setError(null)
    setRefusal(null)
    setBegun(null)
    setState('idle')
    onClose()
  }

  const cancel = () => {
    if (begun !== null) void abandon(begun)
    reset()
  }

  const send = async () => {
    const { file, content, title, day, speakers } = form
    if (!file) return setError('Please select a file')
    setError(null)
    setState('uploading')
    try {
      const upload = {
        content,
        title: title.trim() || transcriptTitle(file.name),
        meetingDate: momentOf(day || dayOf(new Date())),
        speakers,
      }
      const inOrder = await uploadTranscript(upload, begun)
      void mutate(keys.recordings)
      const but = inOrder ? '' : '. Attendees are listed in the order they speak.'
      toast({ title: 'Transcript Uploaded', description: `Transcript uploaded successfully${but}` })
      reset()
    } catch (failure) {
      setState('idle')
      const known = failure instanceof TranscriptUploadError ? failure : null
      setBegun(known ? known.recordingId : begun)
      const description = known?.message ?? 'Failed to upload transcript'
      toast({ title: 'Upload failed', description, destructive: true })
      setError(known?.detail ?? description)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={uploading ? () => undefined : cancel}
      title="Upload Transcript"
      actions={
        <>
          <Button look="primary" icon={Upload} onClick={() => void send()} disabled={state !== 'idle'}>
            {uploading ? 'Uploading…' : 'Upload'}
          </Button>
          <Button onClick={cancel} disabled={uploading}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <FilePicker
          label="Transcript file"
          icon={FileText}
          name={form.file?.name}
          detail={form.file ? fileSize(form.file.size) : undefined}
          hint={textTypesHint}
          error={refusal ?? undefined}
          accept={textTypes}
          disabled={state !== 'idle'}
          onChoose={(files) => void choose(files)}
        />
        <Field
          label="Title"
          value={form.title}
          maxLength={300}
          disabled={uploading}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Field
          label="Meeting date"
          type="date"
          value={form.day}
          disabled={uploading}
          onChange={(event) => change({ day: event.target.value })}
        />
        {state === 'analysing' && (
          <p role="status" className="text-ink-2">
            Looking for speakers…
          </p>
        )}
        {labels.length > 0 && (
          <fieldset disabled={uploading} className="space-y-3 border-t border-line pt-3">
            <legend className="sr-only">Speaker configuration</legend>
            <div aria-hidden>
              <p className="font-semibold">Speakers</p>
              <p className="text-sm text-ink-3">
                Names replace the labels. Leave a name blank to keep its label.
              </p>
            </div>
            {labels.map((label) => (
              <Field
                key={label}
                label={label}
                value={form.speakers[label]}
                placeholder="Name"
                hint={hintFor(form.speakers, label)}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => change({ speakers: { ...form.speakers, [label]: event.target.value } })}
              />
            ))}
          </fieldset>
        )}
        {error && (
          <Banner tone="bad" icon={CircleAlert} live>
            {error}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
