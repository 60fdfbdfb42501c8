import type { Handle } from '../../db/open.ts'

export type LiveRow = {
  number: number
  recording_id: number
  /** As the recorder's page knows it. */
  id: string
  start_ms: number
  end_ms: number
  text: string
  model_name: string
  bundled: 0 | 1
}

/** What is there already stays. */
export async function insertLive(handle: Handle, rows: Omit<LiveRow, 'number'>[]): Promise<void> {
  for (const row of rows) await handle('live_segment').insert(row).onConflict(['recording_id', 'id']).ignore()
}

/** In order of time. */
export function liveRows(handle: Handle, recordingId: number): Promise<LiveRow[]> {
  return handle('live_segment').where({ recording_id: recordingId }).orderBy(['start_ms', 'number'])
}

/** Of these recordings those with words of the bundled model. */
export async function liveBundled(handle: Handle, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const all = handle<LiveRow>('live_segment').where({ bundled: 1 }).distinct('recording_id')
  // A list without end is read whole: SQLite takes so many values in a query, and no more.
  const rows = await (ids.length > 500 ? all : all.whereIn('recording_id', [...ids]))
  return new Set(rows.map((row) => row.recording_id))
}

export async function deleteLive(handle: Handle, rows: Pick<LiveRow, 'number'>[]): Promise<void> {
  for (const { number } of rows) await handle('live_segment').where({ number }).delete()
}
