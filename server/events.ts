import type { ServerEvent } from '#contract/events.ts'
import type { EventRow } from './db/events.ts'
import { AppError } from './errors.ts'
import type { Services } from './services.ts'

/** What a change means to the open tabs; null: nothing (its subject has gone meanwhile, or it is for the server alone). */
export async function describeEvent(
  { db, recordings, modelFetches }: Services,
  row: EventRow,
): Promise<ServerEvent | null> {
  const subject = row.subject
  if (row.topic === 'models') return { type: 'models' }
  if (row.topic === 'model_fetch') return { type: 'model_fetch', fetch: await modelFetches.current() }
  if (row.topic === 'language') return { type: 'language' }
  if (row.topic === 'actions') return { type: 'actions', recordingId: subject }
  if (subject === null) return null
  switch (row.topic) {
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
  }
}
