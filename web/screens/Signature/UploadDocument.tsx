import { FileText } from 'lucide-react'
import { useState } from 'react'
import { createDocument, largestPdf, summariseDocument } from '#contract/documents.ts'
import { ApiError, call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { fileSize } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'

const isPdf = (file: File): boolean => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)

/** @throws Error with the specification's words */
function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(url.replace(/^data:[^;,]*/, 'data:application/pdf'))
    })
    reader.addEventListener('error', () => reject(new Error('File read error')))
    reader.readAsDataURL(file)
  })
}

export function UploadDocument({ onOpen }: { onOpen: (id: number) => void }) {
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const refuse = (title: string, description: string): void =>
    toast({ title, description, destructive: true })

  function choose([given]: readonly File[]): void {
    if (!given) return
    if (!isPdf(given)) return refuse('Invalid file type', 'Please upload a PDF document.')
    if (given.size > largestPdf)
      return refuse(
        'Upload failed',
        `This PDF is larger than ${fileSize(largestPdf)}, the largest the appliance accepts.`,
      )
    setFile(given)
    setName(given.name.replace(/\.[^.]*$/, ''))
  }

  async function upload(): Promise<void> {
    if (!file) return refuse('No file selected', 'Please select a PDF file to upload.')
    if (name.trim() === '') return refuse('Missing document name', 'Please provide a name for the document.')
    setBusy(true)
    setNote(null)
    try {
      const fileData = await readAsDataUrl(file)
      const { documentId } = await call(createDocument, { body: { fileName: name.trim(), fileData } })
      setFile(null)
      setName('')
      toast({ title: 'Document uploaded' })
      // A summary that fails takes nothing from the document.
      call(summariseDocument, { params: { id: documentId } }).catch((error: unknown) => {
        console.error('the summary failed', error)
        setNote(
          `The document is there; its summary could not be made (${error instanceof Error ? error.message : String(error)}).`,
        )
      })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      refuse(
        'Upload failed',
        error instanceof ApiError && error.code === null
          ? `Server error: ${error.status} - ${message}`
          : message,
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-8 lg:grid-cols-[22rem_1fr]">
      <Section bare title="Upload a PDF" description="It stays on the appliance, as it came.">
        <div className="space-y-4">
          <FilePicker
            label="PDF file"
            icon={FileText}
            name={file?.name}
            detail={file ? fileSize(file.size) : undefined}
            hint="PDF, at most 40 MB"
            accept="application/pdf,.pdf"
            disabled={busy}
            onChoose={choose}
          />
          <Field
            label="Document name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <Button look="primary" disabled={busy} onClick={() => void upload()}>
            {busy ? 'Uploading…' : 'Upload Document'}
          </Button>
          {note && <p className="text-sm text-ink-2">{note}</p>}
        </div>
      </Section>
      <RecentDocuments onOpen={onOpen} />
    </div>
  )
}
