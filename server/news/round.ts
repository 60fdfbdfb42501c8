import { newsChanged } from '#contract/news.ts'
import type { CompaniesService } from '../companies/service.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { changeFeed, dueFeeds, findFeed, type FeedRow } from './feed-store.ts'
import type { SafeFetch } from './fetch.ts'
import { takeIn, type Indexed } from './intake.ts'
import type { FeedReader } from './reader.ts'
import { prune } from './store.ts'

const everyMs = 3_600_000
const longestPauseMs = 24 * 3_600_000
/** A publisher is not asked again sooner, however often somebody presses Refresh. */
const soonestAgainMs = 60_000
const keptMs = 90 * 86_400_000
const largestBytes = 5_000_000
const deadlineMs = 30_000
const atOnce = 4
const accept =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

export type Round = ReturnType<typeof createRound>

/** Fetches feeds: those that are due, or all of one company. */
export function createRound({
  db,
  companies,
  reader,
  fetch,
  indexed,
  forgetImages,
}: {
  db: Db
  companies: Pick<CompaniesService, 'get'>
  reader: FeedReader
  fetch: Pick<SafeFetch, 'get'>
  indexed: Indexed
  forgetImages: (articleIds: readonly number[]) => Promise<void>
}) {
  /** @returns what is to be written of the try */
  async function read(feed: FeedRow & { url: string }, log: Log): Promise<Partial<FeedRow>> {
    const answer = await fetch.get(feed.url, {
      largestBytes,
      deadlineMs,
      what: 'feed',
      headers: {
        accept,
        ...(feed.etag !== null && { 'if-none-match': feed.etag }),
        ...(feed.modified !== null && { 'if-modified-since': feed.modified }),
      },
    })
    const good = { next_at: later(everyMs), failures: 0, error: null }
    if (answer.status === 304) return good
    if (answer.status === 410) throw new AppError('feed_failed', 'The feed has been taken down (410).')
    if (answer.status !== 200) {
      const seconds = Number(answer.retryAfter)
      const wait = seconds > 0 ? Math.min(seconds * 1000, longestPauseMs) : null
      throw Object.assign(new AppError('feed_failed', `It answered with ${answer.status}.`), { wait })
    }
    const { bytes, contentType } = answer
    const parsed = await reader({ bytes, contentType, base: answer.url })
    if (parsed.kind === 'refused') throw new AppError('feed_failed', parsed.reason)
    if (parsed.kind === 'opml')
      throw new AppError('feed_failed', 'This is a list of feeds (OPML) and not a feed.')
    const company = await companies.get(db.read, feed.company_id)
    await takeIn(db, feed, parsed.feed, company, indexed)
    const unread = parsed.feed.items.filter(({ dateUnread }) => dateUnread).length
    if (unread > 0)
      log.warn(
        { feed: feed.id, articles: unread },
        'articles have the day on which they came: their dates cannot be read',
      )
    return {
      ...good,
      title: parsed.feed.title,
      etag: answer.etag,
      modified: answer.modified,
      ...(answer.movedForGood && { url: answer.url }),
    }
  }

  async function fetchOne(feed: FeedRow & { url: string }, log: Log): Promise<void> {
    let change: Partial<FeedRow>
    try {
      change = await read(feed, log)
    } catch (error) {
      const known = error instanceof AppError
      if (!known) log.error({ err: error, feed: feed.id }, 'a feed could not be taken in')
      const failures = feed.failures + 1
      const wait = error instanceof Error && 'wait' in error ? Number(error.wait) : 0
      change = {
        failures,
        error: known ? error.message : 'It could not be taken in; the details are in the log.',
        next_at: later(Math.max(wait, Math.min(everyMs * 2 ** (failures - 1), longestPauseMs))),
      }
    }
    await transact(db, async (trx) => {
      // Removed meanwhile.
      if (!(await findFeed(trx, feed.id))) return
      await changeFeed(trx, feed.id, { ...change, checked_at: new Date().toISOString() })
      await publishChange(trx, newsChanged, feed.company_id)
    })
  }

  return {
    /** @param companyId all of its feeds, but for those that were asked just now; null: those that are due, of all */
    async run(
      companyId: number | null,
      log: Log,
      { signal, progress }: { signal: AbortSignal; progress: (done: number, all: number) => void },
    ): Promise<void> {
      const justNow = later(-soonestAgainMs)
      const due = (await dueFeeds(db.read, companyId)).filter(
        (feed): feed is FeedRow & { url: string } =>
          feed.url !== null && (feed.checked_at === null || feed.checked_at < justNow || companyId === null),
      )
      let next = 0
      let done = 0
      const worker = async (): Promise<void> => {
        for (let feed = due[next++]; feed; feed = due[next++]) {
          signal.throwIfAborted()
          await fetchOne(feed, log)
          progress(++done, due.length)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      await forgetImages(
        await transact(db, async (trx) => {
          const gone = await prune(trx, later(-keptMs))
          for (const id of gone) await indexed(trx, id)
          return gone
        }),
      )
    },
  }
}

const later = (ms: number): string => new Date(Date.now() + ms).toISOString()
