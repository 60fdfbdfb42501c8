import type { Topic } from '#contract/topic.ts'
import type { Handle } from './open.ts'

/**
 * What changed, for the open browser tabs. A table, because the worker and the CLI are other processes: whoever changes
 * something adds a row in the same transaction, and the server (http/events.ts) reads the new ones.
 */
export type CoreTopic =
  | 'recording'
  | 'recording_deleted'
  | 'transcript'
  | 'speakers'
  | 'minutes'
  | 'actions'
  | 'models'
  | 'model_fetch'
  | 'language'
  | 'me'
  | 'tls'

/** The topics of slices are declared in the contract (contract/topic.ts). */
export type EventRow = { id: number; topic: string; subject: number | null }

export async function recordEvent(
  handle: Handle,
  topic: CoreTopic,
  subject: number | null = null,
): Promise<void> {
  await insert(handle, topic, subject)
}

/** Has the open pages fetch again what the topic names. Call it in the transaction that makes the change. */
export async function publishChange(
  handle: Handle,
  { topic }: Topic,
  subject: number | null = null,
): Promise<void> {
  await insert(handle, topic, subject)
}

async function insert(handle: Handle, topic: string, subject: number | null): Promise<void> {
  await handle('event').insert({ topic, subject, created_at: new Date().toISOString() })
}

export async function lastEventId(handle: Handle): Promise<number> {
  const row: { id?: number | null } | undefined = await handle('event').max({ id: 'id' }).first()
  return row?.id ?? 0
}

export function eventsAfter(handle: Handle, id: number): Promise<EventRow[]> {
  return handle('event').select('id', 'topic', 'subject').where('id', '>', id).orderBy('id').limit(1000)
}

/** Rows older than an hour have reached every tab that will ever ask for them. The newest stays, so that ids go on. */
export async function pruneEvents(handle: Handle): Promise<void> {
  const newest = await lastEventId(handle)
  await handle('event')
    .where('created_at', '<', new Date(Date.now() - 3_600_000).toISOString())
    .andWhere('id', '<', newest)
    .delete()
}
