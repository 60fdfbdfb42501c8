import type { Feed, FeedKind } from '#contract/news.ts'
import { newsChanged } from '#contract/news.ts'
import type { CompaniesService } from '../companies/service.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import * as store from './feed-store.ts'
import { refused, type SafeFetch } from './fetch.ts'
import { createAddFeed, type FeedPlace } from './add-feed.ts'
import { takeIn, type Indexed } from './intake.ts'
import { hostOf } from './match.ts'
import { exportOpml, placeOf } from './opml.ts'
import type { FeedReader } from './reader.ts'

const largestFile = 5_000_000

export const presentFeed = (row: store.FeedRow & { articles?: number }): Feed => ({
  id: row.id,
  companyId: row.company_id,
  kind: row.kind,
  competitorId: row.competitor_id,
  url: row.url,
  title: row.title ?? row.file_name ?? hostOf(row.url) ?? row.url ?? 'A file',
  checkedAt: row.checked_at,
  error: row.error,
  articles: row.articles ?? 0,
})

/** The feeds that a company follows. */
export function createFeeds({
  db,
  companies,
  reader,
  fetch,
  wake,
  indexed,
}: {
  db: Db
  companies: Pick<CompaniesService, 'get'>
  reader: FeedReader
  fetch: Pick<SafeFetch, 'checkUrl'>
  /** Has what is due fetched. */
  wake: (handle: Handle, companyId: number) => Promise<void>
  indexed: Indexed
}) {
  const { checkPlace, checkAddress, insert } = createAddFeed({ companies, fetch })

  return {
    list: async (handle: Handle, companyId: number): Promise<Feed[]> => {
      await companies.get(handle, companyId)
      return (await store.feedsOf(handle, companyId)).map(presentFeed)
    },

    /** Follows a feed; it is fetched at once. @throws AppError invalid_input, feed_refused, not_found */
    async add(place: FeedPlace, address: string): Promise<Feed> {
      const url = checkAddress(address)
      return transact(db, async (trx) => {
        const id = await insert(trx, place, url, null)
        if (id === null) throw new AppError('invalid_input', 'This feed is followed there already.')
        await wake(trx, place.companyId)
        await publishChange(trx, newsChanged, place.companyId)
        return presentFeed((await store.findFeed(trx, id))!)
      })
    },

    /** What only it brought goes with it, but for what somebody has saved. @throws AppError not_found */
    remove: (id: number): Promise<void> =>
      transact(db, async (trx) => {
        const feed = await store.findFeed(trx, id)
        if (!feed) throw new AppError('not_found', 'There is no such feed.')
        await store.removeFeed(trx, id)
        await publishChange(trx, newsChanged, feed.company_id)
      }),

    /**
     * Adds the feeds of an OPML file. Groups that are called as export calls them say where a feed belongs; `kind` is
     * for all others. @throws AppError feed_refused
     */
    async importOpml(companyId: number, opml: string, kind: FeedKind) {
      const answer = await reader({ bytes: Buffer.from(opml), contentType: 'charset=utf-8', base: null })
      if (answer.kind !== 'opml') throw refused('This is no OPML file.')
      return transact(db, async (trx) => {
        const result = { added: 0, known: 0, refused: 0 }
        const competitors = await store.competitorsOf(trx, companyId)
        for (const outline of answer.outlines) {
          const place = placeOf(outline, companyId, kind, competitors)
          try {
            const id = await insert(trx, place, checkAddress(outline.url), outline.title)
            if (id === null) result.known += 1
            else result.added += 1
          } catch (error) {
            if (!(error instanceof AppError) || error.code === 'not_found') throw error
            result.refused += 1
          }
        }
        if (result.added > 0) await wake(trx, companyId)
        await publishChange(trx, newsChanged, companyId)
        return result
      })
    },

    exportOpml: (handle: Handle, companyId: number): Promise<string> =>
      exportOpml(companies, handle, companyId),

    /**
     * Takes in a feed that came as a file (the shared folder's, or `appliance feeds take`): its articles stand beside
     * those of feeds that are fetched. The same name again brings what is new. @throws AppError feed_refused, not_found
     */
    async takeFile(place: FeedPlace, file: { name: string; bytes: Uint8Array }) {
      if (file.bytes.length > largestFile) throw refused('It is larger than 5 MB, which no feed may be.')
      const answer = await reader({ bytes: file.bytes, contentType: null, base: null })
      if (answer.kind === 'refused') throw refused(answer.reason)
      if (answer.kind === 'opml') throw refused('This is a list of feeds (OPML) and not a feed: import it.')
      const parsed = answer.feed
      const company = await companies.get(db.read, place.companyId)
      const feed = await transact(db, async (trx) => {
        const columns = await checkPlace(trx, place)
        const known = await store.sameFeed(trx, columns, { file_name: file.name })
        const id = known?.id ?? (await store.insertFeed(trx, { ...columns, file_name: file.name }))
        await store.changeFeed(trx, id, {
          title: parsed.title ?? file.name,
          checked_at: new Date().toISOString(),
        })
        return (await store.findFeed(trx, id))!
      })
      const articles = await takeIn(db, feed, parsed, company, indexed)
      await transact(db, (trx) => publishChange(trx, newsChanged, place.companyId))
      return { feedId: feed.id, articles }
    },
  }
}
