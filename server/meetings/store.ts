import type { Handle } from '../db/open.ts'

export type MeetingRow = { id: number; title: string; description: string | null; held_at: string | null }

export async function insertMeeting(
  handle: Handle,
  meeting: { title: string; heldAt: string | null },
): Promise<number> {
  const [id] = await handle('meeting').insert({
    title: meeting.title,
    held_at: meeting.heldAt,
    created_at: new Date().toISOString(),
  })
  return id!
}

export function findMeetings(handle: Handle, ids?: number[]): Promise<MeetingRow[]> {
  const rows = handle('meeting').select('id', 'title', 'description', 'held_at')
  return ids ? rows.whereIn('id', ids) : rows
}

export async function updateMeeting(
  handle: Handle,
  id: number,
  changes: { title?: string; description?: string | null },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return
  await handle('meeting').where({ id }).update(changes)
}

export async function deleteMeeting(handle: Handle, id: number): Promise<void> {
  await handle('meeting').where({ id }).delete()
}
