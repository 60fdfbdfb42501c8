import type { AccessMode } from '#contract/people.ts'
import type { SystemReport } from '#contract/system.ts'
import { useNow } from '../../hooks/page.ts'
import { dateAndTime, relativeTime } from '../../ui/format.ts'
import { Facts, Section } from '../../ui/Section.tsx'

const accessInWords: Record<AccessMode, string> = {
  local: 'This machine alone; everybody on it is one person',
  open: 'Everybody who reaches it, as one person, without signing in',
  people: 'People who sign in with a passphrase',
  header: "People whom your company's sign-in lets through",
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
          { name: 'Who may come in', value: accessInWords[report.access], long: true },
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
