import type { ServerEvent } from '#contract/events.ts'
import { allTopics } from '#contract/index.ts'
import { stalePaths } from '#contract/topic.ts'
import type { CoreTopic, EventRow } from './db/events.ts'
import { AppError } from './errors.ts'
import type { Person } from './people/service.ts'
import type { Services } from './services.ts'

/** Whether only the person who is its subject is told. */
export const isPersonal = ({ topic }: EventRow): boolean =>
  topic === 'me' || allTopics.get(topic)?.personal === true

/** Changes of a recording, told to whoever may see it. That one has gone is told to everybody, as a bare number. */
const ofRecordings = new Set(['recording', 'transcript', 'speakers', 'minutes', 'actions'])

/** Whether a change is told to somebody: only what they may see. */
export async function mayHear({ access, db }: Services, row: EventRow, person: Person): Promise<boolean> {
  const kind = ofRecordings.has(row.topic) ? 'recording' : allTopics.get(row.topic)?.of
  if (!kind || row.subject === null || person.administrator) return true
  return (await access.standing(db.read, person, kind, row.subject)) !== 'hidden'
}

/** What a change means to the open tabs; null: nothing (its subject has gone meanwhile, or it is for the server alone). */
export async function describeEvent(
  { db, recordings, modelFetches }: Services,
  row: EventRow,
): Promise<ServerEvent | null> {
  const subject = row.subject
  const known = allTopics.get(row.topic)
  if (known) return { type: 'changed', topic: row.topic, subject, paths: stalePaths(known, subject) }
  const topic = row.topic as CoreTopic
  if (topic === 'models') return { type: 'models' }
  if (topic === 'model_fetch') return { type: 'model_fetch', fetch: await modelFetches.current() }
  if (topic === 'language') return { type: 'language' }
  if (topic === 'actions') return { type: 'actions', recordingId: subject }
  if (subject === null) return null
  switch (topic) {
    case 'recording':
      try {
        return { type: 'recording', recording: await recordings.get(db.read, subject) }
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null
        throw error
      }
    case 'recording_deleted':
      return { type: 'recording_deleted', id: subject }
    case 'transcript':
      return { type: 'transcript', recordingId: subject }
    case 'speakers':
      return { type: 'speakers', recordingId: subject }
    case 'minutes':
      return { type: 'minutes', recordingId: subject }
    case 'me':
      return { type: 'me' }
    case 'tls':
      return null
    default:
      return null // of a newer version, which has left its rows here
  }
}
