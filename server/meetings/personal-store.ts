import type { Handle } from '../db/open.ts'

type Own = { id: number; title: string; held_at: string | null; created_at: string }

/** What a person scheduled or brought from their own calendar, and what others named them for; null: nothing. */
export async function meetingsOfPerson(handle: Handle, personId: number): Promise<unknown> {
  const columns = ['id', 'title', 'held_at', 'created_at'] as const
  const scheduled: Own[] = await handle('meeting').where({ scheduled_by: personId }).select(columns)
  const named: Own[] = await handle('meeting')
    .whereIn('id', handle('meeting_person').where({ person_id: personId }).select('meeting_id'))
    .select(columns)
  if (scheduled.length === 0 && named.length === 0) return null
  const present = ({ id, title, held_at, created_at }: Own) => ({
    ...{ id, title, heldAt: held_at, createdAt: created_at },
  })
  return { scheduled: scheduled.map(present), namedFor: named.map(present) }
}

/** What came from the person's own calendar and was never recorded goes; meetings of the company stay. */
export async function forgetPersonInMeetings(trx: Handle, personId: number): Promise<void> {
  await trx('meeting')
    .where({ scheduled_by: personId })
    .whereNotNull('uid')
    .whereNotExists(trx('recording').whereRaw('recording.meeting_id = meeting.id').select(trx.raw('1')))
    .delete()
  await trx('meeting').where({ scheduled_by: personId }).update({ scheduled_by: null, uid: null })
  await trx('meeting_person').where({ person_id: personId }).delete()
}
