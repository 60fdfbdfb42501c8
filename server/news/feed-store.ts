import type { FeedKind } from '#contract/news.ts'
import type { Handle } from '../db/open.ts'

export type FeedRow = {
  id: number
  company_id: number
  kind: FeedKind
  competitor_id: number | null
  url: string | null
  file_name: string | null
  title: string | null
  etag: string | null
  modified: string | null
  checked_at: string | null
  /** When it is read again by itself; null: never (a file). */
  next_at: string | null
  failures: number
  error: string | null
  created_at: string
}

export type CompetitorRow = {
  id: number
  company_id: number
  name: string
  website: string | null
  track_news: 0 | 1
  created_at: string
}

const now = (): string => new Date().toISOString()

export function feedsOf(handle: Handle, companyId: number): Promise<(FeedRow & { articles: number })[]> {
  const count = handle('article_place')
    .whereRaw('article_place.feed_id = feed.id')
    .countDistinct('article_id')
    .as('articles')
  return handle('feed').select('feed.*', count).where({ company_id: companyId }).orderBy(['kind', 'id'])
}

export async function findFeed(handle: Handle, id: number): Promise<FeedRow | null> {
  const row: FeedRow | undefined = await handle('feed').where({ id }).first()
  return row ?? null
}

type FeedPlace = Pick<FeedRow, 'company_id' | 'kind' | 'competitor_id'>

/** One of this address (or file name) in the same place. */
export async function sameFeed(
  handle: Handle,
  place: FeedPlace,
  by: { url: string } | { file_name: string },
): Promise<FeedRow | null> {
  const row: FeedRow | undefined = await handle('feed')
    .where({ ...place, ...by })
    .first()
  return row ?? null
}

export async function insertFeed(
  handle: Handle,
  row: FeedPlace & Partial<Pick<FeedRow, 'url' | 'file_name' | 'title' | 'next_at'>>,
): Promise<number> {
  const [id] = await handle('feed').insert({ ...row, created_at: now() })
  return id!
}

export async function changeFeed(handle: Handle, id: number, change: Partial<FeedRow>): Promise<void> {
  await handle('feed').where({ id }).update(change)
}

/** @returns whether there was one */
export async function removeFeed(handle: Handle, id: number): Promise<boolean> {
  return (await handle('feed').where({ id }).delete()) > 0
}

/** Those whose turn has come. @param companyId only this company's, whether their turn has come or not */
export function dueFeeds(handle: Handle, companyId: number | null): Promise<FeedRow[]> {
  return handle('feed')
    .whereNotNull('url')
    .modify((query) => {
      if (companyId === null) void query.where('next_at', '<=', now())
      else void query.where({ company_id: companyId })
    })
    .orderBy('next_at')
    .limit(1000)
}

export async function countFeeds(handle: Handle, companyId: number): Promise<number> {
  const [row]: { count: number }[] = await handle('feed')
    .where({ company_id: companyId })
    .select(handle.raw('count(*) AS count'))
  return row?.count ?? 0
}

export function competitorsOf(handle: Handle, companyId: number): Promise<CompetitorRow[]> {
  return handle('competitor').where({ company_id: companyId }).orderByRaw('name COLLATE NOCASE, id')
}

export async function findCompetitor(handle: Handle, id: number): Promise<CompetitorRow | null> {
  const row: CompetitorRow | undefined = await handle('competitor').where({ id }).first()
  return row ?? null
}

export async function insertCompetitor(
  handle: Handle,
  row: Omit<CompetitorRow, 'id' | 'created_at'>,
): Promise<CompetitorRow> {
  const [made]: CompetitorRow[] = await handle('competitor').insert({ ...row, created_at: now() }, '*')
  return made!
}

export async function removeCompetitor(handle: Handle, id: number): Promise<void> {
  await handle('competitor').where({ id }).delete()
}
