import { randomUUID } from 'node:crypto'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { LanguageCatalogue } from './catalogue.ts'
import type { LanguageAnswer, LanguageEngine, LanguageRequest, LanguageStatus } from './engine.ts'
import { forEmbedding } from './embedding.ts'
import { formatOf, readJson, schemaInWords } from './format.ts'
import { ask, explain, type Ask, type Said } from './ollama-answer.ts'
import { clientFor, serverAt, tooLong, type OllamaServer } from './ollama-client.ts'
import { createOllamaModels, type OllamaModels } from './ollama-models.ts'
import { noteFailure } from './last-failure.ts'
import { persist, type Attempt } from './persist.ts'
import { getLanguageSettings } from './settings.ts'
import { aroundMessage, aroundMessages, createTokenFactors, roughTokens } from './tokens.ts'
import { Trouble } from './trouble.ts'
import type { z } from 'zod'

export type OllamaEngine = LanguageEngine & {
  catalogue: LanguageCatalogue
  /** Looks for its models anew. */
  modelsChanged(): void
  /** For pulls, which the engine itself never begins. */
  server: OllamaServer
  close(): Promise<void>
}

export type OllamaOptions = {
  /** As in OLLAMA_HOST. */
  url: string
  db: Db
  log: Log
  catalogue: LanguageCatalogue
  /** How many threads are to compute; absent, or undefined: as many as Ollama likes. */
  threads?: () => number | undefined
  /** Instead of the defaults below. */
  timing?: Partial<typeof timing>
}

const timing = {
  /** Of what is left until the deadline, the first word may take this share: a large prompt on a small machine takes minutes. */
  firstWordShare: 0.6,
  firstWordLeastMs: 30_000,
  nextWordMs: 60_000,
  /** For what is asked beside answers: version, models. */
  lookWithinMs: 5000,
  pauseMs: (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 20_000),
}

const defaultAnswerTokens = 1024
const defaultContext = 8192
/** An answer that went wrong is asked for with more chance in it. */
const warmerBy = 0.25
const longestShownBack = 1500
const embedAtOnce = 32
/** A count below this share of what was sent means that some of it was left out. */
const leastOfExpected = 0.6
const leastOfRough = 0.4
const fewestToJudge = 200

/** The language model behind Ollama's HTTP interface. */
export function createOllama({
  url,
  db,
  log,
  catalogue,
  threads,
  timing: given,
}: OllamaOptions): OllamaEngine {
  const ways = { ...timing, ...given }
  const server = serverAt(url)
  const { host } = server
  const models: OllamaModels = createOllamaModels(server, catalogue, ways.lookWithinMs)
  const factors = createTokenFactors(db)
  /** This server's counts leave out what it has cached (Ollama 0.30 did), so that a small one means nothing. */
  let countsCached = true

  async function needModel(): Promise<string> {
    const { model } = await getLanguageSettings(db.read)
    const chosen = await models.choose(model, false)
    if (chosen !== null) return chosen
    throw new Trouble('never', 'language_no_model', noModel)
  }

  async function contextOf(model: string): Promise<number> {
    const { contextSize } = await getLanguageSettings(db.read)
    const known = (await catalogue.list()).find(({ id }) => id === model)
    const wished = contextSize ?? known?.contextSize ?? defaultContext
    return Math.min(wished, (await models.facts(model)).contextLimit ?? wished)
  }

  type Prompt = { messages: Ask['messages']; rough: number; tokens: number }

  async function promptOf(
    request: LanguageRequest,
    model: string,
    more: { format: object | undefined; again: Ask['messages']; fresh: boolean },
  ): Promise<Prompt> {
    const system = request.system + (more.format ? schemaInWords(more.format) : '')
    const messages: Ask['messages'] = [
      { role: 'system', content: more.fresh ? `Request ${randomUUID()}.\n${system}` : system },
      ...request.messages,
      ...more.again,
    ]
    const around = aroundMessages + aroundMessage * messages.length
    const count = await factors.counter(model)
    return {
      messages,
      rough: around + messages.reduce((sum, { content }) => sum + roughTokens(content), 0),
      tokens: around + messages.reduce((sum, { content }) => sum + count(content), 0),
    }
  }

  /** @throws Trouble when the model has read less than it was sent, or not said all */
  async function needWhole(said: Said, prompt: Prompt, asked: Ask, fresh: boolean): Promise<void> {
    if (said.doneReason === 'length')
      throw new Trouble(
        'never',
        'language_truncated',
        'The language model’s answer was too long. Try again with a shorter text.',
      )
    const { promptTokens } = said
    if (promptTokens === null || prompt.rough < fewestToJudge) return
    const expected = await factors.expected(asked.model, prompt.rough)
    const least = expected === null ? prompt.rough * leastOfRough : expected * leastOfExpected
    if (promptTokens < least && (countsCached || fresh)) {
      const loaded = await models.loadedContext(asked.model)
      if (fresh || (loaded !== null && loaded < asked.contextSize))
        throw tooLong(
          new Error(`${promptTokens} of about ${prompt.rough} tokens were read, context ${loaded}`),
        )
      throw new Trouble('answer', 'language_truncated', tooLong().message, { hint: askAfresh })
    }
    if (promptTokens < least) return
    // Nothing was left out, so the small count before was of what was not cached.
    if (fresh) countsCached = false
    await factors.learn(asked.model, prompt.rough, promptTokens)
  }

  async function complete<T>(
    request: LanguageRequest & { schema?: z.ZodType<T> },
  ): Promise<LanguageAnswer<T | string>> {
    const format = request.schema && formatOf(request.schema)
    let spoke = false
    let lastText = ''
    let warmth = 0

    async function attempt({ number, last, signal, leftMs }: Attempt): Promise<LanguageAnswer<T | string>> {
      if (last !== null) models.tryAgain()
      const settings = await getLanguageSettings(db.read)
      const model = await needModel()
      const contextSize = await contextOf(model)
      const maxAnswerTokens = request.maxAnswerTokens ?? defaultAnswerTokens
      const fresh = last?.hint === askAfresh
      if (last?.kind === 'answer' && !fresh) warmth++
      const room = contextSize - maxAnswerTokens
      const plain = await promptOf(request, model, { format, again: [], fresh })
      if (plain.tokens > room) throw tooLong(new Error(`about ${plain.tokens} tokens, room for ${room}`))
      const again = last?.hint && !fresh ? correction(lastText, last.hint) : []
      const corrected = again.length > 0 ? await promptOf(request, model, { format, again, fresh }) : plain
      const prompt = corrected.tokens <= room ? corrected : plain

      if (spoke) request.onRestart?.()
      spoke = false
      let answerTokens = 0
      request.onProgress?.({ phase: 'waiting', attempt: number, answerTokens })
      const asked: Ask = {
        server,
        model,
        messages: prompt.messages,
        format,
        contextSize,
        maxAnswerTokens,
        temperature: Math.min((request.temperature ?? settings.temperature) + warmerBy * warmth, 1.5),
        threads: threads?.(),
        thinks: (await models.facts(model)).thinks,
        firstWordMs: Math.max(leftMs * ways.firstWordShare, ways.firstWordLeastMs),
        nextWordMs: ways.nextWordMs,
        signal,
        onPart: (text) => {
          spoke = true
          answerTokens++
          request.onToken?.(text)
          request.onProgress?.({ phase: 'answering', attempt: number, answerTokens })
        },
      }
      const said = await ask(asked)
      lastText = said.text
      await needWhole(said, prompt, asked, fresh)
      return {
        value: request.schema ? readJson(said.text, request.schema) : needText(said.text),
        model,
        promptTokens: said.promptTokens ?? prompt.rough,
        answerTokens: said.answerTokens,
        attempts: number,
      }
    }

    const answer = persist(request, { log, pauseMs: ways.pauseMs }, async (one) => {
      try {
        return await attempt(one)
      } catch (error) {
        // Gone since it was listed: the next request looks again.
        if (error instanceof Trouble && error.code === 'language_no_model') models.forget()
        throw error
      }
    })
    return noted(answer)
  }

  /** How it ended, for administrators; what cannot be noted changes nothing for whoever asked. */
  async function noted<T>(answer: Promise<T>): Promise<T> {
    const note = (message: string | null): Promise<void> =>
      noteFailure(db, message).catch((error: unknown) =>
        log.warn({ err: error }, 'how the language model answered could not be noted'),
      )
    try {
      const value = await answer
      await note(null)
      return value
    } catch (error) {
      if (error instanceof AppError) await note(withDetail(error))
      throw error
    }
  }

  /** What is asked outside of a request: one try, and the failure as the user is to see it. */
  async function once<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof Trouble ? error.toAppError() : error
    }
  }

  async function tokenCounter(): Promise<(text: string) => number> {
    const model = await needModel().catch((error: unknown) => {
      if (error instanceof Trouble) return null // counted as for a model that nobody knows yet
      throw error
    })
    return factors.counter(model)
  }

  return {
    complete,
    tokenCounter,
    contextSize: () => once(async () => contextOf(await needModel())),

    roomFor: ({ system, schema, maxAnswerTokens = defaultAnswerTokens }) =>
      once(async () => {
        const model = await needModel()
        const count = await factors.counter(model)
        const said = system + (schema ? schemaInWords(formatOf(schema)) : '')
        const taken = aroundMessages + 2 * aroundMessage + count(said) + maxAnswerTokens
        return Math.max(0, (await contextOf(model)) - taken)
      }),

    models: () => once(models.list),

    async embed(texts, { as, signal, deadlineMs, hurried = false }) {
      const { embeddingModel } = await getLanguageSettings(db.read)
      const model = await once(() => models.choose(embeddingModel, true))
      if (model === null) return null
      if (hurried) await once(async () => models.needReachable())
      const pauseMs = hurried ? () => Number.POSITIVE_INFINITY : ways.pauseMs
      const vectors: number[][] = []
      for (let at = 0; at < texts.length; at += embedAtOnce) {
        const input = texts.slice(at, at + embedAtOnce).map((text) => forEmbedding(model, text, as))
        const found = await persist({ signal, deadlineMs }, { log, pauseMs }, async (one) => {
          try {
            const { embeddings } = await clientFor(server, one.signal).embed({
              model,
              input,
              truncate: false,
            })
            return embeddings
          } catch (error) {
            one.signal.throwIfAborted()
            throw explain(error, host)
          }
        })
        if (found.length !== input.length)
          throw new AppError('language_invalid', 'The embedding model gave no vector for some of the texts.')
        vectors.push(...found)
      }
      return { model, vectors }
    },

    async status(): Promise<LanguageStatus> {
      const status: Omit<LanguageStatus, 'state' | 'message'> = {
        ...{ host, version: null, model: null, embeddingModel: null },
      }
      const settings = await getLanguageSettings(db.read)
      try {
        status.version = await models.version()
        // Search by meaning goes on when the model that answers is gone.
        status.embeddingModel = await models.choose(settings.embeddingModel, true).catch(withoutModel)
        status.model = await models.choose(settings.model, false)
        if (status.model === null) return { ...status, state: 'no_model', message: noModel }
        return { ...status, state: 'ready', message: `${status.model} answers.` }
      } catch (error) {
        if (!(error instanceof Trouble)) throw error
        const state = error.code === 'language_no_model' ? 'no_model' : 'unreachable'
        return { ...status, state, message: error.message }
      }
    },

    catalogue,
    modelsChanged: models.forget,
    server,
    close: () => server.connections.close(),
  }
}

const noModel =
  'There is no language model yet. Fetch one on the System page, or with: npx appliance models pull llm'

/** For administrators: what Ollama itself said. */
const withDetail = ({ code, message, cause }: AppError): string =>
  code === 'language_failed' && cause instanceof Error
    ? `${message} It said: ${cause.message.replace(/\s+/g, ' ').slice(0, 300)}`
    : message

/** Asked again with another beginning, so that the server has nothing of it cached and counts all. */
const askAfresh = 'count again'

function correction(text: string, hint: string): Ask['messages'] {
  return [
    { role: 'assistant', content: text.slice(0, longestShownBack) },
    { role: 'user', content: `That answer cannot be used. ${hint}\nAnswer again, with the JSON alone.` },
  ]
}

function needText(text: string): string {
  const answer = text.trim()
  if (answer !== '') return answer
  throw new Trouble('answer', 'language_invalid', 'The language model gave an empty answer. Try again.')
}

function withoutModel(error: unknown): null {
  if (error instanceof Trouble && error.code === 'language_no_model') return null
  throw error
}
