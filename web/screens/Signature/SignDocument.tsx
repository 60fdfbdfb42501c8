import { CircleCheck, Download, FileQuestion } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { downloadDocument, type DocumentView } from '#contract/documents.ts'
import { approveDocument, type SigningSpot } from '#contract/signatures.ts'
import { ApiError, call, urlOf } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useDocument } from '../../hooks/documents.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { DocumentState, stillToSign } from '../../ui/DocumentState.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { NotFetched } from '../../ui/Screen.tsx'
import { Facts, Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { DocumentMenu } from './DocumentMenu.tsx'
import { PagePreview } from './PagePreview.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'
import { SigningForm, type Shown } from './SigningForm.tsx'
import { firstSpot } from './spot.ts'

type Props = { id: number | null; page: number; onOpen: (id: number) => void; onCreate: () => void }

export function SignDocument({ id, page, onOpen, onCreate }: Props) {
  const document = useDocument(id)
  if (id === null) return <RecentDocuments toSign onOpen={onOpen} />
  if (document.error instanceof ApiError && document.error.status === 404)
    return (
      <div className="py-16 text-center">
        <FileQuestion size={20} className="mx-auto text-ink-3" aria-hidden />
        <h2 className="mt-3 text-lg font-semibold">Document not found</h2>
        <p className="text-ink-2">The document you're looking for doesn't exist or has been deleted.</p>
      </div>
    )
  if (document.data)
    return (
      <One
        // Another page in the address, as a search leads there, is turned to.
        key={`${id} ${page}`}
        document={document.data}
        page={page}
        onCreate={onCreate}
        onChanged={() => void document.mutate()}
      />
    )
  if (document.error)
    return (
      <>
        <p className="sr-only">Failed to load document</p>
        <NotFetched what="The document" error={document.error} onRetry={() => void document.mutate()} />
      </>
    )
  return <Skeleton className="h-96" />
}

type OneProps = { document: DocumentView; page: number; onCreate: () => void; onChanged: () => void }

function One({ document, page: first, onCreate, onChanged }: OneProps) {
  const [page, setPage] = useState(() => Math.min(Math.max(1, first), document.pages))
  const [placing, setPlacing] = useState<Shown | null>(null)
  const [spot, setSpot] = useState<SigningSpot | null>(null)
  const place = useCallback(
    (next: Shown | null) => {
      setPlacing(next)
      setSpot((now) => (next ? (now ?? firstSpot(page)) : null))
    },
    [page],
  )
  const { id } = document
  const isSigned = document.signatureId !== null
  const download = urlOf(downloadDocument, { id })
  const turn = (to: number): void => {
    setPage(to)
    if (spot) setSpot({ ...spot, page: to - 1 })
  }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <PagePreview
        key={`${id}-${document.bytes}`}
        document={document}
        page={page}
        onPage={turn}
        placing={placing && spot ? { ...placing, spot, onMove: setSpot } : undefined}
      />
      <div className="space-y-6 lg:order-last">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold break-words">{document.fileName}</h2>
            <DocumentState document={document} />
          </div>
          <DocumentMenu document={document} />
        </div>
        <Summary document={document} />
        <NextStep document={document} onChanged={onChanged}>
          <SigningForm
            document={document}
            spot={spot}
            onPlace={place}
            onCreate={onCreate}
            onSigned={() => {
              place(null)
              onChanged()
            }}
          />
        </NextStep>
        {!isSigned && stillToSign(document) && (
          <p className="text-ink-2">Still to sign: {stillToSign(document)}</p>
        )}
        {document.signatures.length > 0 && (
          <a
            href={download}
            download
            className={buttonClass(isSigned ? 'primary' : 'secondary')}
            onClick={() => toast({ title: 'Download started' })}
          >
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download Signed Document
          </a>
        )}
      </div>
    </div>
  )
}

function Summary({ document: { summary, summaryBy } }: { document: DocumentView }) {
  if (!summary) return null
  return (
    <Section bare title="Summary">
      <p className="whitespace-pre-line">{summary}</p>
      {summaryBy === 'passages' && (
        <p className="mt-1 text-sm text-ink-2">Key passages. There was no language model to summarise it.</p>
      )}
    </Section>
  )
}

/** What there is to do with it, or why nothing can be done. @param children how it is signed */
function NextStep({
  document,
  onChanged,
  children,
}: {
  document: DocumentView
  onChanged: () => void
  children: ReactNode
}) {
  const { id, minutes, refusal, signatureId } = document
  if (signatureId !== null) return <WhoSigned document={document} />
  if (refusal)
    return (
      <Banner tone="warn" icon={FileQuestion}>
        {refusal}
      </Banner>
    )
  if (minutes && !minutes.current)
    return (
      <Banner tone="warn" icon={FileQuestion}>
        The minutes have been changed since this document was made. Make a new one of the current version.
      </Banner>
    )
  if (minutes && minutes.approvedAt === null) return <Approval id={id} onApproved={onChanged} />
  return children
}

function WhoSigned({ document: { signedBy, organizationName, signedAt } }: { document: DocumentView }) {
  return (
    <Section title="Document signed">
      <Facts
        facts={[
          { name: 'Signed by', value: signedBy },
          ...(organizationName ? [{ name: 'On behalf of', value: organizationName }] : []),
          { name: 'Date', value: dateAndTime(signedAt) },
        ]}
      />
    </Section>
  )
}

function Approval({ id, onApproved }: { id: number; onApproved: () => void }) {
  const approving = useAction()
  const approve = () =>
    approving.run(async () => {
      await call(approveDocument, { params: { id } })
      onApproved()
    })
  return (
    <Section bare title="Approval" description="Minutes are approved before they are signed.">
      <Button look="primary" icon={CircleCheck} disabled={approving.busy} onClick={() => void approve()}>
        Approve the minutes
      </Button>
      <FailureBanner error={approving.error} className="mt-3" />
    </Section>
  )
}
