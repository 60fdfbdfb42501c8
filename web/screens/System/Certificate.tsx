import { Download } from 'lucide-react'
import { downloadAuthority, type CertificateView } from '#contract/system.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { longDate } from '../../ui/format.ts'
import { Facts, Section, type Fact } from '../../ui/Section.tsx'

export function Certificate({ certificate }: { certificate: CertificateView | null }) {
  if (!certificate) {
    return (
      <Section title="Certificate">
        <p className="px-4 py-3 text-ink-2">Plain HTTP, for this machine alone. There is no certificate.</p>
      </Section>
    )
  }
  const { kind, names, validFrom, validTo, fingerprint, authority } = certificate
  return (
    <Section
      title="Certificate"
      description={
        kind === 'local'
          ? "Issued by this appliance's own authority, which each browser must trust once."
          : 'Supplied with APPLIANCE_TLS_CERT.'
      }
      action={
        authority && (
          <a href={downloadAuthority.path} download className={buttonClass('secondary', true)}>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download the authority
          </a>
        )
      }
    >
      <Facts
        facts={[
          { name: 'Valid for', value: names.join(', '), long: true },
          { name: 'Valid', value: `${longDate(validFrom)} to ${longDate(validTo)}`, long: true },
          {
            name: 'Fingerprint',
            value: <CopyText label="the fingerprint" text={fingerprint} />,
            long: true,
          },
          ...(authority ? factsOf(authority) : []),
        ]}
      />
    </Section>
  )
}

function factsOf({ name, fingerprint, validTo }: NonNullable<CertificateView['authority']>): Fact[] {
  return [
    { name: 'Authority', value: `${name}, valid until ${longDate(validTo)}`, long: true },
    {
      name: 'Its fingerprint',
      value: <CopyText label="the authority's fingerprint" text={fingerprint} />,
      long: true,
    },
  ]
}
