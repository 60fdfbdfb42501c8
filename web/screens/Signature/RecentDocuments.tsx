import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import { useDocuments } from '../../hooks/documents.ts'
import { Button } from '../../ui/Button.tsx'
import { DocumentState, stillToSign } from '../../ui/DocumentState.tsx'
import { inputClass } from '../../ui/Field.tsx'
import { longDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { DocumentMenu } from './DocumentMenu.tsx'
import { openToWords } from './PrivacyDialog.tsx'

/** Of many documents so many at a time. */
const pageful = 50

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
  const [shown, setShown] = useState(pageful)
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
            <>
              <ul className="divide-y divide-line rounded-md border border-line bg-surface">
                {all.slice(0, shown).map((document) => (
                  <Row key={document.id} document={document} toSign={toSign} onOpen={onOpen} />
                ))}
              </ul>
              {all.length > shown && (
                <Button small className="mt-3" onClick={() => setShown(shown + pageful)}>
                  Show more of {all.length}
                </Button>
              )}
            </>
          )
        }
      </Fetched>
    </Section>
  )
}

type RowProps = { document: DocumentView; toSign: boolean; onOpen: (id: number) => void }

function Row({ document, toSign, onOpen }: RowProps) {
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-sunken sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <FileText size={20} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
      <div className="min-w-0">
        <button
          type="button"
          className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
          onClick={() => onOpen(document.id)}
        >
          {document.fileName}
        </button>
        <p className="truncate text-sm text-ink-2">
          {longDate(document.createdAt)} · {document.pages} {document.pages === 1 ? 'page' : 'pages'}
          {document.signatureId === null &&
            stillToSign(document) &&
            ` · still to sign: ${stillToSign(document)}`}
          {document.openTo !== 'everybody' && ` · ${openToWords(document)}`}
        </p>
      </div>
      <span className="flex max-sm:col-start-2 max-sm:row-start-2">
        <DocumentState document={document} />
      </span>
      <span className="relative z-1 max-sm:col-start-3 max-sm:row-start-1">
        {toSign ? (
          <Button small onClick={() => onOpen(document.id)}>
            {document.signatureId === null ? 'Sign Now' : 'Open'}
          </Button>
        ) : (
          <DocumentMenu document={document} />
        )}
      </span>
    </li>
  )
}
