import { ExternalLink, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  deleteProfileDocument,
  documentFields,
  documentTypes,
  openProfileDocument,
  uploadProfileDocument,
  type DocumentKind,
  type ProfileDocument,
} from '#contract/profile.ts'
import { call, urlOf, userId } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useProfileDocuments } from '../../hooks/profile.ts'
import { isOk, sendForm } from '../../send.ts'
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { bytes, dateAndTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'

const titles: Record<DocumentKind, string> = { id: 'ID document', cv: 'CV', contract: 'Contract' }
const kinds = ['id', 'cv', 'contract'] as const

export function Documents() {
  const documents = useProfileDocuments()
  const [doomed, setDoomed] = useState<DocumentKind | null>(null)
  const action = useAction()

  const remove = async (kind: DocumentKind) => {
    await action.run(async () => {
      try {
        await call(deleteProfileDocument, { params: { userId, kind } })
        toast({ title: 'Document deleted' })
        await documents.mutate()
      } catch (error) {
        const description = error instanceof Error ? error.message : String(error)
        toast({ title: 'Error deleting document', description, destructive: true })
      }
    })
    setDoomed(null)
  }

  return (
    <Section title="Documents" description="Only you can open them.">
      <Fetched answer={documents} what="Your documents" rows={3}>
        {(rows) => (
          <ul className="divide-y divide-line">
            {kinds.map((kind) => (
              <Row
                key={kind}
                kind={kind}
                document={rows.find((one) => one.kind === kind) ?? null}
                onDelete={() => setDoomed(kind)}
                onUploaded={() => void documents.mutate()}
              />
            ))}
          </ul>
        )}
      </Fetched>
      {doomed && (
        <FormDialog
          title="Delete document"
          submit="Delete"
          danger
          action={action}
          onClose={() => setDoomed(null)}
          onSubmit={() => void remove(doomed)}
        >
          <p>The {titles[doomed]} is deleted from the appliance. This cannot be undone.</p>
        </FormDialog>
      )}
    </Section>
  )
}

type RowProps = {
  kind: DocumentKind
  document: ProfileDocument | null
  onDelete: () => void
  onUploaded: () => void
}

function Row({ kind, document, onDelete, onUploaded }: RowProps) {
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<number | null>(null)
  const title = titles[kind]

  const upload = async (file: File) => {
    const form = new FormData()
    form.set(documentFields[kind], file)
    setSent(0)
    try {
      const answer = await sendForm(
        { method: uploadProfileDocument.method, path: urlOf(uploadProfileDocument, { userId }) },
        {
          form,
          size: file.size,
          signal: new AbortController().signal,
          onProgress: (progress) => setSent(Math.floor((100 * progress.sent) / Math.max(1, progress.total))),
        },
      )
      if (!isOk(answer)) throw new Error(answer.responseText)
      toast({ title: 'Document uploaded' })
      onUploaded()
    } catch {
      toast({
        title: 'Error uploading document',
        description: 'There was a problem uploading your document. Please try again.',
        destructive: true,
      })
    } finally {
      setSent(null)
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{title}</p>
        <p className="text-sm break-words text-ink-2">
          {document
            ? `${document.name}, ${bytes(document.bytes)}, ${dateAndTime(document.uploadedAt)}`
            : documentTypes[kind].map((type) => type.toUpperCase()).join(', ')}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        aria-label={`${title} file`}
        accept={documentTypes[kind].map((type) => `.${type}`).join(',')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void upload(file)
          event.target.value = ''
        }}
      />
      <div className="flex items-center gap-1">
        {document && (
          <a
            href={urlOf(openProfileDocument, { userId, kind })}
            target="_blank"
            rel="noopener"
            className={buttonClass('secondary', true)}
          >
            <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
            Open
          </a>
        )}
        <Button
          small
          icon={Upload}
          disabled={sent !== null}
          aria-label={`${document ? 'Replace' : 'Upload'} ${title}`}
          onClick={() => input.current?.click()}
        >
          {sent !== null ? `${sent}%` : document ? 'Replace' : 'Upload'}
        </Button>
        {document && <IconButton icon={Trash2} label={`Delete ${title}`} onClick={onDelete} />}
      </div>
    </li>
  )
}
