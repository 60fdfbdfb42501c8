import { ChevronRight, CircleAlert, ExternalLink, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteCompetitor, webAddress, type Competitor } from '#contract/news.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useCompetitors } from '../../hooks/news.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddCompetitor } from './AddCompetitor.tsx'
import { RefreshNews } from './RefreshNews.tsx'

/** Those whose news the company follows. */
export function Competitors({ companyId }: { companyId: number }) {
  const competitors = useCompetitors(companyId)
  const [adding, setAdding] = useState(false)
  const [doomed, setDoomed] = useState<Competitor | null>(null)
  const action = useAction()
  const { data, error } = competitors as { data: Competitor[] | undefined; error: unknown }

  const remove = async ({ id }: Competitor) => {
    const done = await action.run(async () => {
      await call(deleteCompetitor, { params: { id } })
      await competitors.mutate()
    })
    if (done) setDoomed(null)
  }

  return (
    <Section
      title="Competitors"
      bare
      action={
        <Button small icon={Plus} onClick={() => setAdding(true)}>
          Add
        </Button>
      }
    >
      {error ? (
        <Banner
          tone="bad"
          icon={CircleAlert}
          live
          action={
            <Button small onClick={() => void competitors.mutate()}>
              Retry
            </Button>
          }
        >
          <p>Failed to load competitors.</p>
          <p className="text-sm">{error instanceof Error ? error.message : 'Failed to fetch competitors'}</p>
        </Banner>
      ) : data === undefined ? (
        <Skeleton className="h-24" />
      ) : data.length === 0 ? (
        <p className="text-ink-3">No competitors added yet</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {data.map((competitor) => (
            <Entry
              key={competitor.id}
              competitor={competitor}
              onDelete={() => {
                action.clear()
                setDoomed(competitor)
              }}
            />
          ))}
        </ul>
      )}
      {adding && (
        <AddCompetitor
          companyId={companyId}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false)
            void competitors.mutate()
          }}
        />
      )}
      {doomed && (
        <FormDialog
          title="Delete competitor"
          submit="Delete"
          danger
          action={action}
          onClose={() => setDoomed(null)}
          onSubmit={() => void remove(doomed)}
        >
          <p>Are you sure you want to delete this competitor?</p>
          <p className="text-ink-2">{doomed.name}, with the feeds that are followed for it.</p>
        </FormDialog>
      )}
    </Section>
  )
}

function Entry({ competitor, onDelete }: { competitor: Competitor; onDelete: () => void }) {
  const { companyId, name, website, trackNews } = competitor
  const address = website === null ? null : webAddress(website)
  return (
    <li className="group relative">
      <details className="[&[open]_.turn]:rotate-90">
        <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 py-2 pr-11 pl-3 hover:bg-sunken focus-visible:-outline-offset-2">
          <ChevronRight size={16} strokeWidth={1.75} className="turn shrink-0 text-ink-3" aria-hidden />
          <span className="min-w-0 break-words">{name}</span>
        </summary>
        <div className="space-y-2 px-3 pb-3 pl-9">
          {address && (
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="flex items-center gap-1.5 text-accent underline break-all"
            >
              <ExternalLink size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
              {website}
            </a>
          )}
          {!trackNews && <p className="text-sm text-ink-3">News of other feeds is not looked through.</p>}
          <RefreshNews companyId={companyId} />
        </div>
      </details>
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        onClick={onDelete}
        className="absolute top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      />
    </li>
  )
}
