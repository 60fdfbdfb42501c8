import { z } from 'zod'
import { backupsChanged } from '#contract/backups.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import type { Paths } from '../files/paths.ts'
import { PermanentFailure, type JobDefinition } from '../jobs/define.ts'
import type { Restic } from './restic.ts'

export type BackupDeps = { db: Db; paths: Paths; restic: () => Promise<Restic> }

const payload = z.object({})
export type BackupPayload = z.infer<typeof payload>

/** The one backup of an appliance. */
export const backupSubject = 0

export function backupJob(deps: () => BackupDeps): JobDefinition<BackupPayload> {
  return {
    name: 'backup',
    lane: 'backup',
    ofAdministrators: true,
    maxAttempts: 2,
    payload,
    subject: () => backupSubject,
    changed: (handle) => publishChange(handle, backupsChanged),
    handler: async () => {
      const [{ laySnapshot }, { insertRun }, { join }, { rm }] = await Promise.all([
        import('./snapshot.ts'),
        import('./store.ts'),
        import('node:path'),
        import('node:fs/promises'),
      ])
      return async (_payload, { signal, progress, log }) => {
        const { db, paths, restic: open } = deps()
        const since = performance.now()
        const seconds = (): number => (performance.now() - since) / 1000
        const folder = join(paths.backup, 'snapshot')
        const at = new Date().toISOString()
        try {
          const restic = await open()
          progress(0, 'Preparing the backup')
          await restic.prepare(signal)
          await laySnapshot(paths, folder, signal)
          const found = await restic.backUp(folder, {
            ...{ at, signal },
            onPercent: (percent) => progress(5 + percent * 0.75, 'Storing'),
          })
          progress(80, 'Removing old backups')
          await restic.forget(signal)
          progress(88, 'Checking the backup')
          await restic.check(signal)
          await transact(db, (trx) => insertRun(trx, { at, ...found, seconds: seconds(), failure: null }))
          log.info({ ...found }, 'backup done')
        } catch (error) {
          signal.throwIfAborted()
          const failure = error instanceof Error ? error.message : String(error)
          const run = { at, snapshot: null, addedBytes: 0, totalBytes: 0, seconds: seconds(), failure }
          await transact(db, (trx) => insertRun(trx, run))
          throw new PermanentFailure('backup_failed', `The backup failed: ${failure}`, { cause: error })
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }
    },
  }
}
