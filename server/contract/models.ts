import { z } from 'zod'
import { jobStates } from './jobs.ts'
import { route } from './route.ts'

/** A model that models/manifest.json knows how to get. */
export const catalogueModel = z.object({
  id: z.string(),
  /** "Whisper base, English only" */
  name: z.string(),
  /** About; the server that has it knows exactly. */
  sizeBytes: z.number(),
  /** What the engine needs of memory while it serves with this model, about. */
  memoryBytes: z.number(),
  multilingual: z.boolean(),
  licence: z.string(),
  /** Which machines it suits, in a sentence. */
  suits: z.string(),
  /** Where it comes from, as it is now set. */
  url: z.string(),
  sha1: z.string(),
})

/** A model on its way. */
export const modelFetch = z.object({
  jobId: z.number(),
  modelId: z.string(),
  modelName: z.string(),
  /** The host that it comes from. */
  source: z.string(),
  state: z.enum(jobStates),
  receivedBytes: z.number(),
  totalBytes: z.number(),
  /** 0 to 100, checking included. */
  percent: z.number(),
  /** "Fetching", "Waiting for huggingface.co to go on", "Checking" */
  step: z.string().nullable(),
  secondsLeft: z.number().nullable(),
  /** Why it failed, and what to do. */
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
})
export type ModelFetch = z.infer<typeof modelFetch>

export const installedModel = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  multilingual: z.boolean(),
  bundled: z.boolean(),
  addedAt: z.string().nullable(),
  active: z.boolean(),
})
export type InstalledModel = z.infer<typeof installedModel>

/** The two models that tell speakers apart; `active` ones are installed or the bundled one. */
export const diarisationModels = z.object({
  active: z.object({
    segmentation: z.string(),
    embedding: z.string(),
    sizeBytes: z.number(),
    addedAt: z.string().nullable(),
    bundled: z.boolean(),
  }),
  /** To be fetched with the id `diarisation`; null: the list of models has none. */
  known: z
    .object({ segmentation: z.string(), embedding: z.string(), sizeBytes: z.number(), licence: z.string() })
    .nullable(),
})

export const modelsOverview = z.object({
  diarisation: diarisationModels,
  installed: z.array(installedModel),
  catalogue: z.array(catalogueModel.extend({ installed: z.boolean(), recommended: z.boolean() })),
  /** APPLIANCE_SPEECH_MODEL, which goes before any choice made here; null: nobody fixed one. */
  fixed: z.string().nullable(),
  /** APPLIANCE_OFFLINE: nothing can be fetched. */
  offline: z.boolean(),
  /** Under way or the last one that failed; null: neither. */
  fetch: modelFetch.nullable(),
})
export type ModelsOverview = z.infer<typeof modelsOverview>

const modelId = z.object({ id: z.string().max(64) })

export const listModels = route({
  method: 'GET',
  path: '/api/system/models',
  access: 'administrator',
  response: modelsOverview,
})
/** Starts to fetch a model of the catalogue; progress comes by events, `cancelJob` ends it. */
export const pullModel = route({
  method: 'POST',
  path: '/api/system/models/pull',
  access: 'administrator',
  body: modelId,
  response: z.object({ fetch: modelFetch }),
})
/** multipart: model (file), id (optional). It is checked, really loaded, and then used. */
export const uploadModel = route({
  method: 'POST',
  path: '/api/system/models',
  access: 'administrator',
  rawBody: true,
  response: z.object({ model: installedModel }),
})
export const chooseModel = route({
  method: 'POST',
  path: '/api/system/models/use',
  access: 'administrator',
  body: modelId,
  response: z.object({ model: installedModel }),
})
export const removeModel = route({
  method: 'POST',
  path: '/api/system/models/remove',
  access: 'administrator',
  body: modelId,
  response: z.object({ success: z.boolean() }),
})
