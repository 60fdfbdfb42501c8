import {
  competitorProblems,
  newsChanged,
  type Article,
  type Competitor,
  type NewsSort,
} from '#contract/news.ts'
import type { JobView } from '#contract/jobs.ts'
import type { CompaniesService } from '../companies/service.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { activeJobs, enqueue } from '../jobs/queue.ts'
import { createFeeds } from './feeds.ts'
import * as feedStore from './feed-store.ts'
import type { SafeFetch } from './fetch.ts'
import { etagOf, type createImages } from './images.ts'
import { matchAgain, type Indexed } from './intake.ts'
import type { FetchFeeds } from './jobs.ts'
import { namePhrase, searchWords } from './match.ts'
import type { FeedReader } from './reader.ts'
import * as store from './store.ts'

export type NewsService = ReturnType<typeof createNews>

/** An article of today counts twice as much as one of a week ago that says the same. */
const freshForDays = 7
const mostListed = 200

/** News of companies, their competitors and industries. */
export function createNews({
  db,
  companies,
  reader,
  fetch,
  images,
  job,
  indexed,
}: {
  db: Db
  companies: CompaniesService
  reader: FeedReader
  fetch: Pick<SafeFetch, 'checkUrl'>
  images: ReturnType<typeof createImages>
  job: JobDefinition<FetchFeeds>
  indexed: Indexed
}) {
  const wake = async (handle: Handle, companyId: number): Promise<void> => {
    await enqueue(handle, job, { companyId })
  }
  const feeds = createFeeds({ db, companies, reader, fetch, wake, indexed })

  /** The job that fetches a company's feeds; null: none is under way. */
  const underWay = async (handle: Handle, companyId: number): Promise<JobView | null> =>
    (await activeJobs(handle, [job.name], companyId))[0] ?? null

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
    feeds,
    underWay,

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

    competitors: async (handle: Handle, companyId: number): Promise<Competitor[]> => {
      await companies.get(handle, companyId)
      return (await feedStore.competitorsOf(handle, companyId)).map(presentCompetitor)
    },

    /** @throws AppError invalid_input, not_found */
    addCompetitor: (
      companyId: number,
      given: { name: string; website: string; trackNews: boolean },
    ): Promise<Competitor> =>
      transact(db, async (trx) => {
        const problems = competitorProblems(given)
        const problem = problems.name ?? problems.website
        if (problem) throw new AppError('invalid_input', problem)
        await companies.get(trx, companyId)
        const name = given.name.trim()
        const there = await feedStore.competitorsOf(trx, companyId)
        if (there.some((one) => one.name.toLowerCase() === name.toLowerCase()))
          throw new AppError('invalid_input', `${name} is among the competitors already.`)
        const made = await feedStore.insertCompetitor(trx, {
          company_id: companyId,
          name,
          website: given.website.trim() || null,
          track_news: given.trackNews ? 1 : 0,
        })
        await matchAgain(trx, made)
        await publishChange(trx, newsChanged, companyId)
        return presentCompetitor(made)
      }),

    /** @throws AppError not_found */
    removeCompetitor: (id: number): Promise<void> =>
      transact(db, async (trx) => {
        const competitor = await feedStore.findCompetitor(trx, id)
        if (!competitor) throw new AppError('not_found', 'There is no such competitor.')
        await feedStore.removeCompetitor(trx, id)
        await publishChange(trx, newsChanged, competitor.company_id)
      }),

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

    /** Has a company's feeds fetched now. @returns null: it has none */
    refresh: (companyId: number): Promise<JobView | null> =>
      transact(db, async (trx) => {
        await companies.get(trx, companyId)
        if ((await feedStore.feedsOf(trx, companyId)).every(({ url }) => url === null)) return null
        await wake(trx, companyId)
        return underWay(trx, companyId)
      }),

    /** Has fetched what is due. */
    async lookForDue(): Promise<void> {
      if ((await feedStore.dueFeeds(db.read, null)).length > 0)
        await transact(db, (trx) => enqueue(trx, job, { companyId: 0 }))
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

  async function needArticle(handle: Handle, id: number): Promise<store.ArticleRow> {
    const row = await store.findArticle(handle, id)
    if (!row) throw new AppError('not_found', 'There is no such article.')
    return row
  }
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

const presentCompetitor = (row: feedStore.CompetitorRow): Competitor => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  website: row.website,
  trackNews: row.track_news === 1,
})
