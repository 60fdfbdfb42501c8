import { z } from 'zod'
import { newsChanged } from '#contract/news.ts'
import { publishChange } from '../db/events.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { Round } from './round.ts'

/** 0: the feeds that are due, whosever they are. */
const payload = z.object({ companyId: z.number() })
export type FetchFeeds = z.infer<typeof payload>

export function fetchFeedsJob(round: () => Round): JobDefinition<FetchFeeds> {
  return {
    name: 'fetch-feeds',
    lane: 'download',
    maxAttempts: 2,
    payload,
    subject: ({ companyId }) => companyId,
    handler:
      async () =>
      ({ companyId }, context) =>
        round().run(companyId || null, context.log, {
          signal: context.signal,
          progress: (done, all) =>
            context.progress((100 * done) / all, `Fetching news: ${done} of ${all} feeds`),
        }),
    changed: (handle, companyId) => publishChange(handle, newsChanged, companyId || null),
  }
}
