import { labelsChanged } from '#contract/labels.ts'
import type { Attendee, Location } from '#contract/transcripts.ts'
import { publishChange } from '../db/events.ts'
import type { Handle } from '../db/open.ts'
import { currentViewer } from '../viewer.ts'
import { visibleMeetings } from './access-store.ts'
import { standardAudience } from './access.ts'
import { checkAttendees, checkLocation, withOwnIds } from './info.ts'
import { addTags, putCompany, putSeries } from './labels-store.ts'
import {
  attendeesOf,
  deleteMeeting,
  findMeetings,
  heldBetween,
  insertMeeting,
  replaceAttendees,
  updateMeeting,
  type MeetingRow,
} from './store.ts'

export { createAccess, maySee, onlyFor, type AccessService, type Decide, type Standing } from './access.ts'
export {
  createLabels,
  earlierInSeries,
  filedUnder,
  labelsOf,
  putSeries,
  seriesIdOf,
  type LabelsService,
} from './labels.ts'
export { meetingOfUid } from './store.ts'
export { isVisible, setDeleted as setMeetingDeleted, visibleMeetings } from './access-store.ts'

/** Title, description and date belong to the meeting; a recording shows its meeting's. */
export type Meeting = {
  id: number
  title: string
  description: string | null
  heldAt: string | null
  /** null: administrators alone look after it. */
  ownerId: number | null
}

export type MeetingChanges = {
  title?: string
  /** '' takes it away. */
  description?: string
  /** ISO 8601. */
  heldAt?: string
}

/** ISO 8601 with any offset → UTC. */
const utc = (moment: string): string => new Date(moment).toISOString()

/** @param meeting.ownerId who may delete it and say who sees it; null: administrators alone */
export async function createMeeting(
  handle: Handle,
  meeting: { title: string; heldAt: string | null; ownerId: number | null },
): Promise<number> {
  const audience = await standardAudience(handle)
  return insertMeeting(handle, { ...meeting, audience, heldAt: meeting.heldAt && utc(meeting.heldAt) })
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
        heldAt: row.held_at,
        ownerId: row.owner_id,
      },
    ]),
  )
}

export function changeMeeting(handle: Handle, id: number, changes: MeetingChanges): Promise<void> {
  const { title, description, heldAt } = changes
  return updateMeeting(handle, id, {
    title,
    description: description === '' ? null : description,
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
    attendees: withOwnIds(
      rows.map((row) => ({
        speakerId: row.speaker_id,
        name: row.name,
        ...(row.role !== null && { role: row.role }),
        ...(row.email !== null && { email: row.email }),
      })),
    ),
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

/** Whose meeting it is, of which series, and its tags; what is left out stays. */
export async function fileMeeting(
  handle: Handle,
  id: number,
  where: { companyId?: number | null; series?: string | null; tags?: readonly string[] },
): Promise<void> {
  if (where.companyId != null) await putCompany(handle, id, where.companyId)
  if (where.series) await putSeries(handle, id, where.series)
  await addTags(handle, id, where.tags ?? [])
  await publishChange(handle, labelsChanged)
}

export type Scheduled = {
  title: string
  /** ISO 8601. */
  startsAt: string
  minutes: number
  companyId: number | null
  attendees: Attendee[]
  location: Location | null
  agenda: string
}

/** A meeting on a day: when nobody has said when it was held, when it was made. */
export type Placed = { id: number; title: string; at: string; minutes: number | null; place: string | null }

export async function meetingsBetween(handle: Handle, from: string, to: string): Promise<Placed[]> {
  const rows = await heldBetween(handle, { from, to, visible: visibleMeetings(handle, currentViewer()) })
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    at: row.held_at ?? row.created_at,
    minutes: row.duration_min,
    place: row.location_name,
  }))
}

/** @throws AppError invalid_input */
export async function scheduleMeeting(
  handle: Handle,
  meeting: Scheduled,
  by: { personId: number; uid: string | null },
): Promise<number> {
  const { title, startsAt: heldAt } = meeting
  const id = await createMeeting(handle, { title, heldAt, ownerId: by.personId })
  await updateMeeting(handle, id, { scheduled_by: by.personId, uid: by.uid })
  await changeScheduledMeeting(handle, id, meeting)
  return id
}

/** @throws AppError invalid_input */
export async function changeScheduledMeeting(handle: Handle, id: number, meeting: Scheduled): Promise<void> {
  await updateMeeting(handle, id, {
    title: meeting.title,
    held_at: new Date(meeting.startsAt).toISOString(),
    duration_min: meeting.minutes,
    company_id: meeting.companyId,
    agenda: meeting.agenda,
  })
  await saveMeetingInfo(handle, id, meeting)
}

/** One that was scheduled and is near, with whom it concerns. */
export type SoonMeeting = {
  id: number
  title: string
  startsAt: string
  place: string | null
  url: string | null
  agenda: string | null
  scheduledBy: number
  /** Of its attendees, in small letters. */
  emails: string[]
}

/** Moments, the later one excluded; whoever asks sees what they may. */
export async function meetingsSoon(
  handle: Handle,
  range: { from: string; to: string },
): Promise<SoonMeeting[]> {
  const visible = visibleMeetings(handle, currentViewer())
  const rows = (await heldBetween(handle, { ...range, visible })).filter(
    (row): row is MeetingRow & { held_at: string; scheduled_by: number } =>
      row.held_at !== null && row.scheduled_by !== null,
  )
  const soon: SoonMeeting[] = []
  for (const row of rows)
    soon.push({
      ...{ id: row.id, title: row.title, startsAt: row.held_at, agenda: row.agenda },
      ...{ place: row.location_name, url: row.location_url, scheduledBy: row.scheduled_by },
      emails: (await attendeesOf(handle, row.id)).flatMap(({ email }) => email?.toLowerCase() ?? []),
    })
  return soon.sort((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/** null: there is none. */
export async function scheduledMeeting(
  handle: Handle,
  id: number,
): Promise<
  (Omit<Scheduled, 'startsAt' | 'minutes'> & { startsAt: string | null; minutes: number | null }) | null
> {
  const [row] = await findMeetings(handle, [id])
  if (!row) return null
  return {
    title: row.title,
    startsAt: row.held_at,
    minutes: row.duration_min,
    companyId: row.company_id,
    agenda: row.agenda ?? '',
    ...(await meetingInfo(handle, id)),
  }
}
