import { CircleAlert, Newspaper } from 'lucide-react'
import { Link } from 'wouter'
import type { NewsSort } from '#contract/news.ts'
import { useFeeds, useNews, type NewsTab } from '../../hooks/news.ts'
import { useNow } from '../../hooks/page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ArticleCard } from './ArticleCard.tsx'
import { FeedTrouble } from './FeedTrouble.tsx'

const nothing: Record<NewsTab, string> = {
  company: "We couldn't find any news about your company.",
  competitors: "We couldn't find any news about your competitors.",
  industry: "We couldn't find any industry news.",
  saved: "You haven't saved any articles yet.",
}
const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

type ArticlesProps = { companyId: number; tab: NewsTab; sort: NewsSort; search: string }

export function Articles({ companyId, tab, sort, search }: ArticlesProps) {
  const news = useNews(companyId, tab, sort, search)
  const feeds = useFeeds(companyId)
  const now = useNow()
  const { data, error } = news as { data: typeof news.data; error: unknown }
  if (error)
    return (
      <Banner
        tone="bad"
        icon={CircleAlert}
        live
        action={
          <Button small onClick={() => void news.mutate()}>
            Retry
          </Button>
        }
      >
        Failed to load news: {error instanceof Error ? error.message : 'Failed to fetch news'}
      </Banner>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label="News: loading" className={grid}>
        {Array.from({ length: 6 }, (_, card) => (
          <Skeleton key={card} className="h-72" />
        ))}
      </div>
    )
  if (data.length === 0)
    return (
      <div className="rounded-md border border-line bg-surface px-6 py-12 text-center">
        <Newspaper size={20} strokeWidth={1.75} className="mx-auto mb-2 text-ink-3" aria-hidden />
        <h2 className="font-semibold">No articles found</h2>
        <p className="text-ink-2">{nothing[tab]}</p>
        {tab !== 'saved' && (
          <FeedTrouble companyId={companyId} feeds={feeds.data?.feeds ?? []} className="mt-4" />
        )}
        {tab !== 'saved' && feeds.data?.feeds.length === 0 && (
          <p className="mt-3 text-ink-2">
            No feeds are followed yet.{' '}
            <Link href={`/governance?company=${companyId}`} className="text-accent underline">
              Add a news feed in Governance
            </Link>
          </p>
        )}
      </div>
    )
  return (
    <>
      {tab !== 'saved' && (
        <FeedTrouble companyId={companyId} feeds={feeds.data?.feeds ?? []} className="mb-4" />
      )}
      <ul className={grid}>
        {data.map((article) => (
          <li key={article.id} className="min-w-0">
            <ArticleCard article={article} now={now} onChanged={() => void news.mutate()} />
          </li>
        ))}
      </ul>
    </>
  )
}
