import { z } from 'zod'
import { jobStates } from './jobs.ts'
import { route } from './route.ts'

/** What the administrator chose. */
export const languageSettings = z.object({
  /** As Ollama names it, "llama3.1:8b"; null: the appliance chooses of those that are there. */
  model: z.string().max(200).nullable(),
  /** For search by meaning; null: the appliance takes the first that is there. */
  embeddingModel: z.string().max(200).nullable(),
  /** Tokens of prompt and answer together; null: what the list of models says. More takes more memory. */
  contextSize: z.number().int().min(2048).max(262_144).nullable(),
  /** 0: always the likeliest word. */
  temperature: z.number().min(0).max(1.5),
})
export type LanguageSettings = z.infer<typeof languageSettings>

export const languageStates = ['ready', 'no_model', 'unreachable'] as const

export const languageStatus = z.object({
  state: z.enum(languageStates),
  /** A sentence: what works, or what is wrong and what to do. */
  message: z.string(),
  /** Where Ollama is looked for. */
  host: z.string(),
  version: z.string().nullable(),
  /** The ones in use. */
  model: z.string().nullable(),
  embeddingModel: z.string().nullable(),
})

export const installedLanguageModel = z.object({
  id: z.string(),
  sizeBytes: z.number(),
  /** "8.0B" */
  parameters: z.string().nullable(),
  /** "Q4_K_M" */
  quantisation: z.string().nullable(),
  /** For search, not for answers. */
  embeds: z.boolean(),
  inUse: z.boolean(),
})

/** A model that models/manifest.json knows of. */
export const knownLanguageModel = z.object({
  id: z.string(),
  name: z.string(),
  /** About. */
  sizeBytes: z.number(),
  /** What a machine should have of memory in all. */
  machineBytes: z.number(),
  licence: z.string(),
  suits: z.string(),
  embeds: z.boolean(),
  installed: z.boolean(),
  recommended: z.boolean(),
})

/** What a model made of a short meeting that is known, asked as it is for minutes. */
export const modelTrial = z.object({
  model: z.string(),
  at: z.string(),
  /** Questions, and those that it gave no usable answer to. */
  asked: z.number(),
  failed: z.number(),
  /** Sentences of minutes that it wrote, and those that were neither copied nor made up. */
  sentences: z.number(),
  kept: z.number(),
  /** Matters of which it was asked what became, and those that it read rightly. */
  matters: z.number(),
  right: z.number(),
  /** About how long the minutes of an hour take on this machine. */
  hourSeconds: z.number(),
})
export type ModelTrial = z.infer<typeof modelTrial>

/** A model on its way to Ollama. */
export const languagePull = z.object({
  jobId: z.number(),
  modelId: z.string(),
  state: z.enum(jobStates),
  percent: z.number(),
  /** "Fetching: 1.2 GB of 4.7 GB" */
  step: z.string().nullable(),
  secondsLeft: z.number().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
})
export type LanguagePull = z.infer<typeof languagePull>

export const languageOverview = z.object({
  status: languageStatus,
  settings: languageSettings,
  /** When it last failed somebody who asked it, and why, for administrators; null: it has answered since. */
  lastFailure: z.object({ at: z.string(), message: z.string() }).nullable(),
  /** What is in force, after the model's own limit; null: there is no model. */
  contextSize: z.number().nullable(),
  installed: z.array(installedLanguageModel),
  catalogue: z.array(knownLanguageModel),
  /** Memory of the appliance's machine, which the recommendation is for; null: Ollama runs on another one. */
  memoryBytes: z.number().nullable(),
  offline: z.boolean(),
  /** Of the model in use; null: it was not tried. */
  trial: modelTrial.nullable(),
  /** It is being tried now. */
  trying: z.boolean(),
  /** Under way or the last one that failed; null: neither. */
  pull: languagePull.nullable(),
})
export type LanguageOverview = z.infer<typeof languageOverview>

export const getLanguage = route({
  method: 'GET',
  path: '/api/system/language',
  access: 'administrator',
  response: languageOverview,
})
export const changeLanguage = route({
  method: 'PATCH',
  path: '/api/system/language',
  access: 'administrator',
  body: languageSettings.partial(),
  response: languageOverview,
})
/** The model in use is asked about a short meeting that is known; what came of it is in the overview. */
export const tryLanguageModel = route({
  method: 'POST',
  path: '/api/system/language/try',
  access: 'administrator',
  response: z.object({ jobId: z.number() }),
})
/** Ollama fetches a model; `cancelJob` ends it. Any name that Ollama knows, and those of the list. */
export const pullLanguageModel = route({
  method: 'POST',
  path: '/api/system/language/pull',
  access: 'administrator',
  body: z.object({ id: z.string().max(200) }),
  response: z.object({ pull: languagePull }),
})
