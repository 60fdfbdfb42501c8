import type { BackupRun } from '#contract/backups.ts'
import type { Handle } from '../db/open.ts'

type RunRow = {
  id: number
  at: string
  snapshot: string | null
  added_bytes: number
  total_bytes: number
  seconds: number
  failure: string | null
}

/** Something that was deleted for good. */
export type Erasure =
  | { kind: 'recording' | 'person'; subjectId: number; at: string }
  /** A privileged passage that was struck from a recording. */
  | { kind: 'strike'; subjectId: number; at: string; fromMs: number; toMs: number; reason: string }

const shownRuns = 30
const keptRuns = 400

const present = ({ added_bytes, total_bytes, ...row }: RunRow): BackupRun => ({
  ...row,
  addedBytes: added_bytes,
  totalBytes: total_bytes,
})

/** The newest first. */
export async function listRuns(handle: Handle): Promise<BackupRun[]> {
  const rows: RunRow[] = await handle('backup_run').orderBy('id', 'desc').limit(shownRuns)
  return rows.map(present)
}

export async function lastGoodRun(handle: Handle): Promise<BackupRun | null> {
  const row: RunRow | undefined = await handle('backup_run')
    .whereNull('failure')
    .orderBy('id', 'desc')
    .first()
  return row ? present(row) : null
}

export async function insertRun(handle: Handle, run: Omit<BackupRun, 'id'>): Promise<void> {
  const { addedBytes, totalBytes, ...rest } = run
  await handle('backup_run').insert({ ...rest, added_bytes: addedBytes, total_bytes: totalBytes })
  await handle('backup_run')
    .where('id', '<=', handle.raw('(SELECT max(id) FROM backup_run) - ?', [keptRuns]))
    .delete()
}

export async function insertDeleted(handle: Handle, recordingId: number): Promise<void> {
  await handle('deleted_recording')
    .insert({ recording_id: recordingId, at: new Date().toISOString() })
    .onConflict('recording_id')
    .merge()
}

export async function listDeleted(handle: Handle): Promise<Erasure[]> {
  const rows: { recording_id: number; at: string }[] =
    await handle('deleted_recording').orderBy('recording_id')
  return rows.map(({ recording_id, at }) => ({ kind: 'recording', subjectId: recording_id, at }))
}
