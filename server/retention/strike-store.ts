import type { Handle } from '../db/open.ts'

export type StrikeRow = {
  id: number
  recording_id: number
  from_ms: number
  to_ms: number
  reason: string
  person_id: number | null
  at: string
  done_at: string | null
}

export async function insertStrike(
  handle: Handle,
  row: Omit<StrikeRow, 'id' | 'at' | 'done_at'>,
): Promise<number> {
  const [id] = await handle('strike').insert({ ...row, at: new Date().toISOString() })
  return id!
}

export function strikesOf(handle: Handle, recordingId: number): Promise<StrikeRow[]> {
  return handle('strike').where({ recording_id: recordingId }).orderBy('from_ms')
}

export async function findStrike(handle: Handle, id: number): Promise<StrikeRow | null> {
  const row: StrikeRow | undefined = await handle('strike').where({ id }).first()
  return row ?? null
}

/** The same passage, asked for before. */
export async function findSame(
  handle: Handle,
  passage: Pick<StrikeRow, 'recording_id' | 'from_ms' | 'to_ms'>,
): Promise<StrikeRow | null> {
  const row: StrikeRow | undefined = await handle('strike').where(passage).first()
  return row ?? null
}

export async function closeStrike(handle: Handle, id: number): Promise<void> {
  await handle('strike').where({ id }).update({ done_at: new Date().toISOString() })
}

/** For whoever restores an older backup: all that were struck. */
export function doneStrikes(handle: Handle): Promise<StrikeRow[]> {
  return handle('strike').whereNotNull('done_at').orderBy('id')
}
