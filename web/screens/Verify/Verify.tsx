import { FileText, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { verifyPdf, type Verdict } from '#contract/signatures.ts'
import { errorFrom } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { dateAndTime, fileSize } from '../../ui/format.ts'
import { Screen } from '../../ui/Screen.tsx'
import { Facts, Section, type Fact } from '../../ui/Section.tsx'

/** Takes a PDF and says who signed it, when, and whether it was changed. */
export function Verify() {
  useTabTitle('Verify')
  const [file, setFile] = useState<File | null>(null)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const checking = useAction()
  const check = (given: File) =>
    checking.run(async () => {
      setFile(given)
      setVerdict(null)
      const answer = await fetch(verifyPdf.path, { method: 'POST', body: given })
      const text = await answer.text()
      if (!answer.ok) throw errorFrom(answer.status, text)
      setVerdict(JSON.parse(text) as Verdict)
    })
  return (
    <Screen title="Verify" subtitle="Whether a signed PDF is as it was signed, by whom and when">
      <div className="max-w-2xl space-y-6">
        <FilePicker
          label="PDF file"
          icon={FileText}
          name={file?.name}
          detail={file ? fileSize(file.size) : undefined}
          hint="It is looked at and not kept."
          accept="application/pdf,.pdf"
          disabled={checking.busy}
          onChoose={([given]) => given && void check(given)}
        />
        {checking.busy && <p role="status">Looking at the file…</p>}
        <FailureBanner error={checking.error} />
        {verdict && <Told verdict={verdict} />}
      </div>
    </Screen>
  )
}

const states = { valid: 'Valid', changed: 'Changed since', unreadable: 'Cannot be read' } as const
const icons = { good: ShieldCheck, unsigned: ShieldQuestionMark, bad: ShieldAlert } as const

function Told({ verdict }: { verdict: Verdict }) {
  const { state, message, log, document, signatures, sha256 } = verdict
  return (
    <>
      <Banner tone={state === 'bad' ? 'bad' : 'neutral'} icon={icons[state]} live>
        <p className="font-semibold">{message}</p>
        {document && (
          <p>
            It is version {document.version}
            {document.latest ? '' : ', not the latest one,'} of{' '}
            <Link
              href={`/signature?tab=sign&document=${document.id}`}
              className="touch-room text-accent underline"
            >
              {document.fileName}
            </Link>
            .
          </p>
        )}
        {log && <p>{log.message}</p>}
      </Banner>
      {signatures.map((one, i) => (
        <Section key={`${i}-${one.statedAt}`} title={`Signature ${i + 1}`}>
          <Facts facts={factsOf(one)} />
        </Section>
      ))}
      <p className="text-sm break-all text-ink-2">SHA-256 {sha256}</p>
    </>
  )
}

function factsOf(one: Verdict['signatures'][number]): Fact[] {
  const { name, reason, state, why, statedAt, stampedAt, stampedBy, certificateName, ours } = one
  return [
    { name: 'Name as stated', value: name ?? 'None' },
    { name: 'State', value: why ?? states[state] },
    ...(reason ? [{ name: 'Reason', value: reason }] : []),
    { name: 'Time as stated', value: dateAndTime(statedAt) ?? 'None' },
    ...(stampedAt
      ? [{ name: 'Time stamp', value: `${dateAndTime(stampedAt)}, by ${stampedBy ?? 'an authority'}` }]
      : []),
    {
      name: 'Sealed with',
      value: certificateName ? `${certificateName}${ours ? ', of this appliance' : ''}` : 'No certificate',
      long: true,
    },
  ]
}
