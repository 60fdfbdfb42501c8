import type { Handle } from '../db/open.ts'

export type MeetingRow = {
  id: number
  title: string
  description: string | null
  summary: string | null
  held_at: string | null
  location_type: 'online' | 'physical' | null
  location_name: string | null
  location_url: string | null
  location_address: string | null
  location_place_id: string | null
}

export type AttendeeRow = {
  meeting_id: number
  position: number
  speaker_id: string
  name: string
  role: string | null
  email: string | null
}

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
  const rows = handle('meeting')
  return ids ? rows.whereIn('id', ids) : rows
}

/** What is undefined stays as it is. */
export async function updateMeeting(
  handle: Handle,
  id: number,
  changes: Partial<Omit<MeetingRow, 'id'>>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return
  await handle('meeting').where({ id }).update(changes)
}

export async function deleteMeeting(handle: Handle, id: number): Promise<void> {
  await handle('meeting').where({ id }).delete()
}

export function attendeesOf(handle: Handle, meetingId: number): Promise<AttendeeRow[]> {
  return handle('attendee').where({ meeting_id: meetingId }).orderBy('position')
}

export async function replaceAttendees(
  handle: Handle,
  meetingId: number,
  attendees: Omit<AttendeeRow, 'meeting_id' | 'position'>[],
): Promise<void> {
  await handle('attendee').where({ meeting_id: meetingId }).delete()
  const rows = attendees.map((attendee, position) => ({ ...attendee, meeting_id: meetingId, position }))
  if (rows.length > 0) await handle.batchInsert('attendee', rows, 100)
}

export function summarisedMeetings(handle: Handle): Promise<number[]> {
  return handle('meeting').whereNotNull('summary').pluck('id')
}
