import { webAddress, type FeedKind } from '#contract/news.ts'
import type { CompaniesService } from '../companies/service.ts'
import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import * as store from './feed-store.ts'
import type { SafeFetch } from './fetch.ts'

/** More feeds of one company would keep the appliance busy with nothing else. */
const mostFeeds = 500

export type FeedPlace = { companyId: number; kind: FeedKind; competitorId?: number | null }

/** Checks and adds a feed that a company follows. */
export function createAddFeed({
  companies,
  fetch,
}: {
  companies: Pick<CompaniesService, 'get'>
  fetch: Pick<SafeFetch, 'checkUrl'>
}) {
  /** @throws AppError not_found, invalid_input */
  async function checkPlace(handle: Handle, { companyId, kind, competitorId = null }: FeedPlace) {
    await companies.get(handle, companyId)
    if (kind === 'competitor') {
      const competitor = competitorId === null ? null : await store.findCompetitor(handle, competitorId)
      if (competitor?.company_id !== companyId)
        throw new AppError('invalid_input', 'Please choose the competitor whose feed it is.')
    }
    if ((await store.countFeeds(handle, companyId)) >= mostFeeds)
      throw new AppError('invalid_input', `A company may follow ${mostFeeds} feeds at most.`)
    return { company_id: companyId, kind, competitor_id: kind === 'competitor' ? competitorId : null }
  }

  /** @throws AppError invalid_input, feed_refused */
  function checkAddress(given: string): string {
    const url = webAddress(given)
    if (url === null) throw new AppError('invalid_input', 'Please enter a valid URL')
    fetch.checkUrl(new URL(url))
    return new URL(url).href
  }

  async function insert(
    trx: Handle,
    place: FeedPlace,
    url: string,
    title: string | null,
  ): Promise<number | null> {
    const columns = await checkPlace(trx, place)
    if (await store.sameFeed(trx, columns, { url })) return null
    return store.insertFeed(trx, { ...columns, url, title, next_at: new Date().toISOString() })
  }

  return { checkPlace, checkAddress, insert }
}
