import { Building2, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import type { NewsSort } from '#contract/news.ts'
import { useCompanies } from '../../hooks/companies.ts'
import type { NewsTab } from '../../hooks/news.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Articles } from './Articles.tsx'
import { Competitors } from './Competitors.tsx'
import { Filters } from './Filters.tsx'
import { RefreshNews } from './RefreshNews.tsx'

const tabs = ['company', 'competitors', 'industry', 'saved'] as const

const titles: Record<NewsTab, string> = {
  company: 'Company',
  competitors: 'Competitors',
  industry: 'Industry',
  saved: 'Saved',
}

export function News() {
  useTabTitle('News Hub')
  const companies = useCompanies()
  return (
    <Screen title="News Hub" subtitle="Stay informed on your company and its industry">
      {companies.data && (
        <StaleBanner
          what="What is shown here"
          error={companies.error}
          onRetry={() => void companies.mutate()}
        />
      )}
      {companies.error && !companies.data ? (
        <Banner
          tone="bad"
          icon={CircleAlert}
          live
          action={
            <Button small onClick={() => void companies.mutate()}>
              Retry
            </Button>
          }
        >
          Failed to load companies: {reasonOf(companies.error, 'Failed to fetch companies')}
        </Banner>
      ) : companies.data === undefined ? (
        <Skeleton className="h-10 w-full sm:w-80" />
      ) : companies.data.length === 0 ? (
        <div className="rounded-md border border-line bg-surface px-6 py-12 text-center">
          <Building2 size={20} strokeWidth={1.75} className="mx-auto mb-2 text-ink-3" aria-hidden />
          <h2 className="font-semibold">No companies found</h2>
          <p className="mb-4 text-ink-2">
            Please add a company in the Governance section before using News Hub.
          </p>
          <Link href="/governance" className={buttonClass('primary')}>
            Open Governance
          </Link>
        </div>
      ) : (
        <Hub companies={companies.data} />
      )}
    </Screen>
  )
}

/** What the server says; without its words, ours. */
export function reasonOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

function Hub({ companies }: { companies: readonly { id: number; name: string }[] }) {
  // What a search over everything has found opens here.
  const [asked] = useState(new URLSearchParams(useSearch()))
  const opened = tabs.find((name) => name === asked.get('tab')) ?? 'company'
  const [chosen, setChosen] = useState(Number(asked.get('company')) || companies[0]!.id)
  const [tab, setTab] = useState<NewsTab>(opened)
  const [sort, setSort] = useState<NewsSort>(opened === 'industry' ? 'relevance' : 'date')
  const [search, setSearch] = useState(asked.get('search') ?? '')
  const companyId = companies.some(({ id }) => id === chosen) ? chosen : companies[0]!.id

  const choose = (next: NewsTab) => {
    setTab(next)
    setSort(next === 'industry' ? 'relevance' : 'date')
  }

  return (
    <div className="grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="space-y-5">
        <Select
          label="Company"
          value={String(companyId)}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Filters search={search} onSearch={setSearch} sort={sort} onSort={setSort} />
        <Competitors key={companyId} companyId={companyId} />
      </div>
      <Tabs
        label="News"
        chosen={tab}
        onChoose={choose}
        end={tab !== 'saved' && <RefreshNews companyId={companyId} />}
        tabs={tabs.map((name) => ({
          name,
          title: titles[name],
          panel: <Articles companyId={companyId} tab={name} sort={sort} search={search} />,
        }))}
      />
    </div>
  )
}
