import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { findRecording, type RecordingRow } from './store.ts'

export const gone = (): AppError =>
  new AppError('not_found', 'This recording does not exist or has been deleted.')

/** @throws AppError not_found */
export async function need(handle: Handle, id: number): Promise<RecordingRow> {
  const row = await findRecording(handle, id)
  if (!row) throw gone()
  return row
}
