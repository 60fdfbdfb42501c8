import { Download, Plus, RefreshCw, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  addFeed,
  deleteFeed,
  exportFeeds,
  importFeeds,
  refreshNews,
  type Competitor,
  type Feed,
  type FeedKind,
} from '#contract/news.ts'
import { call, urlOf } from '../../api.ts'
import { useAction, type Action } from '../../hooks/busy-action.ts'
import { useCompetitors, useFeeds } from '../../hooks/news.ts'
import { useNow } from '../../hooks/page.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { relativeTime } from '../../ui/format.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Select } from '../../ui/Select.tsx'
import { Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/Toaster.tsx'

const kindWords: Record<FeedKind, string> = {
  company: 'Company',
  competitor: 'Competitor',
  industry: 'Industry',
}

/** What the news of a company are read from. */
export function Feeds({ companyId }: { companyId: number }) {
  const feeds = useFeeds(companyId)
  const competitors = useCompetitors(companyId)
  const action = useAction()
  const adding = useAction()
  const removal = useAction()
  const [doomed, setDoomed] = useState<Feed | null>(null)
  const [open, setOpen] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const params = { id: companyId }
  const job = feeds.data?.job ?? null

  const add = async (form: FormData) => {
    const [kind = 'industry', competitor] = textOf(form, 'kind').split(':')
    const body = {
      url: textOf(form, 'url').trim(),
      kind: kind as FeedKind,
      competitorId: competitor ? Number(competitor) : null,
    }
    const done = await adding.run(async () => {
      await call(addFeed, { params, body })
      await feeds.mutate()
    })
    if (done) setOpen(false)
  }
  const remove = async ({ id }: Feed) => {
    const done = await removal.run(async () => {
      await call(deleteFeed, { params: { id } })
      await feeds.mutate()
    })
    if (done) setDoomed(null)
  }
  const refresh = () =>
    action.run(async () => {
      await call(refreshNews, { params })
      await feeds.mutate()
    })
  const importFile = (chosen: File) =>
    action.run(async () => {
      const body = { opml: await chosen.text() }
      const { added, known, refused } = await call(importFeeds, { params, body })
      toast({
        title: added === 1 ? '1 feed added' : `${added} feeds added`,
        description: `${known} were there already, ${refused} were refused.`,
      })
      await feeds.mutate()
    })
  const nameOf = ({ kind, competitorId }: Feed): string =>
    competitors.data?.find(({ id }) => id === competitorId)?.name ?? kindWords[kind]

  return (
    <Section
      title="News feeds"
      description={job ? (job.step ?? 'Fetching news') : 'RSS, Atom and JSON feeds, fetched every hour'}
      bare
      action={
        <div className="flex items-center gap-1">
          <Button small icon={Plus} onClick={() => setOpen(true)}>
            Add feed
          </Button>
          <Menu
            label="More about feeds"
            items={[
              { label: 'Fetch now', icon: RefreshCw, onSelect: () => void refresh() },
              { label: 'Import OPML', icon: Upload, onSelect: () => file.current?.click() },
              { label: 'Export OPML', icon: Download, href: urlOf(exportFeeds, params) },
            ]}
          />
        </div>
      }
    >
      <input
        ref={file}
        type="file"
        accept=".opml,.xml,text/x-opml"
        aria-label="OPML file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) void importFile(chosen)
          event.target.value = ''
        }}
      />
      <FailureBanner error={action.error} className="mb-3" />
      <Fetched answer={feeds} what="The feeds" rows={2}>
        {({ feeds: rows }) =>
          rows.length === 0 ? (
            <p className="text-ink-3">
              No feeds yet. Add the address of a news feed, or import a list (OPML).
            </p>
          ) : (
            <FeedTable rows={rows} nameOf={nameOf} onDelete={setDoomed} />
          )
        }
      </Fetched>
      {open && (
        <AddFeed
          competitors={competitors.data ?? []}
          action={adding}
          onClose={() => setOpen(false)}
          onSubmit={(form) => void add(form)}
        />
      )}
      {doomed && (
        <FormDialog
          title="Delete feed"
          submit="Delete"
          danger
          action={removal}
          onClose={() => setDoomed(null)}
          onSubmit={() => void remove(doomed)}
        >
          <p>{doomed.title} is no longer fetched. Its articles leave the News Hub, except saved ones.</p>
        </FormDialog>
      )}
    </Section>
  )
}

function FeedTable({
  rows,
  nameOf,
  onDelete,
}: {
  rows: Feed[]
  nameOf: (feed: Feed) => string
  onDelete: (feed: Feed) => void
}) {
  const now = useNow()
  return (
    <div className="rounded-md border border-line bg-surface">
      <Table
        label="News feeds"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            label: 'Feed',
            render: ({ title, url, error }) => (
              <>
                <span className="break-words">{title}</span>
                <span className="block text-sm font-normal break-all text-ink-3">{url ?? 'From a file'}</span>
                {error && <span className="block text-sm font-normal text-bad">Not read: {error}</span>}
              </>
            ),
          },
          { label: 'For', render: nameOf },
          { label: 'Articles', numeric: true, render: ({ articles }) => articles },
          {
            label: 'Last fetched',
            render: ({ checkedAt }) => relativeTime(checkedAt, now) ?? 'Not yet',
          },
        ]}
        renderActions={(feed) => (
          <IconButton icon={Trash2} label={`Delete ${feed.title}`} onClick={() => onDelete(feed)} />
        )}
      />
    </div>
  )
}

function AddFeed({
  competitors,
  action,
  onClose,
  onSubmit,
}: {
  competitors: Competitor[]
  action: Action
  onClose: () => void
  onSubmit: (form: FormData) => void
}) {
  return (
    <FormDialog title="Add feed" submit="Add" action={action} onClose={onClose} onSubmit={onSubmit}>
      <Field label="Address of the feed" name="url" type="url" maxLength={2000} data-autofocus />
      <Select
        label="For"
        name="kind"
        options={[
          { value: 'company', label: 'Company' },
          { value: 'industry', label: 'Industry' },
          ...competitors.map(({ id, name }) => ({ value: `competitor:${id}`, label: name })),
        ]}
      />
    </FormDialog>
  )
}
