import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupsChanged, type Backups } from '#contract/backups.ts'
import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import type { Paths } from '../files/paths.ts'
import { writeFileAtomically } from '../files/write.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive, newestJob } from '../jobs/queue.ts'
import { gauge, type Metric } from '../metrics.ts'
import { backupSubject, type BackupPayload } from './jobs.ts'
import { erasuresFile } from './restore.ts'
import { createRestic, findRestic, type Restic } from './restic.ts'
import { insertDeleted, lastGoodRun, listDeleted, listRuns, type Erasure } from './store.ts'

const dayMs = 24 * 3_600_000
/** Twelve words with a checksum among them (BIP 39). */
const passphraseBits = 128

export type BackupsService = ReturnType<typeof createBackups>

export { restoreBackup } from './restore.ts'
export type { Erasure } from './store.ts'

/** Backups of the whole data directory with restic, to the folder in APPLIANCE_BACKUP_DIR. */
export function createBackups({
  config,
  db,
  paths,
  job,
  again,
  erasedPeople,
  struckPassages,
}: {
  config: Pick<Config, 'backupDir'>
  db: Db
  paths: Paths
  job: () => JobDefinition<BackupPayload>
  /** Deletes things for good again. */
  again: {
    /** Queued: it is done as soon as the appliance runs. */
    strike: (passage: Extract<Erasure, { kind: 'strike' }>) => Promise<boolean>
    /** False: it is not there. */
    recording: (id: number) => Promise<boolean>
    person: (id: number, at: string) => Promise<boolean>
  }
  /** Passages that were struck. */
  struckPassages: (handle: Handle) => Promise<Erasure[]>
  /** People whose data were erased. */
  erasedPeople: (handle: Handle) => Promise<{ person_id: number; erased_at: string }[]>
}) {
  const passwordFile = join(paths.backup, 'passphrase')

  /** null: none was made yet. */
  async function readPassphrase(): Promise<string | null> {
    try {
      return (await readFile(passwordFile, 'utf8')).trim()
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function stateOf(handle: Handle): Promise<Pick<Backups, 'state' | 'message'>> {
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

  async function view(): Promise<Backups> {
    const { state, message } = await stateOf(db.read)
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
    const { state, message } = await stateOf(handle)
    if (state !== 'ready') throw new AppError('bad_request', message)
    await enqueue(handle, job(), {})
  }

  /** What was deleted for good, where a restore to a blank machine finds it. Numbers and dates alone. */
  async function writeErasures(): Promise<void> {
    if (!config.backupDir || (await stateOf(db.read)).state !== 'ready') return
    const people = (await erasedPeople(db.read)).map((row): Erasure => ({
      kind: 'person',
      subjectId: row.person_id,
      at: row.erased_at,
    }))
    const all = [...(await listDeleted(db.read)), ...people, ...(await struckPassages(db.read))]
    const lines = all.map((erasure) => JSON.stringify(erasure))
    const file = join(config.backupDir, erasuresFile)
    const text = lines.map((line) => `${line}\n`).join('')
    const there = await readFile(file, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return ''
      throw error
    })
    if (there !== text) await writeFileAtomically(file, text)
  }

  function eraseOne(erasure: Erasure): Promise<boolean> {
    const { kind, subjectId, at } = erasure
    if (kind === 'strike') return again.strike(erasure)
    return kind === 'recording' ? again.recording(subjectId) : again.person(subjectId, at)
  }

  return {
    view,

    /** The recovery passphrase; made at the first call, and shown again until it is confirmed. @throws AppError bad_request */
    async newPassphrase(): Promise<string> {
      const { state, message } = await stateOf(db.read)
      if (state === 'ready')
        throw new AppError('bad_request', 'The recovery passphrase was confirmed and is not shown again.')
      if (state !== 'unconfirmed') throw new AppError('bad_request', message)
      const there = await readPassphrase()
      if (there) return there
      const passphrase = generateMnemonic(wordlist, passphraseBits)
      await mkdir(paths.backup, { recursive: true, mode: 0o700 })
      await writeFileAtomically(passwordFile, `${passphrase}\n`)
      return passphrase
    },

    /** @throws AppError wrong_passphrase */
    async confirm(passphrase: string): Promise<void> {
      const right = await readPassphrase()
      if (right === null || passphrase.trim().toLowerCase().split(/\s+/).join(' ') !== right)
        throw new AppError(
          'wrong_passphrase',
          'That is not the recovery passphrase. Check it and type it in again.',
        )
      await transact(db, async (trx) => {
        await setSetting(trx, 'backup_confirmed', new Date().toISOString())
        await publishChange(trx, backupsChanged)
      })
    },

    start: (): Promise<void> => transact(db, start),

    /** Begins the day's backup when it is due. Called every few minutes, in the server alone. */
    async look(): Promise<void> {
      await writeErasures()
      if ((await stateOf(db.read)).state !== 'ready' || (await isActive(db.read, job().name, backupSubject)))
        return
      const newest = (await listRuns(db.read))[0]
      const last = await lastGoodRun(db.read)
      // After a failure it is tried again in an hour, not at each look.
      const failedLately = newest?.failure != null && Date.now() - Date.parse(newest.at) < dayMs / 24
      if (failedLately || (last && Date.now() - Date.parse(last.at) < dayMs)) return
      await transact(db, start)
    },

    recordingDeleted: (trx: Handle, id: number): Promise<void> => insertDeleted(trx, id),

    /** After a restore: what was deleted since the backup is deleted again. @returns how many there were */
    async eraseAgain(erasures: readonly Erasure[]): Promise<number> {
      let count = 0
      for (const erasure of erasures) if (await eraseOne(erasure)) count++
      return count
    },

    async restic(): Promise<Restic> {
      const program = await findRestic()
      if (!program || !config.backupDir) throw new AppError('bad_request', (await stateOf(db.read)).message)
      const cacheDir = join(paths.backup, 'cache')
      return createRestic({ program, repository: join(config.backupDir, 'restic'), passwordFile, cacheDir })
    },

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
      const { state, message } = await stateOf(db.read)
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
