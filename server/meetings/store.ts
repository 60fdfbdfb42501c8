import type { Audience } from '#contract/meetings.ts'
import type { Handle, Subquery } from '../db/open.ts'

export type MeetingRow = {
  id: number
  title: string
  description: string | null
  held_at: string | null
  owner_id: number | null
  location_type: 'online' | 'physical' | null
  location_name: string | null
  location_url: string | null
  location_address: string | null
  location_place_id: string | null
  created_at: string
  company_id: number | null
  /** Of one that was scheduled. */
  duration_min: number | null
  agenda: string | null
  uid: string | null
  scheduled_by: number | null
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
  meeting: { title: string; heldAt: string | null; ownerId: number | null; audience: Audience },
): Promise<number> {
  const [id] = await handle('meeting').insert({
    title: meeting.title,
    held_at: meeting.heldAt,
    owner_id: meeting.ownerId,
    audience: meeting.audience,
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

/** The latest meetings whose attendees somebody has saved. @param visible ids of meetings */
export function latestAttended(handle: Handle, visible: Subquery): Promise<{ id: number; title: string }[]> {
  return handle('meeting')
    .whereIn('id', visible)
    .whereIn('id', handle('attendee').select('meeting_id'))
    .orderByRaw('COALESCE(held_at, created_at) DESC')
    .limit(200)
    .select('id', 'title')
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

/** By when they were held, else made. Moments, the later one excluded. @param range.visible ids of meetings */
export function heldBetween(
  handle: Handle,
  { from, to, visible }: { from: string; to: string; visible: Subquery },
): Promise<MeetingRow[]> {
  return handle('meeting')
    .whereIn('id', visible)
    .whereRaw(
      '((held_at >= ? AND held_at < ?) OR (held_at IS NULL AND created_at >= ? AND created_at < ?))',
      [from, to, from, to],
    )
    .limit(5000)
}

export async function meetingOfUid(handle: Handle, personId: number, uid: string): Promise<number | null> {
  const row: { id: number } | undefined = await handle('meeting')
    .where({ scheduled_by: personId, uid })
    .first('id')
  return row?.id ?? null
}
