import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../api.ts'
import { isText, notText } from '../../uploads/text-file.ts'
import { toast } from '../../ui/Toaster.tsx'
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

/** A transcript that is chosen, named and sent. @param onClose when it was sent or given up */
export function useTranscriptUpload(onClose: () => void) {
  const { mutate } = useSWRConfig()
  const [form, setForm] = useState(emptyForm)
  const [state, setState] = useState<'idle' | 'analysing' | 'uploading'>('idle')
  const [error, setError] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** Of an attempt whose text did not come through. */
  const [begun, setBegun] = useState<number | null>(null)

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

  return { form, change, state, error, refusal, choose, cancel, send }
}
