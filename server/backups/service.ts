import { join } from 'node:path'
import type { Backups } from '#contract/backups.ts'
import { transact, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Paths } from '../files/paths.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive, newestJob } from '../jobs/queue.ts'
import { createErasures, type ErasuresDeps } from './erasures.ts'
import { backupSubject, type BackupPayload } from './jobs.ts'
import { createRecoveryPassphrase, passphraseFile } from './recovery-passphrase.ts'
import { createRestic, findRestic, type Restic } from './restic.ts'
import { createReports, dayMs, stateOf } from './backup-state.ts'
import { lastGoodRun, listRuns } from './store.ts'

export type BackupsService = ReturnType<typeof createBackups>

export { restoreBackup } from './restore.ts'
export type { Erasure } from './store.ts'

type BackupsDeps = ErasuresDeps & { paths: Paths; job: () => JobDefinition<BackupPayload> }

/** Backups of the whole data directory with restic, to the folder in APPLIANCE_BACKUP_DIR. */
export function createBackups(deps: BackupsDeps) {
  const { writeErasures, ...erasures } = createErasures(deps)
  return {
    ...createRecoveryPassphrase(deps),
    ...createReports(deps),
    ...erasures,
    ...createSchedule(deps, writeErasures),
  }
}

/** When backups are made, and the program that makes them. */
function createSchedule({ config, db, paths, job }: BackupsDeps, writeErasures: () => Promise<void>) {
  async function view(): Promise<Backups> {
    const { state, message } = await stateOf(config, db.read)
    const last = await lastGoodRun(db.read)
    const due = last ? Date.parse(last.at) + dayMs : Date.now()
    return {
      ...{ state, message, folder: config.backupDir },
      runs: await listRuns(db.read),
      job: await newestJob(db.read, job().name),
      nextAt: state === 'ready' ? new Date(Math.max(due, Date.now())).toISOString() : null,
    }
  }

  /** @throws AppError bad_request */
  async function start(handle: Handle): Promise<void> {
    const { state, message } = await stateOf(config, handle)
    if (state !== 'ready') throw new AppError('bad_request', message)
    await enqueue(handle, job(), {})
  }

  return {
    view,

    start: (): Promise<void> => transact(db, start),

    /** Begins the day's backup when it is due. Called every few minutes, in the server alone. */
    async look(): Promise<void> {
      if ((await stateOf(config, db.read)).state !== 'ready') return
      await writeErasures()
      if (await isActive(db.read, job().name, backupSubject)) return
      const newest = (await listRuns(db.read))[0]
      const last = await lastGoodRun(db.read)
      // After a failure it is tried again in an hour, not at each look.
      const failedLately = newest?.failure != null && Date.now() - Date.parse(newest.at) < dayMs / 24
      if (failedLately || (last && Date.now() - Date.parse(last.at) < dayMs)) return
      await transact(db, start)
    },

    async restic(): Promise<Restic> {
      const program = await findRestic()
      if (!program || !config.backupDir)
        throw new AppError('bad_request', (await stateOf(config, db.read)).message)
      return createRestic({
        program,
        repository: join(config.backupDir, 'restic'),
        passwordFile: passphraseFile(paths),
        cacheDir: join(paths.backup, 'cache'),
      })
    },
  }
}
