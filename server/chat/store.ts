import { z } from 'zod'
import { citation, type ChatMessage, type Citation } from '#contract/chat.ts'
import type { SearchKind } from '#contract/search.ts'
import type { Handle } from '../db/open.ts'

export type SessionRow = {
  id: string
  person_id: number
  title: string
  created_at: string
  updated_at: string
}

type MessageRow = {
  id: number
  session_id: string
  sender: ChatMessage['sender']
  text: string
  origin: ChatMessage['origin']
  /** Name of the language model; null where none took part. */
  model: string | null
  unsupported: string
  created_at: string
}

/** The last used first. */
export function sessionsOf(handle: Handle, personId: number): Promise<SessionRow[]> {
  return handle('chat_session').where({ person_id: personId }).orderBy('updated_at', 'desc').limit(500)
}

export async function findSession(handle: Handle, personId: number, id: string): Promise<SessionRow | null> {
  const row: SessionRow | undefined = await handle('chat_session').where({ id, person_id: personId }).first()
  return row ?? null
}

export async function insertSession(handle: Handle, row: SessionRow): Promise<void> {
  await handle('chat_session').insert(row)
}

export async function deleteSession(handle: Handle, id: string): Promise<void> {
  await handle('chat_session').where({ id }).delete()
}

/** What of an earlier turn matters to an answer. */
export type Turn = Pick<ChatMessage, 'sender' | 'text' | 'origin'>

/** The last ones, in the order in which they were written. */
export async function lastTurns(handle: Handle, sessionId: string, count: number): Promise<Turn[]> {
  const rows: Turn[] = await handle('chat_message')
    .select('sender', 'text', 'origin')
    .where({ session_id: sessionId })
    .orderBy('id', 'desc')
    .limit(count)
  return rows.toReversed()
}

/** In the order in which they were written. */
export async function messagesOf(handle: Handle, sessionId: string): Promise<ChatMessage[]> {
  const rows: MessageRow[] = await handle('chat_message').where({ session_id: sessionId }).orderBy('id')
  const cited: { message_id: number; passage: string }[] = await handle('chat_citation')
    .select('message_id', 'passage')
    .whereIn('message_id', handle('chat_message').select('id').where({ session_id: sessionId }))
    .orderBy('number')
  const citations = new Map<number, Citation[]>()
  for (const { message_id, passage } of cited)
    citations.set(message_id, [...(citations.get(message_id) ?? []), citation.parse(JSON.parse(passage))])
  return rows.map((row) => present(row, citations.get(row.id) ?? []))
}

/** @returns null when the session has been deleted meanwhile */
export async function insertMessage(
  handle: Handle,
  sessionId: string,
  message: Pick<ChatMessage, 'sender' | 'text' | 'origin' | 'unsupported' | 'citations'> & {
    model: string | null
  },
): Promise<ChatMessage | null> {
  const now = new Date().toISOString()
  const there = await handle('chat_session').where({ id: sessionId }).update({ updated_at: now })
  if (there === 0) return null
  const { sender, text, origin, model, unsupported, citations } = message
  const row = {
    session_id: sessionId,
    sender,
    text,
    origin,
    model,
    unsupported: JSON.stringify(unsupported),
    created_at: now,
  }
  const [id] = await handle('chat_message').insert(row)
  for (const one of citations)
    await handle('chat_citation').insert({
      message_id: id,
      number: one.number,
      kind: one.kind,
      source_id: one.sourceId,
      passage: JSON.stringify(one),
    })
  return present({ ...row, id: id! }, citations)
}

/** Answers that rest on this source lose their words and all of their citations. @returns how many */
export async function emptyAnswersFrom(
  handle: Handle,
  { kinds, sourceId, text }: { kinds: readonly SearchKind[]; sourceId: string; text: string },
): Promise<number> {
  const ids: number[] = await handle('chat_citation')
    .whereIn('kind', kinds)
    .where({ source_id: sourceId })
    .distinct()
    .pluck('message_id')
  await handle('chat_citation').whereIn('message_id', ids).delete()
  await handle('chat_message').whereIn('id', ids).update({ text, unsupported: '[]', origin: 'none' })
  return ids.length
}

const present = (row: MessageRow, citations: Citation[]): ChatMessage => ({
  id: row.id,
  sender: row.sender,
  text: row.text,
  timestamp: row.created_at,
  citations,
  origin: row.origin,
  unsupported: z.array(z.string()).parse(JSON.parse(row.unsupported)),
})

/** Sessions go with their messages and citations. */
export async function deleteSessionsOf(handle: Handle, personId: number): Promise<void> {
  await handle('chat_session').where({ person_id: personId }).delete()
}
