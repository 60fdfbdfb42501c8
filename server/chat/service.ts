import { randomUUID } from 'node:crypto'
import type { ChatMessage } from '#contract/chat.ts'
import type { SearchKind } from '#contract/search.ts'
import { transact, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { type AnswerDeps, answerTo, type Asked } from './answer.ts'
import { unfinishedAnswer, type Unfinished } from './failures.ts'
import { createConversations } from './conversations.ts'
import * as store from './store.ts'
import { forgotten } from './words.ts'

export { createChatKey, type ChatKey } from './key.ts'
export { createKnowledge, type Knowledge } from './knowledge.ts'
export { createSources } from './sources.ts'
export { createTurns } from './turns.ts'

/** Earlier turns that are read: those that go into a prompt (prompt.ts), and as many of hers that do not. */
const turnsRead = 12

export type ChatService = ReturnType<typeof createChat>

type Answered =
  | { sessionId: string; answer: ChatMessage }
  | { sessionId: string; failure: unknown; kept: ChatMessage | null }

/** Clara: answers from what the company has and from the built-in knowledge base, and from nothing else. */
export function createChat(deps: AnswerDeps) {
  const { db } = deps
  const sessions = createConversations(db)
  /** By session; ends its answer, which whoever asked still waits for. */
  const answering = new Map<string, AbortController>()

  async function keep(
    sessionId: string,
    message: Parameters<typeof store.insertMessage>[2],
  ): Promise<ChatMessage> {
    const kept = await transact(db, (trx) => store.insertMessage(trx, sessionId, message))
    if (!kept) throw new AppError('not_found', 'This conversation has since been deleted.')
    return kept
  }

  /** @param gone nobody waits for the answer any longer; the signal of `asked` fires also when it is stopped */
  async function answerIn(sessionId: string, asked: Asked, gone: AbortSignal): Promise<Answered> {
    const { signal, on } = asked
    const sofar: Unfinished = { text: '', citations: [] }
    try {
      const before = await store.lastTurns(db.read, sessionId, turnsRead)
      const plain = { origin: null, citations: [], unsupported: [], model: null }
      const question = await keep(sessionId, { sender: 'user', text: asked.message, ...plain })
      on?.({ type: 'session', sessionId, question })
      const made = await answerTo(deps, asked, before, sofar)
      signal.throwIfAborted()
      return { sessionId, answer: await keep(sessionId, { sender: 'assistant', ...made }) }
    } catch (failure) {
      const why = signal.aborted
        ? { origin: 'stopped' as const }
        : { origin: 'failed' as const, error: failure }
      const unfinished = { sender: 'assistant' as const, ...unfinishedAnswer(sofar, why), model: null }
      const kept = await transact(db, (trx) => store.insertMessage(trx, sessionId, unfinished))
      if (gone.aborted) throw failure
      return signal.aborted && kept ? { sessionId, answer: kept } : { sessionId, failure, kept }
    }
  }

  return {
    /**
     * One question and its answer. What goes wrong after the question was kept is told with the session, so that the
     * person can go on in it, and kept with what had come.
     * @throws AppError not_found, in_progress before anything was kept
     * @throws the signal's reason when it fires
     */
    async ask(asked: Asked): Promise<Answered> {
      const sessionId = asked.sessionId ?? randomUUID()
      if (answering.has(sessionId))
        throw new AppError('in_progress', 'Clara is still answering the question before this one.')
      // Before anything is awaited: of two that come at once the second finds it.
      const stopping = new AbortController()
      answering.set(sessionId, stopping)
      try {
        await sessions.begin(sessionId, asked)
        const signal = AbortSignal.any([asked.signal, stopping.signal])
        return await answerIn(sessionId, { ...asked, signal }, asked.signal)
      } finally {
        answering.delete(sessionId)
      }
    },

    /** Whoever asked is answered with what had come. @returns whether there was an answer to stop @throws AppError not_found */
    async stop(personId: number, id: string): Promise<boolean> {
      await sessions.require(db.read, personId, id)
      const stopping = answering.get(id)
      stopping?.abort()
      return stopping !== undefined
    },

    sessions: sessions.list,
    session: sessions.read,
    remove: sessions.remove,
    ofPerson: sessions.ofPerson,
    forgetPerson: store.deleteSessionsOf,

    /** What rested on a source that is being deleted goes with it. */
    forget: async (trx: Handle, kinds: readonly SearchKind[], sourceId: string): Promise<void> =>
      void (await store.emptyAnswersFrom(trx, { kinds, sourceId, text: forgotten })),
  }
}
