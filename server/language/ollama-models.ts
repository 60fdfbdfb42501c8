import type { ModelResponse, ShowResponse } from 'ollama'
import { z } from 'zod'
import type { Db } from '../db/open.ts'
import type { LanguageModel } from './engine.ts'
import { sameModel, type LanguageCatalogue } from './catalogue.ts'
import { explain } from './ollama-answer.ts'
import { clientFor, type OllamaServer } from './ollama-client.ts'
import { getLanguageSettings } from './settings.ts'
import { Trouble } from './trouble.ts'

/** What a model can, as its server tells. */
export type ModelFacts = {
  /** It was trained for so many; Ollama silently takes less than asked for beyond it. null: it does not say. */
  contextLimit: number | null
  thinks: boolean
}

const defaultContext = 8192
const factsHoldMs = 10 * 60_000
const listHoldsMs = 15_000
/** Nobody waits twice for a server that does not answer. */
const unreachableHoldsMs = 15_000

export const noModel =
  'There is no language model yet. Fetch one on the System page, or with: npx appliance models pull llm'

export type OllamaModels = ReturnType<typeof createOllamaModels>

/** Which models there are on the server, and what they can. Looked up again after a while, since others may change it. */
export function createOllamaModels(
  { server, db, catalogue }: { server: OllamaServer; db: Db; catalogue: LanguageCatalogue },
  answerWithinMs: number,
) {
  const { soon, needReachable, tryAgain } = createReach(server, answerWithinMs)
  const facts = new Map<string, { at: number; found: ModelFacts }>()
  let listed: { at: number; models: LanguageModel[] } | null = null

  async function list(): Promise<LanguageModel[]> {
    if (listed && Date.now() - listed.at < listHoldsMs) return listed.models
    const known = await catalogue.list()
    const { models } = await soon((client) => client.list())
    const found = models.map((model) => present(model, known))
    listed = { at: Date.now(), models: found }
    return found
  }

  async function factsOf(model: string): Promise<ModelFacts> {
    const held = facts.get(model)
    if (held && Date.now() - held.at < factsHoldMs) return held.found
    const found = read(await soon((client) => client.show({ model })))
    facts.set(model, { at: Date.now(), found })
    return found
  }

  /**
   * The model that answers (or makes vectors): the chosen one; else the best that is there.
   * @throws Trouble language_no_model when the chosen one is not there
   */
  async function choose(chosen: string | null, embeds: boolean): Promise<string | null> {
    const there = (await list()).filter((model) => model.embeds === embeds)
    if (chosen === null) return best(there, catalogue, embeds)
    if ((await list()).some((model) => sameModel(model.id, chosen))) return chosen
    throw new Trouble(
      'never',
      'language_no_model',
      `The chosen language model ${chosen} is not on its server. Fetch it, or choose another one on the System page.`,
    )
  }

  return {
    list,
    needReachable,
    choose,

    /** @throws Trouble language_no_model when there is none that answers */
    async required(): Promise<string> {
      const chosen = await choose((await getLanguageSettings(db.read)).model, false)
      if (chosen !== null) return chosen
      throw new Trouble('never', 'language_no_model', noModel)
    },

    /** How many tokens prompt and answer may have together: as set, else as the list knows, at most what the model takes. */
    async contextOf(model: string): Promise<number> {
      const { contextSize } = await getLanguageSettings(db.read)
      const known = (await catalogue.list()).find(({ id }) => id === model)
      const wished = contextSize ?? known?.contextSize ?? defaultContext
      return Math.min(wished, (await factsOf(model)).contextLimit ?? wished)
    },

    /** It is asked anew whether the server can be reached. */
    tryAgain,

    /** After a pull, when a model turned out to be gone, or when a person looks again. */
    forget(): void {
      listed = null
      tryAgain()
      facts.clear()
    },

    version: async (): Promise<string> => (await soon((client) => client.version())).version,

    facts: factsOf,

    /** The context that the server really gave a model that is loaded; null: it is not loaded, or it does not say. */
    async loadedContext(model: string): Promise<number | null> {
      const { models } = await soon((client) => client.ps())
      const loaded = models.find((one) => sameModel(one.name, model))
      const said = z.object({ context_length: z.number().positive() }).safeParse(loaded)
      return said.success ? said.data.context_length : null
    },
  }
}

/** Asks the server what is soon answered. @throws Trouble */
function createReach(server: OllamaServer, answerWithinMs: number) {
  const { host } = server
  let lost: { at: number; trouble: Trouble } | null = null

  /** @throws Trouble as it was when the server could not be reached a moment ago */
  function needReachable(): void {
    if (lost && Date.now() - lost.at < unreachableHoldsMs) throw lost.trouble
  }

  async function soon<T>(work: (client: ReturnType<typeof clientFor>) => Promise<T>): Promise<T> {
    needReachable()
    const signal = AbortSignal.timeout(answerWithinMs)
    try {
      const found = await work(clientFor(server, signal))
      lost = null
      return found
    } catch (error) {
      const says = `The language model cannot be reached: ${host} does not answer.`
      const trouble = signal.aborted
        ? new Trouble('slow', 'language_unreachable', says, { cause: error })
        : explain(error, host)
      if (trouble instanceof Trouble && trouble.code === 'language_unreachable')
        lost = { at: Date.now(), trouble }
      throw trouble
    }
  }

  return { soon, needReachable, tryAgain: (): void => void (lost = null) }
}

/** What suits the machine; else the largest smaller one that the list knows; else the largest that fits. */
async function best(
  there: readonly LanguageModel[],
  catalogue: LanguageCatalogue,
  embeds: boolean,
): Promise<string | null> {
  const known = (await catalogue.list()).filter((model) => model.embeds === embeds)
  const recommended = embeds ? null : await catalogue.recommended()
  const most = recommended?.machineBytes ?? Infinity
  for (const wish of known.toReversed().filter(({ machineBytes }) => machineBytes <= most)) {
    const model = there.find(({ id }) => sameModel(id, wish.id))
    if (model) return model.id
  }
  return largest(there, catalogue.memoryBytes)?.id ?? null
}

/** What the model takes beside its own size, and what else runs on the machine. */
const besideModel = 3_000_000_000

/** Of models that the list does not know the largest that fits; where none does, the smallest. */
function largest(there: readonly LanguageModel[], memoryBytes: number): LanguageModel | undefined {
  const bySize = [...there].sort((a, b) => b.sizeBytes - a.sizeBytes)
  return bySize.find(({ sizeBytes }) => sizeBytes * 1.2 + besideModel <= memoryBytes) ?? bySize.at(-1)
}

/** Families of models that only make vectors; what the list knows to be one comes first. */
const embedding = /bert|embed|minilm|\bbge\b|\bgte\b|e5-/i

function present(
  { name, size, details }: ModelResponse,
  known: { id: string; embeds: boolean }[],
): LanguageModel {
  const entry = known.find((one) => sameModel(one.id, name))
  const families = [name, details?.family ?? '', ...(details?.families ?? [])]
  return {
    id: name,
    sizeBytes: size,
    parameters: details?.parameter_size || null,
    quantisation: details?.quantization_level || null,
    embeds: entry?.embeds ?? families.some((family) => embedding.test(family)),
  }
}

/** `model_info` is a plain object, whatever the client's types say, and its keys begin with the architecture. */
function read({ model_info, capabilities }: ShowResponse): ModelFacts {
  const info = z.record(z.string(), z.unknown()).catch({}).parse(model_info)
  const limit = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
  return {
    contextLimit: typeof limit === 'number' && limit > 0 ? limit : null,
    thinks: capabilities?.includes('thinking') ?? false,
  }
}
