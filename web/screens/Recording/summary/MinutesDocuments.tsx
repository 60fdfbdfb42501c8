import { Mail, PenLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DocumentView } from '#contract/documents.ts'
import type { Minutes } from '#contract/minutes.ts'
import { documentOfMinutes } from '#contract/signatures.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { useMinutesDocuments } from '../../../hooks/documents.ts'
import { Button } from '../../../ui/Button.tsx'
import { DocumentState, stillToSign } from '../../../ui/DocumentState.tsx'
import { FailureBanner } from '../../../ui/FailureBanner.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import {
  blankSignatory,
  signatoriesOf,
  SignatoryFields,
  useSigningPeople,
} from '../../../ui/SignatoryFields.tsx'

const SendMinutes = lazyPart(async () => (await import('./SendMinutes.tsx')).SendMinutes)

/** What becomes of minutes: the documents that were made of them, sending them, and having them signed. */
export function MinutesDocuments({ recordingId, minutes }: { recordingId: number; minutes: Minutes | null }) {
  const documents = useMinutesDocuments(recordingId)
  const [asking, setAsking] = useState<'send' | 'sign' | null>(null)
  const all = documents.data ?? []
  const ofThis = all.some((one) => one.minutes?.current)
  return (
    <section aria-label="Documents of these minutes" className="mt-4 border-t border-line pt-3 print:hidden">
      <FailureBanner error={documents.error as Error | undefined} className="mb-2" />
      {all.length > 0 && (
        <ul className="mb-3 space-y-2">
          {all.map((one) => (
            <Made key={one.id} document={one} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button small icon={Mail} onClick={() => setAsking('send')}>
          Send by email
        </Button>
        {minutes && documents.data && !ofThis && (
          <Button small icon={PenLine} onClick={() => setAsking('sign')}>
            Send for signature
          </Button>
        )}
      </div>
      {asking === 'send' && (
        <Suspense>
          <SendMinutes recordingId={recordingId} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      {asking === 'sign' && minutes && (
        <SendDialog recordingId={recordingId} minutes={minutes} onClose={() => setAsking(null)} />
      )}
    </section>
  )
}

function Made({ document }: { document: DocumentView }) {
  const { id, minutes, signatureId } = document
  const left = stillToSign(document)
  const facts = [
    minutes && `version ${minutes.version}`,
    minutes?.approvedAt && `approved by ${minutes.approvedBy ?? 'somebody'}`,
    signatureId === null && left && `still to sign: ${left}`,
    !minutes?.current && 'the minutes have been changed since',
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        href={`/signature?tab=sign&document=${id}`}
        className="touch-room min-w-0 font-medium break-words text-accent underline"
      >
        {document.fileName}
      </Link>
      <DocumentState document={document} />
      <span className="text-sm text-ink-2">{facts.join(' · ')}</span>
    </li>
  )
}

const isChair = ({ role }: { role: string | null }): boolean =>
  role !== null && /\bchair/i.test(role) && !/\b(vice|deputy)\b/i.test(role)

function SendDialog({
  recordingId,
  minutes: { version, content },
  onClose,
}: {
  recordingId: number
  minutes: Minutes
  onClose: () => void
}) {
  const action = useAction()
  const [, navigate] = useLocation()
  const people = useSigningPeople()
  const [entries, setEntries] = useState(() => [
    // Whoever was in the chair signs the minutes of a meeting.
    { ...blankSignatory(), name: content?.present.find(isChair)?.name ?? '', capacity: 'Chair' },
  ])
  const send = () =>
    action.run(async () => {
      const signatories = signatoriesOf(entries, people.data ?? [])
      const params = { id: recordingId }
      const { id } = await call(documentOfMinutes, { params, body: { version, signatories } })
      navigate(`/signature?tab=sign&document=${id}`)
    })
  return (
    <FormDialog
      wide
      title="Send the minutes for signature"
      submit="Make the document"
      action={action}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <p className="text-ink-2">
        A PDF is made of version {version} as it stands, to be approved and signed. If the minutes are changed
        before that, it can no longer be signed. Anyone who can see the meeting can see it.
      </p>
      <SignatoryFields entries={entries} onChange={setEntries} />
      <p className="text-sm text-ink-2">Without names, one signature is enough.</p>
    </FormDialog>
  )
}
