import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { readManifest } from '../files/manifest.ts'

const knownModel = z.object({
  /** Also what `models list` and APPLIANCE_SPEECH_MODEL call it once it is installed. */
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/),
  name: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  sizeBytes: z.number().int().positive(),
  /** The size is rounded: what the server that has the file says is believed, within limits. */
  approximate: z.boolean(),
  /** As whisper.cpp publishes it. */
  sha1: z.string().regex(/^[0-9a-f]{40}$/),
  /** null: nobody published one; what came is recorded when it is installed. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  licence: z.string().min(1),
  /** whisper.cpp's own table; for those that are not in it, the file and what large needs above its file. About. */
  memoryBytes: z.number().int().positive(),
  multilingual: z.boolean(),
  suits: z.string(),
})
const knownFile = z.object({
  name: z.string().min(1),
  /** What a mirror calls it. */
  fileName: z.string().regex(/^[A-Za-z0-9._-]+$/),
  url: z.url({ protocol: /^https?$/ }),
  sizeBytes: z.number().int().positive(),
  approximate: z.boolean(),
  /** null: nobody published one; what came is recorded when it is installed. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  licence: z.string().min(1),
})
/** The models that tell speakers apart: two that go together, and the settings that suit them (see DiarisationSettings). */
const knownPair = z.object({
  segmentation: knownFile,
  embedding: knownFile,
  settings: z.object({ threshold: z.number(), minDurationOn: z.number(), minDurationOff: z.number() }),
})
const manifest = z.object({ models: z.array(knownModel).min(1), diarisation: knownPair.optional() })
export type KnownFile = z.infer<typeof knownFile>
export type KnownPair = z.infer<typeof knownPair>

/** What the pair is called where a model's id is asked for; it holds no speech. */
export const diarisationId = 'diarisation'

/** A model that can be fetched; `url` is where from, as it is now set. */
export type KnownModel = z.infer<typeof knownModel>

export type Catalogue = ReturnType<typeof createCatalogue>

/** From so many cores on, the next larger model is quick enough. */
const coresForBase = 4

/** The models that can be fetched: models/manifest.json, or the company's own list. */
export function createCatalogue(
  config: Pick<Config, 'appRoot' | 'modelManifest' | 'modelSource' | 'language'>,
  cores: number = availableParallelism(),
) {
  const file = config.modelManifest ?? join(config.appRoot, 'models', 'manifest.json')

  async function list(): Promise<KnownModel[]> {
    const { models } = await readManifest(file, manifest)
    const { modelSource } = config
    return modelSource ? models.map((model) => ({ ...model, url: modelSource + fileNameOf(model) })) : models
  }

  /** null: a list of one's own has none. */
  async function diarisation(): Promise<KnownPair | null> {
    const { diarisation: pair } = await readManifest(file, manifest)
    const { modelSource } = config
    if (!pair || !modelSource) return pair ?? null
    const { segmentation, embedding } = pair
    const mirrored = (known: KnownFile): KnownFile => ({ ...known, url: modelSource + known.fileName })
    return { ...pair, segmentation: mirrored(segmentation), embedding: mirrored(embedding) }
  }

  return {
    list,
    diarisation,

    /** @throws AppError model_unknown */
    async find(id: string): Promise<KnownModel> {
      const models = await list()
      const model = models.find((m) => m.id === id)
      if (model) return model
      throw new AppError(
        'model_unknown',
        `There is no speech model "${id}" to fetch. There are: ${models.map((m) => m.id).join(', ')}.`,
      )
    },

    /** What suits this machine and the language that is spoken. */
    async recommended(): Promise<KnownModel> {
      const fit = (await list()).filter((m) => config.language === 'en' || m.multilingual)
      const wanted = (cores > coresForBase ? 'small' : 'base') + (config.language === 'en' ? '.en' : '')
      const model = fit.find((m) => m.id === wanted) ?? fit[0]
      if (model) return model
      throw new AppError(
        'model_unknown',
        `The list of models has none for the language ${config.language}: ${file}`,
      )
    },
  }
}

/** "ggml-base.en.bin": what a mirror calls it too. */
const fileNameOf = (model: KnownModel): string => new URL(model.url).pathname.split('/').at(-1)!

/** The host that a model comes from, for a sentence. */
export const hostOf = (url: string): string => new URL(url).host
