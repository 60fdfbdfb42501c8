import type { Backups } from '#contract/backups.ts'
import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import type { Db, Handle } from '../db/open.ts'
import { getSetting } from '../db/settings.ts'
import { gauge, type Metric } from '../metrics.ts'
import { findRestic } from './restic.ts'
import { lastGoodRun, listRuns } from './store.ts'

export const dayMs = 24 * 3_600_000

/** Whether backups are made, and if not, what is missing. */
export async function stateOf(
  config: Pick<Config, 'backupDir'>,
  handle: Handle,
): Promise<Pick<Backups, 'state' | 'message'>> {
  if (!config.backupDir)
    return {
      state: 'off',
      message:
        'No backups are made. Set APPLIANCE_BACKUP_DIR to a folder on another disk or a mounted share, and restart the appliance.',
    }
  if (!(await findRestic()))
    return {
      state: 'no_restic',
      message: 'No backups are made: restic is not installed. On Debian: apt install restic.',
    }
  if ((await getSetting(handle, 'backup_confirmed')) === null)
    return {
      state: 'unconfirmed',
      message: 'No backups are made until you confirm that you keep the recovery passphrase elsewhere.',
    }
  return { state: 'ready', message: `A backup is made every day, to ${config.backupDir}.` }
}

/** How the backups stand, for the doctor, the System screen and Prometheus. */
export function createReports({ config, db }: { config: Pick<Config, 'backupDir'>; db: Db }) {
  return {
    async metrics(): Promise<Metric[]> {
      const last = await lastGoodRun(db.read)
      const [newest] = await listRuns(db.read)
      if (!last && !newest) return []
      return [
        gauge('backup_failed', 'Whether the newest backup failed.', newest?.failure != null ? 1 : 0),
        ...(last
          ? [gauge('backup_time_seconds', 'When the last good backup was made.', Date.parse(last.at) / 1000)]
          : []),
      ]
    },

    async findings(): Promise<Finding[]> {
      const { state, message } = await stateOf(config, db.read)
      const [newest, last] = [(await listRuns(db.read))[0], await lastGoodRun(db.read)]
      if (state !== 'ready') return [{ what: 'Backup', state: 'warning', found: 'Off', todo: message }]
      if (newest?.failure)
        return [
          {
            what: 'Backup',
            state: 'problem',
            found: newest.failure,
            todo: 'Mend the cause, then start a backup on the System screen.',
          },
        ]
      const late = last !== null && Date.now() - Date.parse(last.at) > 2 * dayMs
      if (!late)
        return [
          {
            what: 'Backup',
            state: 'ok',
            found: last ? `Last made ${last.at}` : 'The first one is due',
            todo: null,
          },
        ]
      return [
        {
          what: 'Backup',
          state: 'problem',
          found: `The last one is of ${last.at}`,
          todo: 'Look at the log for the reason.',
        },
      ]
    },
  }
}
