import type { Handle } from '../db/open.ts'
import { deleteMeeting, findMeetings, insertMeeting, updateMeeting } from './store.ts'

/** Title, description and date belong to the meeting; a recording shows its meeting's. */
export type Meeting = { id: number; title: string; description: string | null; heldAt: string | null }

export function createMeeting(
  handle: Handle,
  meeting: { title: string; heldAt: string | null },
): Promise<number> {
  return insertMeeting(handle, meeting)
}

/** By id; all of them when no ids are given. */
export async function meetingsById(handle: Handle, ids?: number[]): Promise<Map<number, Meeting>> {
  const rows = await findMeetings(handle, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, title: row.title, description: row.description, heldAt: row.held_at },
    ]),
  )
}

export function changeMeeting(
  handle: Handle,
  id: number,
  changes: { title?: string; description?: string | null },
): Promise<void> {
  return updateMeeting(handle, id, changes)
}

export function removeMeeting(handle: Handle, id: number): Promise<void> {
  return deleteMeeting(handle, id)
}
