import type { z } from 'zod'
import type { Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { LanguageCatalogue } from './catalogue.ts'
import type { LanguageEngine, LanguageRequest, LanguageStatus } from './engine.ts'
import { formatOf, schemaInWords } from './format.ts'
import { serverAt, type OllamaServer } from './ollama-client.ts'
import { complete, defaultAnswerTokens, timing, type Asking, type OllamaTiming } from './ollama-complete.ts'
import { embed } from './ollama-embed.ts'
import { createOllamaModels, noModel } from './ollama-models.ts'
import { createPrompts } from './ollama-prompt.ts'
import { getLanguageSettings } from './settings.ts'
import { aroundMessage, aroundMessages, createTokenFactors } from './tokens.ts'
import { once, Trouble } from './trouble.ts'

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
  /** Instead of the defaults (ollama-complete.ts). */
  timing?: Partial<OllamaTiming>
}

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
  const models = createOllamaModels({ server, db, catalogue }, ways.lookWithinMs)
  const factors = createTokenFactors(db)
  const asking: Asking = {
    server,
    db,
    log,
    models,
    threads,
    timing: ways,
    prompts: createPrompts({ models, factors }),
  }

  async function tokenCounter(): Promise<(text: string) => number> {
    const model = await models.required().catch((error: unknown) => {
      if (error instanceof Trouble) return null // counted as for a model that nobody knows yet
      throw error
    })
    return factors.counter(model)
  }

  return {
    complete: <T>(request: LanguageRequest & { schema?: z.ZodType<T> }) => complete(asking, request),
    tokenCounter,
    contextSize: () => once(async () => models.contextOf(await models.required())),

    roomFor: ({ system, schema, maxAnswerTokens = defaultAnswerTokens }) =>
      once(async () => {
        const model = await models.required()
        const count = await factors.counter(model)
        const said = system + (schema ? schemaInWords(formatOf(schema)) : '')
        const taken = aroundMessages + 2 * aroundMessage + count(said) + maxAnswerTokens
        return Math.max(0, (await models.contextOf(model)) - taken)
      }),

    models: () => once(models.list),
    embed: (texts, options) => embed(asking, texts, options),

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

function withoutModel(error: unknown): null {
  if (error instanceof Trouble && error.code === 'language_no_model') return null
  throw error
}
