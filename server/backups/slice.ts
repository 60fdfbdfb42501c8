import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { runnable } from '../jobs/define.ts'
import { regularly } from '../regularly.ts'
import type { Core, Slice } from '../slice.ts'
import { backupJob } from './jobs.ts'
import { backupRoutes } from './routes.ts'
import { createBackups, type BackupsService, type Erasure } from './service.ts'

const lookMs = 5 * 60_000

type ErasureRow = { person_id: number; erased_at: string }
type ErasedPeople = {
  erasures(handle: Handle): Promise<ErasureRow[]>
  replay(kept: readonly ErasureRow[]): Promise<number>
}

type Strike = Extract<Erasure, { kind: 'strike' }>
type StruckPassages = {
  done(handle: Handle): Promise<Omit<Strike, 'kind'>[]>
  again(passage: Omit<Strike, 'kind'>): Promise<boolean>
}

const hasCode = (error: unknown, code: AppError['code']): boolean =>
  error instanceof AppError && error.code === code

export function createBackupsSlice({
  audit,
  config,
  db,
  log,
  paths,
  recordings,
  personal,
  strikes,
}: Core & { personal: ErasedPeople; strikes: StruckPassages }): Slice<BackupsService> {
  const job = backupJob(() => ({ db, paths, restic: backups.restic }))
  const backups = createBackups({
    ...{ config, db, paths, job: () => job },
    erasedPeople: personal.erasures,
    struckPassages: async (handle) =>
      (await strikes.done(handle)).map((strike) => ({ kind: 'strike', ...strike })),
    again: {
      strike: strikes.again,
      person: async (id, at) => (await personal.replay([{ person_id: id, erased_at: at }])) > 0,
      recording: async (id) => {
        try {
          await recordings.removeForGood(id)
          return true
        } catch (error) {
          if (hasCode(error, 'not_found')) return false
          // The hold was lifted after the backup: whoever lifts it again decides again.
          if (hasCode(error, 'legal_hold')) return 'held'
          throw error
        }
      },
    },
  })
  return {
    name: 'backups',
    service: backups,
    routes: (router) => backupRoutes(router, { backups, audit }),
    jobs: [runnable(job)],
    recordings: { deleting: backups.recordingDeleted },
    findings: backups.findings,
    metrics: backups.metrics,
    start: () =>
      regularly(lookMs, backups.look, (error) =>
        log.error({ err: error }, 'the backup could not be started'),
      ),
  }
}
