import { join } from 'node:path'
import type { CompaniesService } from '../companies/service.ts'
import type { Handle } from '../db/open.ts'
import { runnable } from '../jobs/define.ts'
import { regularly } from '../regularly.ts'
import type { Core, Slice } from '../slice.ts'
import { createSafeFetch } from './fetch.ts'
import { createImages } from './images.ts'
import { fetchFeedsJob } from './jobs.ts'
import { createFeedReader } from './reader.ts'
import { createRound } from './round.ts'
import { articlesFound } from './search-source.ts'
import { newsRoutes } from './routes.ts'
import { createNews, type NewsService } from './service.ts'

const lookEveryMs = 60_000

export function createNewsSlice(core: Core & { companies: CompaniesService }): Slice<NewsService> {
  const { config, db, log, paths, companies } = core
  const fetch = createSafeFetch(config)
  const reader = createFeedReader(config.appRoot)
  const images = createImages({ folder: join(paths.root, 'news'), fetch })
  const indexed = (trx: Handle, id: number): Promise<void> => core.search.refresh(trx, 'news', String(id))
  const round = createRound({ db, companies, reader, fetch, indexed, forgetImages: images.forget })
  const job = fetchFeedsJob(() => round)
  const news = createNews({ db, companies, reader, fetch, images, job, indexed })
  return {
    name: 'news',
    service: news,
    routes: (router) => newsRoutes(router, { db, news }),
    jobs: [runnable(job)],
    search: [articlesFound],
    personalData: { name: 'news', collect: news.ofPerson, erase: news.forgetPerson },
    start: () =>
      regularly(lookEveryMs, news.lookForDue, (error) =>
        log.warn({ err: error }, 'feeds that are due could not be looked for'),
      ),
    close: fetch.close,
  }
}
