import type { AccessMode } from '#contract/people.ts'
import type { SystemReport } from '#contract/system.ts'
import { Link } from 'wouter'
import { useNow } from '../../hooks/page.ts'
import { dateAndTime, relativeTime } from '../../ui/format.ts'
import { Facts, Section } from '../../ui/Section.tsx'

const accessInWords: Record<AccessMode, string> = {
  local: 'This machine only; everyone on it is one person',
  open: 'Anyone who can reach it, as one person, without signing in',
  people: 'People who sign in with a passphrase',
  header: "People admitted by your company's sign-in",
  oidc: "People who sign in at your company's provider (OpenID Connect)",
}

export function About({ report }: { report: SystemReport }) {
  const now = useNow()
  return (
    <Section title="About">
      <Facts
        facts={[
          { name: 'Version', value: report.version },
          {
            name: 'Started',
            value: `${dateAndTime(report.startedAt)} (${relativeTime(report.startedAt, now)})`,
            long: true,
          },
          { name: 'Access', value: accessInWords[report.access], long: true },
          {
            name: 'Built with',
            value: (
              <Link href="/licences" className="underline underline-offset-2">
                Third-party software and licences
              </Link>
            ),
            long: true,
          },
          {
            name: 'Addresses',
            value: (
              <ul>
                {report.urls.map((url) => (
                  <li key={url}>{url}</li>
                ))}
              </ul>
            ),
            long: true,
          },
        ]}
      />
    </Section>
  )
}
