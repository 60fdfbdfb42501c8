import type { JobView } from '#contract/jobs.ts'
import type { CompaniesService } from '../companies/service.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { activeJobs, enqueue } from '../jobs/queue.ts'
import { createArticles } from './articles.ts'
import { createCompetitors } from './competitors.ts'
import { createFeeds } from './feeds.ts'
import * as feedStore from './feed-store.ts'
import type { SafeFetch } from './fetch.ts'
import type { createImages } from './images.ts'
import type { Indexed } from './intake.ts'
import type { FetchFeeds } from './jobs.ts'
import type { FeedReader } from './reader.ts'

export type NewsService = ReturnType<typeof createNews>

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

  return {
    feeds,
    ...createArticles({ db, companies, images }),
    ...createCompetitors({ db, companies }),
    underWay,

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
  }
}
