import type { Article, NewsSort } from '#contract/news.ts'
import type { CompaniesService } from '../companies/service.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import * as feedStore from './feed-store.ts'
import { etagOf, type createImages } from './images.ts'
import { namePhrase, searchWords } from './match.ts'
import * as store from './store.ts'

/** An article of today counts twice as much as one of a week ago that says the same. */
const freshForDays = 7
const mostListed = 200

/** The articles: found, sorted, saved and read. */
export function createArticles({
  db,
  companies,
  images,
}: {
  db: Db
  companies: CompaniesService
  images: ReturnType<typeof createImages>
}) {
  /** What makes an article matter in a tab. */
  async function termsFor(handle: Handle, wanted: store.Wanted): Promise<string[]> {
    if (wanted === 'saved') {
      const all = await companies.list(handle)
      return all.flatMap(({ name, industryTerms }) => [namePhrase(name), ...industryTerms])
    }
    const { name, industryTerms } = await companies.get(handle, wanted.companyId)
    const competitors = await feedStore.competitorsOf(handle, wanted.companyId)
    return wanted.kind === 'competitor'
      ? [...competitors.map((one) => namePhrase(one.name)), ...industryTerms]
      : [...industryTerms, namePhrase(name)]
  }

  async function byRelevance(
    handle: Handle,
    wanted: store.Wanted,
    rows: store.MarkedArticle[],
    words: string[],
  ): Promise<store.MarkedArticle[]> {
    const terms = [...(await termsFor(handle, wanted)), ...words].filter((term) => term.trim() !== '')
    const found = await store.ranks(
      handle,
      rows.map(({ id }) => id),
      terms,
    )
    const best = Math.min(-1e-9, ...found.values())
    const score = ({ id, published_at }: store.MarkedArticle): number => {
      const days = Math.max(0, Date.now() - Date.parse(published_at)) / 86_400_000
      return (0.1 + (found.get(id) ?? 0) / best) * 0.5 ** (days / freshForDays / 2)
    }
    return [...rows].sort((a, b) => score(b) - score(a))
  }

  return {
    /** @throws AppError not_found */
    async articles(
      handle: Handle,
      personId: number,
      wanted: store.Wanted,
      { sort, search }: { sort: NewsSort; search: string },
    ): Promise<Article[]> {
      if (wanted !== 'saved') await companies.get(handle, wanted.companyId)
      const words = searchWords(search)
      if (search !== '' && words.length === 0) return []
      const rows = await store.articles(handle, personId, wanted, words)
      const sorted =
        sort === 'relevance'
          ? await byRelevance(handle, wanted, rows, words)
          : sort === 'source'
            ? rows.sort((a, b) => a.source.localeCompare(b.source, 'en', { sensitivity: 'base' }))
            : rows
      return sorted.slice(0, mostListed).map(presentArticle)
    },

    /** @throws AppError not_found */
    mark: (personId: number, articleId: number, change: { saved?: boolean; read?: true }): Promise<void> =>
      transact(db, async (trx) => {
        await needArticle(trx, articleId)
        await store.mark(trx, personId, articleId, {
          ...(change.saved !== undefined && { saved: change.saved ? 1 : 0 }),
          ...(change.read && { read: 1 }),
        })
      }),

    /** @throws AppError not_found when there is none */
    async image(articleId: number) {
      const { image_url } = await needArticle(db.read, articleId)
      const picture = image_url === null ? null : await images.get(articleId, image_url)
      if (!picture) throw new AppError('not_found', 'There is no picture.')
      return { ...picture, etag: etagOf(picture.bytes) }
    },

    /** What a person has saved and read. */
    ofPerson: async (handle: Handle, personId: number): Promise<unknown> => {
      const marked = await store.markedBy(handle, personId)
      return marked.length === 0
        ? null
        : marked.map((one) => ({ ...one, saved: one.saved === 1, read: one.read === 1 }))
    },
    forgetPerson: store.forgetMarks,
  }
}

async function needArticle(handle: Handle, id: number): Promise<store.ArticleRow> {
  const row = await store.findArticle(handle, id)
  if (!row) throw new AppError('not_found', 'There is no such article.')
  return row
}

const presentArticle = (row: store.MarkedArticle): Article => ({
  id: row.id,
  source: row.source,
  title: row.title,
  description: row.description,
  imageUrl: row.image_url === null ? null : `/api/news/articles/${row.id}/image`,
  url: row.url,
  publishedAt: row.published_at,
  saved: row.saved === 1,
  read: row.read === 1,
})
