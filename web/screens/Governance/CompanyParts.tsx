import { CircleAlert, CircleCheck, Clock, Pencil, Trash2 } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { deleteCompany, type CompanyDetails, type Deadline } from '#contract/companies.ts'
import { useSWRConfig } from 'swr'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useCompanies } from '../../hooks/companies.ts'
import { useNow } from '../../hooks/page.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dayOfYear, longDate, withDates } from '../../ui/format.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Facts, Section } from '../../ui/Section.tsx'
import { CompanyForm, typeWords } from './CompanyForm.tsx'
import { Feeds } from './Feeds.tsx'
import { Officers } from './Officers.tsx'
import { ReferenceChanges } from './ReferenceChanges.tsx'

export function CompanyParts({
  company,
  mayChange,
  onGone,
}: {
  company: CompanyDetails
  /** Administrators alone may. */
  mayChange: boolean
  onGone: () => void
}) {
  const companies = useCompanies()
  const { mutate } = useSWRConfig()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const action = useAction()
  const changed = () => void mutate((key) => typeof key === 'string' && key.startsWith('/api/governance/'))

  const remove = async () => {
    const done = await action.run(() => call(deleteCompany, { params: { id: company.id } }))
    if (!done) return
    setDeleting(false)
    onGone()
    void companies.mutate()
  }

  return (
    <div className="space-y-8">
      <Deadlines deadlines={company.deadlines} />
      <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-2">
        <Section
          title="Company"
          action={
            mayChange && (
              <div className="flex items-center gap-1">
                <Button small icon={Pencil} onClick={() => setEditing(true)}>
                  Edit
                </Button>
                <Menu
                  label="More actions"
                  items={[
                    {
                      label: 'Delete company',
                      icon: Trash2,
                      danger: true,
                      onSelect: () => setDeleting(true),
                    },
                  ]}
                />
              </div>
            )
          }
        >
          <Facts facts={factsOf(company)} />
        </Section>
        <div className="space-y-8">
          <Officers company={company} mayChange={mayChange} onChanged={changed} />
          <ReferenceChanges company={company} mayChange={mayChange} onChanged={changed} />
        </div>
      </div>
      <Feeds companyId={company.id} />
      {editing && (
        <CompanyForm
          company={company}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            changed()
          }}
        />
      )}
      {deleting && (
        <FormDialog
          title="Delete company"
          submit="Delete"
          danger
          action={action}
          onClose={() => setDeleting(false)}
          onSubmit={() => void remove()}
        >
          <p>
            {company.name} goes with its officers, deadlines, competitors and news feeds. Meetings and
            documents stay.
          </p>
        </FormDialog>
      )}
    </div>
  )
}

const factsOf = (company: CompanyDetails): ComponentProps<typeof Facts>['facts'] => [
  { name: 'Name', value: company.name },
  { name: 'Company number', value: company.number ?? 'Not entered' },
  { name: 'Type', value: typeWords[company.type] },
  { name: 'Registered office', value: company.registeredOffice ?? 'Not entered', long: true },
  { name: 'Incorporated', value: longDate(company.incorporatedOn) ?? 'Not entered' },
  {
    name: 'Reference date',
    value: company.currentReferenceDate ? dayOfYear(company.currentReferenceDate) : 'Not known',
  },
  { name: 'Last accounts', value: longDate(company.lastAccounts) ?? 'Not entered' },
  { name: 'Last statement', value: longDate(company.lastStatement) ?? 'Not entered' },
  { name: 'Website', value: company.website ?? 'Not entered' },
  { name: 'Industry terms', value: company.industryTerms.join(', ') || 'None' },
]

function Deadlines({ deadlines }: { deadlines: readonly Deadline[] }) {
  return (
    <Section title="Filing deadlines">
      {deadlines.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">
          Enter the day of incorporation, or when accounts and confirmation statement were last made up, and
          the deadlines follow.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {deadlines.map((one) => (
            <DeadlineRow key={one.kind} deadline={one} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function DeadlineRow({ deadline }: { deadline: Deadline }) {
  const { title, due, madeUpTo, reason, note } = deadline
  const now = useNow()
  const days = Math.ceil((Date.parse(due) - now) / 86_400_000)
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">
          {title} to {longDate(madeUpTo)}
        </p>
        <p className="text-sm text-ink-2">{withDates(reason)}</p>
        {note && <p className="text-sm text-ink-2">{withDates(note)}</p>}
      </div>
      <div className="flex items-center gap-3 tabular-nums">
        <span className="font-semibold">{longDate(due)}</span>
        {days < 0 ? (
          <Chip tone="bad" icon={CircleAlert}>
            Late
          </Chip>
        ) : days <= 60 ? (
          <Chip tone="warn" icon={Clock}>
            {days === 1 ? '1 day' : `${days} days`}
          </Chip>
        ) : (
          <Chip tone="good" icon={CircleCheck}>
            In time
          </Chip>
        )}
      </div>
    </li>
  )
}
