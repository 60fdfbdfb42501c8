import { CircleCheck, Clock3, FileText } from 'lucide-react'
import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import { useDocuments } from '../../hooks/documents.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { inputClass } from '../../ui/Field.tsx'
import { longDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { DocumentMenu } from './DocumentMenu.tsx'

export function DocumentState({ document }: { document: DocumentView }) {
  if (document.signatureId !== null)
    return (
      <Chip tone="good" icon={CircleCheck}>
        Signed
      </Chip>
    )
  return (
    <Chip tone="neutral" icon={Clock3}>
      Awaiting Signature
    </Chip>
  )
}

/** Who has yet to sign; '' where nobody was named. */
export const stillToSign = ({ signatories }: DocumentView): string =>
  signatories
    .filter(({ signedAt }) => signedAt === null)
    .map(({ name }) => name)
    .join(', ')

export function RecentDocuments({
  onOpen,
  toSign = false,
}: {
  onOpen: (id: number) => void
  /** A row ends with a button to sign, instead of the document's menu. */
  toSign?: boolean
}) {
  const [q, setQ] = useState('')
  const [archived, setArchived] = useState(false)
  const documents = useDocuments(q.trim(), archived)
  return (
    <Section
      bare
      title={archived ? 'Archived documents' : 'Recent Documents'}
      action={
        <div className="flex items-center gap-2">
          <input
            type="search"
            aria-label="Search the documents"
            placeholder="Search names and text"
            className={`${inputClass} max-w-56`}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
          <label className="flex items-center gap-1.5 text-sm whitespace-nowrap text-ink-2">
            <input type="checkbox" checked={archived} onChange={() => setArchived(!archived)} />
            Archived
          </label>
        </div>
      }
    >
      <Fetched answer={documents} what="The documents" rows={4}>
        {(all) =>
          all.length === 0 ? (
            <p className="rounded-md border border-dashed border-line-strong px-4 py-8 text-center text-ink-2">
              {q
                ? `No document has “${q}” in its name or text.`
                : archived
                  ? 'Documents that are archived will be here.'
                  : 'Documents that you upload, and minutes to be signed, will be here.'}
            </p>
          ) : (
            <ul className="divide-y divide-line rounded-md border border-line bg-surface">
              {all.map((document) => (
                <li
                  key={document.id}
                  className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-sunken"
                >
                  <FileText size={20} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
                  <div className="min-w-0 flex-1">
                    <button
                      type="button"
                      className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
                      onClick={() => onOpen(document.id)}
                    >
                      {document.fileName}
                    </button>
                    <p className="truncate text-sm text-ink-2">
                      {longDate(document.createdAt)} · {document.pages}{' '}
                      {document.pages === 1 ? 'page' : 'pages'}
                      {document.signatureId === null &&
                        stillToSign(document) &&
                        ` · still to sign: ${stillToSign(document)}`}
                      {document.openTo !== 'everybody' && ' · private'}
                    </p>
                  </div>
                  <DocumentState document={document} />
                  <span className="relative z-1">
                    {toSign ? (
                      <Button small onClick={() => onOpen(document.id)}>
                        {document.signatureId === null ? 'Sign Now' : 'Open'}
                      </Button>
                    ) : (
                      <DocumentMenu document={document} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Fetched>
    </Section>
  )
}
