import { randomUUID } from 'node:crypto'
import type { ChatEvent, ChatMessage, ChatSession, Citation } from '#contract/chat.ts'
import type { SearchKind } from '#contract/search.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { modelIsExpected } from '../language/known.ts'
import type { Log } from '../log.ts'
import type { SearchService } from '../search/service.ts'
import { checkAnswer, isAbout, saysUnknown } from './check.ts'
import { evidenceFor, mostNear } from './evidence.ts'
import { openingAfter, unfinishedAnswer, type Unfinished } from './failures.ts'
import { promptFor } from './prompt.ts'
import type { Sources } from './sources.ts'
import * as store from './store.ts'
import type { Turns } from './turns.ts'
import {
  courtesyWords,
  doesNotKnowWords,
  forgotten,
  greetingWords,
  passagesWords,
  preparingWords,
  type Opening,
} from './words.ts'
import { contentWords } from '../search/service.ts'

export { createChatKey, type ChatKey } from './key.ts'
export { createKnowledge, type Knowledge } from './knowledge.ts'
export { createSources } from './sources.ts'
export { createTurns } from './turns.ts'

/** A large model on a small machine takes minutes to read what was found. */
const deadlineMs = 240_000
const longestAnswerTokens = 700
const longestTitle = 80
/** Without a model fewer passages are shown: a person reads them. */
const mostShown = 4
/** Earlier turns that are read: those that go into a prompt (prompt.ts), and as many of hers that do not. */
const turnsRead = 12

export type Asked = {
  personId: number
  message: string
  /** Without one a session begins. */
  sessionId: string | null
  /** Ends it; what had come of the answer is kept. */
  signal: AbortSignal
  on?: (event: ChatEvent) => void
}

type Answer = Pick<ChatMessage, 'text' | 'origin' | 'citations' | 'unsupported'> & { model: string | null }

export type ChatService = ReturnType<typeof createChat>

/** Clara: answers from what the company has and from the built-in knowledge base, and from nothing else. */
export function createChat({
  db,
  search,
  language,
  log,
  sources,
  turns,
  askingModel,
  preparing,
}: {
  db: Db
  search: SearchService
  language: LanguageEngine
  log: Log
  sources: Sources
  /** Speech goes before a question on a small machine. */
  turns: Turns
  /** Runs what asks the model while batch work of the language model waits. */
  askingModel: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether the index for the search is still being made. */
  preparing: () => Promise<boolean>
}) {
  /** By session; ends its answer, which whoever asked still waits for. */
  const answering = new Map<string, AbortController>()

  async function requireSession(handle: Handle, personId: number, id: string): Promise<store.SessionRow> {
    const session = await store.findSession(handle, personId, id)
    if (!session) throw new AppError('not_found', 'This conversation does not exist or has been deleted.')
    return session
  }

  /** @throws AppError not_found */
  async function begin(id: string, { personId, message, sessionId }: Asked): Promise<void> {
    if (sessionId !== null) return void (await requireSession(db.read, personId, id))
    const now = new Date().toISOString()
    const row = { id, person_id: personId, title: titleOf(message), created_at: now, updated_at: now }
    await transact(db, (trx) => store.insertSession(trx, row))
  }

  async function keep(
    sessionId: string,
    message: Parameters<typeof store.insertMessage>[2],
  ): Promise<ChatMessage> {
    const kept = await transact(db, (trx) => store.insertMessage(trx, sessionId, message))
    if (!kept) throw new AppError('not_found', 'This conversation has since been deleted.')
    return kept
  }

  /** @param sofar takes what has come, should there be no more */
  async function answer(asked: Asked, before: store.Turn[], sofar: Unfinished): Promise<Answer> {
    const { message: question, signal, on } = asked
    const plain = { unsupported: [], model: null }
    const courtesy = courtesyWords(question)
    if (courtesy !== null || (contentWords(question).length === 0 && before.length === 0))
      return { ...plain, text: courtesy ?? greetingWords, origin: 'none', citations: [] }
    const { supports, citations, whole } = await evidenceFor(search, sources, {
      ...{ question, before, signal },
    })
    signal.throwIfAborted()
    on?.({ type: 'citations', citations })
    sofar.citations = citations
    if (!supports) return unknown(citations)
    const status = await language.status()
    const passages = (opening: Opening): Answer => {
      const shown = whole ? citations : citations.slice(0, mostShown)
      return {
        ...plain,
        text: passagesWords(opening, question, shown),
        origin: 'passages',
        citations: shown,
      }
    }
    const withoutModel = async (why: 'unreachable' | 'model_gone') =>
      passages((await modelIsExpected(db)) ? why : 'no_model')
    if (status.state !== 'ready')
      return withoutModel(status.state === 'no_model' ? 'model_gone' : 'unreachable')
    const speech = await turns.wait(signal, (work) => on?.({ type: 'waiting', work }))
    if (speech !== null) return passages(speech)
    const asking = turns.hold(signal, (mine) =>
      askingModel(() => askModel({ ...asked, signal: mine }, before, sofar)),
    )
    const said = await asking.catch((error: unknown) => {
      const opening = signal.aborted ? null : openingAfter(error)
      if (opening === null) throw error
      log.warn({ err: error }, 'Clara shows what she found, since the language model did not answer')
      return opening
    })
    if (typeof said === 'string') return said === 'no_model' ? withoutModel('model_gone') : passages(said)
    const { value, model } = said
    const checked = checkAnswer(value, citations)
    const lastAsked = before.findLast(({ sender }) => sender === 'user')?.text ?? ''
    if (checked === null || !isAbout(checked, `${question}\n${lastAsked}`))
      return saysUnknown(value)
        ? { ...(await unknown(citations.slice(0, mostNear))), model }
        : passages('unusable')
    return { ...checked, origin: 'model', model }
  }

  /** While the index is being made nobody knows what it will find. */
  async function unknown(citations: Citation[]): Promise<Answer> {
    const isPreparing = await preparing()
    return {
      text: isPreparing ? preparingWords(citations) : doesNotKnowWords(citations),
      origin: isPreparing ? 'preparing' : 'none',
      citations,
      ...{ unsupported: [], model: null },
    }
  }

  type Answered =
    | { sessionId: string; answer: ChatMessage }
    | { sessionId: string; failure: unknown; kept: ChatMessage | null }

  /** @param gone nobody waits for the answer any longer; the signal of `asked` fires also when it is stopped */
  async function answerIn(sessionId: string, asked: Asked, gone: AbortSignal): Promise<Answered> {
    const { signal, on } = asked
    const sofar: Unfinished = { text: '', citations: [] }
    try {
      const before = await store.lastTurns(db.read, sessionId, turnsRead)
      const plain = { origin: null, citations: [], unsupported: [], model: null }
      const question = await keep(sessionId, { sender: 'user', text: asked.message, ...plain })
      on?.({ type: 'session', sessionId, question })
      const made = await answer(asked, before, sofar)
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

  /** Of the passages as many as fit, the best first. */
  async function askModel({ message: question, signal, on }: Asked, before: store.Turn[], sofar: Unfinished) {
    const { citations } = sofar
    const today = new Date()
    const promptOf = (count: number) =>
      promptFor({ question, before, today, citations: citations.slice(0, count) })
    const count = await language.tokenCounter()
    const room = await language.roomFor({ system: promptOf(1).system, maxAnswerTokens: longestAnswerTokens })
    const tokens = (some: number): number =>
      promptOf(some).messages.reduce((sum, { content }) => sum + count(content), 0)
    let fitting = citations.length
    while (fitting > 1 && tokens(fitting) > room) fitting--
    return language.complete({
      ...promptOf(fitting),
      maxAnswerTokens: longestAnswerTokens,
      signal,
      deadlineMs,
      onToken: (text: string) => {
        sofar.text += text
        on?.({ type: 'text', text })
      },
      onRestart: () => {
        sofar.text = ''
        on?.({ type: 'restart' })
      },
    })
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
        await begin(sessionId, asked)
        const signal = AbortSignal.any([asked.signal, stopping.signal])
        return await answerIn(sessionId, { ...asked, signal }, asked.signal)
      } finally {
        answering.delete(sessionId)
      }
    },

    /** Whoever asked is answered with what had come. @returns whether there was an answer to stop @throws AppError not_found */
    async stop(personId: number, id: string): Promise<boolean> {
      await requireSession(db.read, personId, id)
      const stopping = answering.get(id)
      stopping?.abort()
      return stopping !== undefined
    },

    sessions: async (personId: number): Promise<ChatSession[]> =>
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
    forgetPerson: store.deleteSessionsOf,

    /** @throws AppError not_found */
    async session(personId: number, id: string): Promise<{ session: ChatSession; messages: ChatMessage[] }> {
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

    /** What rested on a source that is being deleted goes with it. */
    forget: async (trx: Handle, kinds: readonly SearchKind[], sourceId: string): Promise<void> =>
      void (await store.emptyAnswersFrom(trx, { kinds, sourceId, text: forgotten })),
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
