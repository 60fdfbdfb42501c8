import { runnable } from '../jobs/define.ts'
import { enqueue, isActive } from '../jobs/queue.ts'
import { speechAtWork } from '../jobs/speech-first.ts'
import { regularly } from '../regularly.ts'
import type { Ports, Slice } from '../slice.ts'
import { embedJob, embedRound, indexJob } from './jobs.ts'
import { searchRoutes } from './routes.ts'
import { createSearch, type SearchService } from './service.ts'

/** How often it is looked for passages that have no vector yet. */
const lookMs = 60_000

export type SearchServices = {
  search: SearchService
  /** Whether the index is still being made, after an upgrade or a first start. */
  isIndexing: () => Promise<boolean>
}

export function createSearchSlice({ db, log, language, small }: Ports): Slice<SearchServices> {
  // A question's vector is work for the language model too: while speech goes first, only words are searched.
  const search = createSearch({
    ...{ db, log },
    language: {
      embed: async (...asked) => ((await speechAtWork(db, small)) === null ? language.embed(...asked) : null),
    },
  })
  const index = indexJob(() => ({ db, search }))
  const vectors = embedJob(() => ({ db, language }))
  return {
    name: 'search',
    service: { search, isIndexing: () => isActive(db.read, index.name, 0) },
    routes: (router) => searchRoutes(router, { search }),
    jobs: [runnable(index), runnable(vectors)],
    async start() {
      if ((await search.due(db.read)).length > 0) await enqueue(db.write, index, {})
      return regularly(lookMs, embedRound({ db, language }, vectors, lookMs), (error) =>
        log.warn({ err: error }, 'passages without vectors could not be looked for'),
      )
    },
  }
}
