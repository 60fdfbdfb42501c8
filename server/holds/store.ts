import type { Handle } from '../db/open.ts'

export async function isOnHold(handle: Handle, recordingId: number): Promise<boolean> {
  const row: unknown = await handle('legal_hold')
    .join('recording', 'recording.meeting_id', 'legal_hold.meeting_id')
    .where('recording.id', recordingId)
    .whereNull('legal_hold.lifted_at')
    .first('legal_hold.id')
  return row !== undefined
}

export type HoldRow = {
  id: number
  meeting_id: number
  title: string
  reason: string
  placed_by: number | null
  placed_at: string
}

export function openHolds(handle: Handle): Promise<HoldRow[]> {
  return handle('legal_hold')
    .join('meeting', 'meeting.id', 'legal_hold.meeting_id')
    .whereNull('legal_hold.lifted_at')
    .orderBy('legal_hold.id')
    .select('legal_hold.*', 'meeting.title')
}

export async function insertHold(
  handle: Handle,
  hold: { meetingId: number; reason: string; personId: number },
): Promise<void> {
  await handle('legal_hold').insert({
    meeting_id: hold.meetingId,
    reason: hold.reason,
    placed_by: hold.personId,
    placed_at: new Date().toISOString(),
  })
}

export function meetingsOfSeries(handle: Handle, seriesId: number): Promise<number[]> {
  return handle('meeting').where({ series_id: seriesId }).orderBy('id').pluck('id')
}

/** @returns false: there is none, or it was lifted before */
export async function closeHold(handle: Handle, id: number, personId: number): Promise<boolean> {
  const count = await handle('legal_hold')
    .where({ id, lifted_at: null })
    .update({ lifted_by: personId, lifted_at: new Date().toISOString() })
  return count > 0
}

/** Holds that were lifted go with their meeting: the audit log keeps that they were. */
export async function forgetHolds(handle: Handle, meetingId: number): Promise<void> {
  await handle('legal_hold').where({ meeting_id: meetingId }).whereNotNull('lifted_at').delete()
}
