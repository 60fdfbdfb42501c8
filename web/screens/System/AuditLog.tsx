import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { exportAudit, verifyAudit, type AuditEntry, type AuditVerdict } from '#contract/audit.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useAudit } from '../../hooks/audit.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { actInWords, kindsOfActs } from './acts.ts'

/** Who did what: for administrators, who can neither change nor delete it. */
export function AuditLog() {
  const [act, setAct] = useState('')
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null)
  const checking = useAction()
  const pages = useAudit(act)
  const rows = pages.data?.flatMap(({ entries }) => entries) ?? []
  const names = Object.assign({}, ...(pages.data ?? []).map((page) => page.names)) as Record<string, string>
  const more = pages.data?.at(-1)?.next != null
  const check = () => checking.run(async () => setVerdict(await call(verifyAudit)))
  return (
    <Section
      title="Audit log"
      description="Who signed in, opened, changed, exported and deleted what. Nobody can change it."
      action={
        <div className="flex flex-wrap items-center gap-2">
          <select
            aria-label="Which entries"
            value={act}
            onChange={(event) => setAct(event.target.value)}
            className="h-8 rounded-md border border-line-strong bg-surface px-2 text-sm"
          >
            {kindsOfActs.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Button small icon={ShieldCheck} disabled={checking.busy} onClick={() => void check()}>
            Check
          </Button>
          <a href={exportAudit.path} download className={buttonClass('secondary', true)}>
            <Download size={16} aria-hidden /> Export
          </a>
        </div>
      }
      bare
    >
      <FailureBanner error={checking.error} className="mb-3" />
      <p role="status" className="mb-2 text-ink-2 empty:hidden">
        {verdict && verdictInWords(verdict)}
      </p>
      <Fetched answer={pages} what="The audit log" rows={4}>
        {() => (
          <div className="rounded-md border border-line bg-surface">
            {rows.length === 0 ? (
              <p className="px-4 py-3 text-ink-2">Nothing has been recorded yet.</p>
            ) : (
              <Table
                label="Audit log"
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  { label: 'What', render: ({ act }) => actInWords(act) },
                  { label: 'Who', render: (entry) => whoIn(entry, names) },
                  { label: 'Subject', render: subjectInWords },
                  { label: 'When', render: ({ at }) => dateAndTime(at) },
                ]}
              />
            )}
            {more && (
              <div className="border-t border-line px-4 py-2">
                <Button
                  small
                  disabled={pages.isValidating}
                  onClick={() => void pages.setSize(pages.size + 1)}
                >
                  Show more
                </Button>
              </div>
            )}
          </div>
        )}
      </Fetched>
    </Section>
  )
}

function whoIn({ personId, act }: AuditEntry, names: Record<string, string>): string {
  if (personId !== null) return names[personId] ?? `Person ${personId}`
  return act === 'session.refused' ? 'Not signed in' : 'The appliance'
}

const subjectInWords = ({ subjectKind, subjectId }: AuditEntry): string =>
  subjectKind === null ? '–' : `${subjectKind.replaceAll('_', ' ')} ${subjectId ?? ''}`.trim()

const verdictInWords = ({ entries, intact, brokenAt }: AuditVerdict): string =>
  intact
    ? `The log is intact: ${entries} entries, each fits the one before it.`
    : `The log was changed: entry ${brokenAt} does not fit the one before it.`
