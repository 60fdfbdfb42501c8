import { z } from 'zod'
import { jobView } from './jobs.ts'
import { route } from './route.ts'
import { topic } from './topic.ts'

const moment = z.iso.datetime()

export const backupRun = z.object({
  id: z.number(),
  at: moment,
  /** restic's name for it; null: it failed. */
  snapshot: z.string().nullable(),
  /** What it added to the backup folder, after deduplication. */
  addedBytes: z.number(),
  /** What it holds in all. */
  totalBytes: z.number(),
  seconds: z.number(),
  /** A sentence for a person; null: it went well, and the check after it found nothing. */
  failure: z.string().nullable(),
})
export type BackupRun = z.infer<typeof backupRun>

/** `off`: no folder is set; `unconfirmed`: nobody has confirmed that the recovery passphrase is kept elsewhere. */
export const backupState = z.enum(['off', 'no_restic', 'unconfirmed', 'ready'])

export const backups = z.object({
  state: backupState,
  /** A sentence: what works, or what to do. */
  message: z.string(),
  folder: z.string().nullable(),
  /** The newest first. */
  runs: z.array(backupRun),
  job: jobView.nullable(),
  /** When the next one is due; null: none is. */
  nextAt: moment.nullable(),
})
export type Backups = z.infer<typeof backups>

export const getBackups = route({
  method: 'GET',
  path: '/api/backups',
  access: 'administrator',
  response: backups,
})

/** Makes the recovery passphrase, or shows it again until it is confirmed. */
export const newRecoveryPassphrase = route({
  method: 'POST',
  path: '/api/backups/passphrase',
  access: 'administrator',
  bySession: true,
  act: null, // recorded where it is done
  response: z.object({ passphrase: z.string() }),
})

/** Somebody has written it down and types it in again: from now on backups are made. */
export const confirmRecoveryPassphrase = route({
  method: 'POST',
  path: '/api/backups/passphrase/confirm',
  access: 'administrator',
  bySession: true,
  act: null,
  body: z.object({ passphrase: z.string().max(200) }),
  response: backups,
})

/** Begins a backup now. */
export const startBackup = route({
  method: 'POST',
  path: '/api/backups/start',
  access: 'administrator',
  act: null, // recorded where it is started
  response: backups,
})

export const backupsChanged = topic('backups', [getBackups])
