import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { useCompanies, useCompany } from '../../hooks/companies.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { useMe } from '../../hooks/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Fetched, Screen } from '../../ui/Screen.tsx'
import { Select } from '../../ui/Select.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyParts } from './CompanyParts.tsx'
import { Organisations } from './Organisations.tsx'

/** The companies, what they have to file by when, and what their news are read from. */
export function Governance() {
  useTabTitle('Governance')
  const companies = useCompanies()
  const mayChange = useMe().data?.administrator === true
  const asked = Number(new URLSearchParams(useSearch()).get('company'))
  const [chosen, setChosen] = useState<number | null>(asked || null)
  const [adding, setAdding] = useState(false)
  const list = companies.data ?? []
  const id = (list.find((one) => one.id === chosen) ?? list[0])?.id ?? null
  const company = useCompany(id)

  return (
    <Screen
      title="Governance"
      subtitle="Companies, their filing deadlines, officers and news feeds, and organisations"
    >
      {companies.data && (
        <StaleBanner
          what="What is shown here"
          error={companies.error ?? company.error}
          onRetry={() => void Promise.all([companies.mutate(), company.mutate()])}
        />
      )}
      <Fetched answer={companies} what="The companies" rows={4}>
        {(rows) =>
          rows.length === 0 ? (
            <div className="rounded-md border border-line bg-surface px-6 py-12 text-center">
              <Building2 size={20} strokeWidth={1.75} className="mx-auto mb-2 text-ink-3" aria-hidden />
              <h2 className="font-semibold">No companies yet</h2>
              <p className="mb-4 text-ink-2">
                With its dates entered, the appliance reckons when accounts and confirmation statements are
                due.
              </p>
              {mayChange ? (
                <Button look="primary" icon={Plus} onClick={() => setAdding(true)}>
                  Add company
                </Button>
              ) : (
                <p className="text-ink-2">An administrator can add one.</p>
              )}
            </div>
          ) : (
            <div className="space-y-6">
              <div className="flex flex-wrap items-end gap-3">
                <div className="min-w-0 flex-1 sm:max-w-sm">
                  <Select
                    label="Company"
                    value={String(id)}
                    onChange={(event) => setChosen(Number(event.target.value))}
                    options={rows.map((one) => ({ value: String(one.id), label: one.name }))}
                  />
                </div>
                {mayChange && (
                  <Button icon={Plus} onClick={() => setAdding(true)}>
                    Add company
                  </Button>
                )}
              </div>
              <Fetched answer={company} what="The company" rows={8}>
                {(data) => (
                  <CompanyParts
                    key={data.id}
                    company={data}
                    mayChange={mayChange}
                    onGone={() => setChosen(null)}
                  />
                )}
              </Fetched>
            </div>
          )
        }
      </Fetched>
      <Organisations mayChange={mayChange} />
      {adding && (
        <CompanyForm
          company={null}
          onClose={() => setAdding(false)}
          onSaved={(made) => {
            setAdding(false)
            setChosen(made.id)
            void companies.mutate()
          }}
        />
      )}
    </Screen>
  )
}
