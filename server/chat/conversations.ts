import type { ChatMessage, ChatSession } from '#contract/chat.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Asked } from './answer.ts'
import * as store from './store.ts'

const longestTitle = 80

/** A person's own conversations with Clara. */
export function createConversations(db: Db) {
  async function requireSession(handle: Handle, personId: number, id: string): Promise<store.SessionRow> {
    const session = await store.findSession(handle, personId, id)
    if (!session) throw new AppError('not_found', 'This conversation does not exist or has been deleted.')
    return session
  }

  return {
    require: requireSession,

    /** @throws AppError not_found */
    async begin(id: string, { personId, message, sessionId }: Asked): Promise<void> {
      if (sessionId !== null) return void (await requireSession(db.read, personId, id))
      const now = new Date().toISOString()
      const row = { id, person_id: personId, title: titleOf(message), created_at: now, updated_at: now }
      await transact(db, (trx) => store.insertSession(trx, row))
    },

    list: async (personId: number): Promise<ChatSession[]> =>
      (await store.sessionsOf(db.read, personId)).map(presentSession),

    /** All that a person asked, and was answered. */
    async ofPerson(handle: Handle, personId: number): Promise<unknown> {
      const all: unknown[] = []
      for (const session of await store.sessionsOf(handle, personId))
        all.push({
          session: presentSession(session),
          messages: await store.messagesOf(handle, session.id),
        })
      return all.length > 0 ? all : null
    },

    /** @throws AppError not_found */
    async read(personId: number, id: string): Promise<{ session: ChatSession; messages: ChatMessage[] }> {
      const session = await requireSession(db.read, personId, id)
      return { session: presentSession(session), messages: await store.messagesOf(db.read, id) }
    },

    /** @throws AppError not_found */
    async remove(personId: number, id: string): Promise<void> {
      await transact(db, async (trx) => {
        await requireSession(trx, personId, id)
        await store.deleteSession(trx, id)
      })
    },
  }
}

function titleOf(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim()
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle - 1).trimEnd()}…`
}

const presentSession = (row: store.SessionRow): ChatSession => ({
  id: row.id,
  title: row.title,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
