import type { Attendee, Location } from '#contract/transcripts.ts'
import type { Handle } from '../db/open.ts'
import { checkAttendees, checkLocation } from './info.ts'
import {
  attendeesOf,
  deleteMeeting,
  findMeetings,
  insertMeeting,
  replaceAttendees,
  summarisedMeetings,
  updateMeeting,
  type MeetingRow,
} from './store.ts'

/** Title, description, summary and date belong to the meeting; a recording shows its meeting's. */
export type Meeting = {
  id: number
  title: string
  description: string | null
  summary: string | null
  heldAt: string | null
}

export type MeetingChanges = {
  title?: string
  /** '' takes it away; likewise the summary. */
  description?: string
  summary?: string
  /** ISO 8601. */
  heldAt?: string
}

/** ISO 8601 with any offset → UTC. */
const utc = (moment: string): string => new Date(moment).toISOString()

export function createMeeting(
  handle: Handle,
  meeting: { title: string; heldAt: string | null },
): Promise<number> {
  return insertMeeting(handle, { ...meeting, heldAt: meeting.heldAt && utc(meeting.heldAt) })
}

/** By id; all of them when no ids are given. */
export async function meetingsById(handle: Handle, ids?: number[]): Promise<Map<number, Meeting>> {
  const rows = await findMeetings(handle, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        title: row.title,
        description: row.description,
        summary: row.summary,
        heldAt: row.held_at,
      },
    ]),
  )
}

export const meetingsWithSummary = (handle: Handle): Promise<number[]> => summarisedMeetings(handle)

export function changeMeeting(handle: Handle, id: number, changes: MeetingChanges): Promise<void> {
  const { title, description, summary, heldAt } = changes
  const text = (value?: string): string | null | undefined => (value === '' ? null : value)
  return updateMeeting(handle, id, {
    title,
    description: text(description),
    summary: text(summary),
    held_at: heldAt === undefined ? undefined : utc(heldAt),
  })
}

export function removeMeeting(handle: Handle, id: number): Promise<void> {
  return deleteMeeting(handle, id)
}

/** Who was there and where; nobody and null until a person has saved it. */
export async function meetingInfo(
  handle: Handle,
  id: number,
): Promise<{ attendees: Attendee[]; location: Location | null }> {
  const [meeting] = await findMeetings(handle, [id])
  const rows = await attendeesOf(handle, id)
  return {
    attendees: rows.map((row) => ({
      speakerId: row.speaker_id,
      name: row.name,
      ...(row.role !== null && { role: row.role }),
      ...(row.email !== null && { email: row.email }),
    })),
    location: meeting ? locationOf(meeting) : null,
  }
}

function locationOf(row: MeetingRow): Location | null {
  if (row.location_type === null || row.location_name === null) return null
  return {
    type: row.location_type,
    name: row.location_name,
    ...(row.location_url !== null && { url: row.location_url }),
    ...(row.location_address !== null && { address: row.location_address }),
    ...(row.location_place_id !== null && { placeId: row.location_place_id }),
  }
}

/**
 * Replaces both.
 * @throws AppError invalid_input
 */
export async function saveMeetingInfo(
  handle: Handle,
  id: number,
  info: { attendees: Attendee[]; location: Location | null },
): Promise<void> {
  const attendees = checkAttendees(info.attendees)
  const location = checkLocation(info.location)
  await replaceAttendees(
    handle,
    id,
    attendees.map(({ speakerId, name, role, email }) => ({
      speaker_id: speakerId,
      name,
      role: role ?? null,
      email: email ?? null,
    })),
  )
  await updateMeeting(handle, id, {
    location_type: location?.type ?? null,
    location_name: location?.name ?? null,
    location_url: location?.url ?? null,
    location_address: location?.address ?? null,
    location_place_id: location?.placeId ?? null,
  })
}
