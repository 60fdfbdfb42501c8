import type { FeedKind } from '#contract/news.ts'
import type { Handle } from '../db/open.ts'

export type ArticleRow = {
  id: number
  url: string
  url_key: string
  title: string
  title_key: string
  description: string | null
  image_url: string | null
  source: string
  published_at: string
  found_at: string
}

export type MarkedArticle = ArticleRow & { saved: 0 | 1 | null; read: 0 | 1 | null }

/** So many are sorted by relevance or by source; older ones are found by searching. */
const mostShown = 300

/** Which articles: a tab of a company, or what a person has saved. */
export type Wanted = { companyId: number; kind: FeedKind } | 'saved'

/** FTS5's own language stays in this file: each word becomes a string of it, whatever it is made of. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** The newest of what is wanted. @param words each must begin a word of the article */
export function articles(
  handle: Handle,
  personId: number,
  wanted: Wanted,
  words: readonly string[],
): Promise<MarkedArticle[]> {
  return handle('article')
    .select('article.*', 'article_mark.saved', 'article_mark.read')
    .leftJoin('article_mark', (join) =>
      join
        .on('article_mark.article_id', 'article.id')
        .andOn('article_mark.person_id', handle.raw('?', [personId])),
    )
    .modify((query) => {
      if (wanted === 'saved') void query.where('article_mark.saved', 1)
      else if (wanted.kind === 'competitor')
        void query.whereIn('article.id', aboutCompetitors(handle, wanted))
      else void query.whereIn('article.id', inTab(handle, wanted))
      if (words.length > 0)
        void query.whereRaw('article.id IN (SELECT rowid FROM article_words WHERE article_words MATCH ?)', [
          words.map((word) => `${quoted(word)}*`).join(' AND '),
        ])
    })
    .orderBy([
      { column: 'article.published_at', order: 'desc' },
      { column: 'article.id', order: 'desc' },
    ])
    .limit(mostShown)
}

const inTab = (handle: Handle, { companyId, kind }: { companyId: number; kind: FeedKind }) =>
  handle('article_place').select('article_id').where({ company_id: companyId, kind })

const aboutCompetitors = (handle: Handle, { companyId }: { companyId: number }) =>
  handle('article_competitor')
    .select('article_id')
    .whereIn('competitor_id', handle('competitor').select('id').where({ company_id: companyId }))

/** How well articles meet any of the terms (bm25; the title counts most): lower is better. Those with none are absent. */
export async function ranks(
  handle: Handle,
  ids: readonly number[],
  terms: readonly string[],
): Promise<Map<number, number>> {
  if (terms.length === 0 || ids.length === 0) return new Map()
  const rows: { id: number; rank: number }[] = await handle('article_words')
    .select(handle.raw('rowid AS id, bm25(article_words, 4.0, 1.0, 0.5) AS rank'))
    .whereRaw('article_words MATCH ?', [terms.map(quoted).join(' OR ')])
    .whereIn('rowid', ids)
  return new Map(rows.map(({ id, rank }) => [id, rank]))
}

export async function findArticle(handle: Handle, id: number): Promise<ArticleRow | null> {
  const row: ArticleRow | undefined = await handle('article').where({ id }).first()
  return row ?? null
}

/** The same story: the same address, or the same title within some days. */
export async function sameArticle(
  handle: Handle,
  { url_key, title_key }: Pick<ArticleRow, 'url_key' | 'title_key'>,
  between: readonly [from: string, to: string],
): Promise<ArticleRow | null> {
  const row: ArticleRow | undefined = await handle('article')
    .where({ url_key })
    .orWhere(
      (other) =>
        void other.where({ title_key }).whereNot({ title_key: '' }).whereBetween('published_at', between),
    )
    .orderByRaw('url_key = ? DESC, id', [url_key])
    .first()
  return row ?? null
}

export async function insertArticle(handle: Handle, row: Omit<ArticleRow, 'id'>): Promise<number> {
  const [id] = await handle('article').insert(row)
  return id!
}

/** A feed brings it still. */
export async function seeAgain(handle: Handle, id: number, at: string): Promise<void> {
  await handle('article').where({ id }).update({ found_at: at })
}

export async function changeArticle(
  handle: Handle,
  id: number,
  change: Partial<Pick<ArticleRow, 'title' | 'description' | 'image_url'>>,
): Promise<void> {
  await handle('article').where({ id }).update(change)
}

/** @returns whether that was new */
export async function place(
  handle: Handle,
  row: { article_id: number; feed_id: number; company_id: number; kind: FeedKind },
): Promise<boolean> {
  const there: unknown = await handle('article_place')
    .where({ article_id: row.article_id, feed_id: row.feed_id, kind: row.kind })
    .first('article_id')
  if (there) return false
  await handle('article_place').insert(row)
  return true
}

export async function placeAbout(handle: Handle, articleId: number, competitorId: number): Promise<void> {
  await handle('article_competitor')
    .insert({ article_id: articleId, competitor_id: competitorId })
    .onConflict(['article_id', 'competitor_id'])
    .ignore()
}

/** The newest that any feed of a company has brought. */
export function articlesOfCompany(handle: Handle, companyId: number, limit: number): Promise<ArticleRow[]> {
  return handle('article')
    .whereIn('id', handle('article_place').select('article_id').where({ company_id: companyId }))
    .orderBy('published_at', 'desc')
    .limit(limit)
}

export async function mark(
  handle: Handle,
  personId: number,
  articleId: number,
  change: { saved?: 0 | 1; read?: 0 | 1 },
): Promise<void> {
  await handle('article_mark')
    .insert({ person_id: personId, article_id: articleId, ...change })
    .onConflict(['person_id', 'article_id'])
    .merge(change)
}

export function markedBy(
  handle: Handle,
  personId: number,
): Promise<
  (Pick<ArticleRow, 'url' | 'title' | 'source' | 'published_at'> & { saved: 0 | 1; read: 0 | 1 })[]
> {
  return handle('article_mark')
    .join('article', 'article.id', 'article_mark.article_id')
    .select('url', 'title', 'source', 'published_at', 'saved', 'read')
    .where({ person_id: personId })
    .orderBy('published_at', 'desc')
}

export async function forgetMarks(handle: Handle, personId: number): Promise<void> {
  await handle('article_mark').where({ person_id: personId }).delete()
}

/** Articles that no feed brings any longer, or that are older than this, unless somebody has saved them. @returns their ids */
export async function prune(handle: Handle, foundBefore: string): Promise<number[]> {
  const ids: number[] = await handle('article')
    .where(
      (gone) =>
        void gone
          .where('found_at', '<', foundBefore)
          .orWhereNotIn('id', handle('article_place').select('article_id')),
    )
    .whereNotIn('id', handle('article_mark').select('article_id').where({ saved: 1 }))
    .limit(5000)
    .pluck('id')
  for (let from = 0; from < ids.length; from += 500)
    await handle('article')
      .whereIn('id', ids.slice(from, from + 500))
      .delete()
  return ids
}

export function articleIds(handle: Handle): Promise<number[]> {
  return handle('article').orderBy('id').pluck('id')
}

export function placesOfArticle(
  handle: Handle,
  articleId: number,
): Promise<{ company_id: number; kind: FeedKind }[]> {
  return handle('article_place')
    .where({ article_id: articleId })
    .orderBy(['kind', 'company_id'])
    .distinct('company_id', 'kind')
}
