import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Handle } from '../db/open.ts'
import { getSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { exists, isMissing } from '../files/exists.ts'
import { bundledSpeech } from './bundled.ts'

const modelFacts = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** Knows other languages than English. */
  multilingual: z.boolean(),
  addedAt: z.string().nullable(),
  /** It came along: what it wrote is transcribed again once another one is here. */
  bundled: z.boolean(),
})
/** What stands in `<id>.model.json`; the model's file is named by its content, so that one never changes under its facts. */
export const storedFacts = modelFacts.extend({ fileName: z.string().regex(/^[a-z0-9._-]+\.bin$/) })
export const factsEnding = '.model.json'

/** An installed speech model. */
export type SpeechModel = z.infer<typeof modelFacts> & {
  file: string
  /** Of the tests' toy, which was taught with whole windows: it gets them, or at least so many frames more than a short clip. */
  wholeWindows?: { margin: number }
}

/** Which speech models there are, and which of them is in use. */
export function createModelList(
  config: Pick<Config, 'bundledDir' | 'modelsDir' | 'imageModelsDir' | 'speechModel'>,
) {
  let read: Promise<SpeechModel> | null = null
  const bundled = (): Promise<SpeechModel> => (read ??= bundledSpeech(config))

  /** @param damaged told of each whose facts cannot be read: the others serve on */
  async function list(damaged?: (name: string) => void): Promise<SpeechModel[]> {
    const found = [await bundled()]
    const ofImage = config.imageModelsDir ? [join(config.imageModelsDir, 'speech')] : []
    for (const folder of [config.modelsDir, ...ofImage])
      for (const name of await namesIn(folder)) {
        if (!name.endsWith(factsEnding)) continue
        const stored = storedFacts.safeParse(jsonOrNull(await readFile(join(folder, name), 'utf8')))
        if (!stored.success) {
          damaged?.(join(folder, name))
          continue
        }
        const { fileName, ...facts } = stored.data
        const file = join(folder, fileName)
        const known = found.some(({ id }) => id === facts.id)
        if (!known && (await exists(file))) found.push({ ...facts, file })
      }
    return found
  }

  /** @throws AppError model_unknown */
  async function find(id: string): Promise<SpeechModel> {
    const model = (await list()).find((m) => m.id === id)
    if (!model)
      throw new AppError(
        'model_unknown',
        `There is no speech model "${id}". \`npx appliance models list\` shows the installed ones.`,
      )
    return model
  }

  /** The one to use: what the environment fixes, else what was chosen, else the largest of those that were added, else the one that came along. */
  async function active(handle: Handle): Promise<SpeechModel> {
    if (config.speechModel) return find(config.speechModel)
    const installed = await list()
    const chosen = await getSetting(handle, 'speech_model')
    const added = installed.filter((m) => !m.bundled).sort((a, b) => b.sizeBytes - a.sizeBytes)
    return installed.find((m) => m.id === chosen) ?? added[0] ?? installed[0]!
  }

  return {
    list: () => list(),
    bundled,
    find,
    active,

    /** Facts of models that cannot be read. */
    async damaged(): Promise<string[]> {
      const names: string[] = []
      await list((name) => void names.push(name))
      return names
    },
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // cut short, or not ours
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
