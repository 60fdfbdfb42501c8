import type { Handle } from '../db/open.ts'

export type LiveRow = {
  number: number
  recording_id: number
  /** As the recorder's page knows it. */
  id: string
  start_ms: number
  end_ms: number
  text: string
  model_name: string
  demo: 0 | 1
}

/** What is there already stays. */
export async function insertLive(handle: Handle, rows: Omit<LiveRow, 'number'>[]): Promise<void> {
  for (const row of rows) await handle('live_segment').insert(row).onConflict(['recording_id', 'id']).ignore()
}

/** In order of time. */
export function liveRows(handle: Handle, recordingId: number): Promise<LiveRow[]> {
  return handle('live_segment').where({ recording_id: recordingId }).orderBy(['start_ms', 'number'])
}

export async function deleteLive(handle: Handle, rows: Pick<LiveRow, 'number'>[]): Promise<void> {
  for (const { number } of rows) await handle('live_segment').where({ number }).delete()
}
