import { runnable } from '../jobs/define.ts'
import { regularly } from '../regularly.ts'
import type { Core, Slice } from '../slice.ts'
import { retentionJob } from './jobs.ts'
import { retentionRoutes } from './routes.ts'
import { createRetention, type RetentionService } from './service.ts'
import { createStrikes, strikeJob, type StrikesService } from './strikes.ts'

const lookMs = 3_600_000

export type RetentionServices = { retention: RetentionService; strikes: StrikesService }

export function createRetentionSlice(core: Core): Slice<RetentionServices> {
  const { config, db, ffmpeg, paths, people, audit, holds, recordings, log } = core
  const job = retentionJob(() => retention.dispose)
  const retention = createRetention({
    ...{ db, paths, version: config.version, people, audit, holds, recordings },
    job: () => job,
  })
  const striking = strikeJob(() => strikes.strike)
  const strikes = createStrikes({ ...{ db, ffmpeg, people, audit, holds, recordings }, job: () => striking })
  return {
    name: 'retention',
    service: { retention, strikes },
    routes: (router) => retentionRoutes(router, { retention, strikes }),
    jobs: [runnable(job), runnable(striking)],
    start: () =>
      regularly(lookMs, retention.look, (error) =>
        log.error({ err: error }, 'the retention rules could not be followed'),
      ),
  }
}
