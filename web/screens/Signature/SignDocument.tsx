import { CircleCheck, Download, FileQuestion } from 'lucide-react'
import { downloadDocument, type DocumentView } from '#contract/documents.ts'
import { approveDocument } from '#contract/signatures.ts'
import { ApiError, call, urlOf } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useDocument } from '../../hooks/documents.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { NotFetched } from '../../ui/Screen.tsx'
import { Facts, Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { DocumentMenu } from './DocumentMenu.tsx'
import { PagePreview } from './PagePreview.tsx'
import { DocumentState, RecentDocuments, stillToSign } from './RecentDocuments.tsx'
import { SigningForm } from './SigningForm.tsx'

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

function One({
  document,
  page,
  onCreate,
  onChanged,
}: {
  document: DocumentView
  page: number
  onCreate: () => void
  onChanged: () => void
}) {
  const approving = useAction()
  const { id, minutes } = document
  const isSigned = document.signatureId !== null
  const download = urlOf(downloadDocument, { id })
  const mayBeApproved = minutes !== null && minutes.approvedAt === null && minutes.current
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <PagePreview key={`${id}-${document.bytes}`} document={document} first={page} />
      <div className="space-y-6 lg:order-last">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold break-words">{document.fileName}</h2>
            <DocumentState document={document} />
          </div>
          <DocumentMenu document={document} />
        </div>
        {document.summary && (
          <Section bare title="Summary">
            <p className="whitespace-pre-line">{document.summary}</p>
            {document.summaryBy === 'passages' && (
              <p className="mt-1 text-sm text-ink-2">
                Its key passages: no language model is there to summarise it.
              </p>
            )}
          </Section>
        )}
        {isSigned ? (
          <Section title="Document signed">
            <Facts
              facts={[
                { name: 'Signed by', value: document.signedBy },
                ...(document.organizationName
                  ? [{ name: 'On behalf of', value: document.organizationName }]
                  : []),
                { name: 'Date', value: dateAndTime(document.signedAt) },
              ]}
            />
          </Section>
        ) : document.refusal ? (
          <Banner tone="warn" icon={FileQuestion}>
            {document.refusal}
          </Banner>
        ) : minutes && !minutes.current ? (
          <Banner tone="warn" icon={FileQuestion}>
            The minutes have been changed since this document was made. Make a new one of the current version.
          </Banner>
        ) : mayBeApproved ? (
          <Section bare title="Approval" description="Minutes are approved before they are signed.">
            <Button
              look="primary"
              icon={CircleCheck}
              disabled={approving.busy}
              onClick={() =>
                void approving.run(async () => {
                  await call(approveDocument, { params: { id } })
                  onChanged()
                })
              }
            >
              Approve the minutes
            </Button>
            <FailureBanner error={approving.error} className="mt-3" />
          </Section>
        ) : (
          <SigningForm document={document} onCreate={onCreate} onSigned={onChanged} />
        )}
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
