import type { ChatEvent, ChatMessage, Citation } from '#contract/chat.ts'
import type { Db } from '../db/open.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { modelIsExpected } from '../language/known.ts'
import type { Log } from '../log.ts'
import { contentWords, type SearchService } from '../search/service.ts'
import { checkAnswer, isAbout, saysUnknown } from './check.ts'
import { evidenceFor, mostNear } from './evidence.ts'
import { openingAfter, type Unfinished } from './failures.ts'
import { promptFor } from './prompt.ts'
import type { Sources } from './sources.ts'
import type { Turn } from './store.ts'
import type { Turns } from './turns.ts'
import {
  courtesyWords,
  doesNotKnowWords,
  greetingWords,
  passagesWords,
  preparingWords,
  type Opening,
} from './words.ts'

/** A large model on a small machine takes minutes to read what was found. */
const deadlineMs = 240_000
const longestAnswerTokens = 700
/** Without a model fewer passages are shown: a person reads them. */
const mostShown = 4

export type Asked = {
  personId: number
  message: string
  /** Without one a session begins. */
  sessionId: string | null
  /** Ends it; what had come of the answer is kept. */
  signal: AbortSignal
  on?: (event: ChatEvent) => void
}

export type AnswerDeps = {
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
}

type Answer = Pick<ChatMessage, 'text' | 'origin' | 'citations' | 'unsupported'> & { model: string | null }

/**
 * What Clara says to a question: a courtesy, what the model makes of the passages found (checked), or the passages alone.
 * @param before the turns of this conversation, the oldest first
 * @param sofar takes what has come, should there be no more
 * @throws the signal's reason when it fires; AppError as the search fails
 */
export async function answerTo(
  deps: AnswerDeps,
  asked: Asked,
  before: Turn[],
  sofar: Unfinished,
): Promise<Answer> {
  const { db, search, language, log, sources, turns, askingModel } = deps
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
  if (!supports) return unknown(deps, citations)
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
    askingModel(() => askModel(language, { ...asked, signal: mine }, before, sofar)),
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
      ? { ...(await unknown(deps, citations.slice(0, mostNear))), model }
      : passages('unusable')
  return { ...checked, origin: 'model', model }
}

/** While the index is being made nobody knows what it will find. */
async function unknown({ preparing }: AnswerDeps, citations: Citation[]): Promise<Answer> {
  const isPreparing = await preparing()
  return {
    text: isPreparing ? preparingWords(citations) : doesNotKnowWords(citations),
    origin: isPreparing ? 'preparing' : 'none',
    citations,
    ...{ unsupported: [], model: null },
  }
}

/** Of the passages as many as fit, the best first. */
async function askModel(
  language: LanguageEngine,
  { message: question, signal, on }: Asked,
  before: Turn[],
  sofar: Unfinished,
) {
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
