import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { maySee } from '../meetings/service.ts'
import { findRecording, type RecordingRow } from './store.ts'

export const recordingNotFound = (): AppError =>
  new AppError('not_found', 'This recording does not exist or has been deleted.')

/** @throws AppError not_found, also when it is in the bin or whoever asks may not see it */
export async function requireRecording(handle: Handle, id: number): Promise<RecordingRow> {
  const row = await findRecording(handle, id)
  if (!row || row.deleted_at !== null || !(await maySee(handle, row.meeting_id))) throw recordingNotFound()
  return row
}
