import type { Audience } from '#contract/meetings.ts'
import type { Handle, Subquery } from '../db/open.ts'
import type { Viewer } from '../viewer.ts'

/**
 * Ids of the meetings that somebody may see: the one place that says who may. null: the appliance itself.
 * @param bin also those in the bin
 */
export function visibleMeetings(handle: Handle, viewer: Viewer | null, { bin = false } = {}): Subquery {
  return handle('meeting')
    .select('meeting.id')
    .modify((query) => {
      if (!bin) void query.whereNull('meeting.deleted_at')
      if (viewer === null || viewer.administrator) return
      void query.andWhere((mine) => {
        void mine.where('meeting.audience', 'everybody').orWhere('meeting.owner_id', viewer.id)
        void mine.orWhere((named) => {
          const rows = handle('meeting_person').select('meeting_id').where({ person_id: viewer.id })
          void named.where('meeting.audience', 'people').whereIn('meeting.id', rows)
        })
        if (viewer.email === null) return
        const attended = handle('attendee').select('meeting_id').whereRaw('lower(email) = ?', [viewer.email])
        void mine.orWhere((present) => {
          void present.where('meeting.audience', 'attendees').whereIn('meeting.id', attended)
        })
      })
    })
}

export async function isVisible(
  handle: Handle,
  viewer: Viewer | null,
  meetingId: number,
  options: { bin?: boolean } = {},
): Promise<boolean> {
  const row: unknown = await visibleMeetings(handle, viewer, options).where('meeting.id', meetingId).first()
  return row !== undefined
}

export type AudienceRow = { owner_id: number | null; audience: Audience; deleted_at: string | null }

export async function findAudience(handle: Handle, meetingId: number): Promise<AudienceRow | null> {
  const row: AudienceRow | undefined = await handle('meeting')
    .where({ id: meetingId })
    .first('owner_id', 'audience', 'deleted_at')
  return row ?? null
}

export function namedPeople(handle: Handle, meetingId: number): Promise<number[]> {
  return handle('meeting_person').where({ meeting_id: meetingId }).orderBy('person_id').pluck('person_id')
}

export async function setAudience(
  handle: Handle,
  meetingId: number,
  audience: Audience,
  personIds: readonly number[],
): Promise<void> {
  await handle('meeting').where({ id: meetingId }).update({ audience })
  await handle('meeting_person').where({ meeting_id: meetingId }).delete()
  for (const person_id of new Set(personIds))
    await handle('meeting_person').insert({ meeting_id: meetingId, person_id })
}

/** @param moment null: takes it out of the bin */
export async function setDeleted(handle: Handle, meetingId: number, moment: string | null): Promise<void> {
  await handle('meeting').where({ id: meetingId }).update({ deleted_at: moment })
}
