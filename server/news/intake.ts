import { transact, type Db, type Handle } from '../db/open.ts'
import { competitorsOf, type CompetitorRow, type FeedRow } from './feed-store.ts'
import { hostOf, isAbout, titleKey, urlKey, type Story } from './match.ts'
import type { ParsedFeed, ParsedItem } from './parse.ts'
import * as store from './store.ts'

/** Two feeds that bring the same title within so many days mean the same story. */
const sameStoryMs = 3 * 86_400_000
/** Some at a time, so that the appliance goes on with its own work in between. */
const batch = 25

/** An article is new, or stands in another place: search follows. */
export type Indexed = (trx: Handle, articleId: number) => Promise<void>

type Following = {
  company: { id: number; name: string; website: string | null }
  competitors: CompetitorRow[]
}

/** Puts a feed's articles away. @returns how many are new in it */
export async function takeIn(
  db: Db,
  feed: FeedRow,
  parsed: ParsedFeed,
  company: Following['company'],
  indexed: Indexed,
): Promise<number> {
  let fresh = 0
  const items = parsed.items.filter(({ url, title }) => url !== null && title !== '')
  for (let from = 0; from < items.length; from += batch)
    fresh += await transact(db, async (trx) => {
      const following = { company, competitors: await competitorsOf(trx, company.id) }
      let count = 0
      for (const item of items.slice(from, from + batch))
        if (await takeItem(trx, feed, parsed, item, { ...following, indexed })) count += 1
      return count
    })
  return fresh
}

async function takeItem(
  trx: Handle,
  feed: FeedRow,
  parsed: ParsedFeed,
  item: ParsedItem,
  { company, competitors, indexed }: Following & { indexed: Indexed },
): Promise<boolean> {
  const url = item.url!
  const now = new Date().toISOString()
  const publishedAt = item.publishedAt ?? now
  const keys = { url_key: urlKey(url), title_key: titleKey(item.title) }
  const around = (ms: number): string => new Date(Date.parse(publishedAt) + ms).toISOString()
  const known = await store.sameArticle(trx, keys, [around(-sameStoryMs), around(sameStoryMs)])
  const id =
    known?.id ??
    (await store.insertArticle(trx, {
      ...keys,
      url,
      title: item.title,
      description: item.description,
      image_url: item.image,
      source: sourceOf(parsed, url),
      published_at: publishedAt,
      found_at: now,
    }))
  if (known) await store.seeAgain(trx, id, now)
  if (known?.url_key === keys.url_key && (known.title !== item.title || known.description === null))
    await store.changeArticle(trx, id, {
      title: item.title,
      description: item.description ?? known.description,
      image_url: known.image_url ?? item.image,
    })
  const story: Story = { title: item.title, description: item.description, url }
  const places = new Set([feed.kind, ...(isAbout(story, company) ? (['company'] as const) : [])])
  let fresh = false
  for (const kind of places)
    fresh =
      (await store.place(trx, { article_id: id, feed_id: feed.id, company_id: feed.company_id, kind })) ||
      fresh
  for (const competitor of competitors)
    if (competitor.id === feed.competitor_id || (competitor.track_news === 1 && isAbout(story, competitor)))
      await store.placeAbout(trx, id, competitor.id)
  if (fresh) await indexed(trx, id)
  return fresh
}

function sourceOf({ title, link }: ParsedFeed, url: string): string {
  return title ?? hostOf(link) ?? hostOf(url) ?? 'News'
}

/** Looks for a new competitor in what is there. */
export async function matchAgain(trx: Handle, competitor: CompetitorRow): Promise<void> {
  if (competitor.track_news !== 1) return
  for (const one of await store.articlesOfCompany(trx, competitor.company_id, 3000))
    if (isAbout(one, competitor)) await store.placeAbout(trx, one.id, competitor.id)
}
