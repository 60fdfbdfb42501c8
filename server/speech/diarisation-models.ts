import { mkdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { bundledDiarisation } from './bundled.ts'
import { exists, isMissing } from '../files/exists.ts'
import { requireSpace } from '../files/disk.ts'
import { partName } from '../files/sweep.ts'
import { moveIntoPlace, writeFileAtomically } from '../files/write.ts'
import type { Catalogue } from './catalogue.ts'
import { checkDiarisationModels, type DiarisationPair, type DiarisationSettings } from './diarise.ts'
import { copyAndHash, sizeOf } from './model-file.ts'

const storedFile = z.object({
  name: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  fileName: z.string().regex(/^[a-z0-9._-]+\.onnx$/),
})
const stored = z.object({
  segmentation: storedFile,
  embedding: storedFile,
  settings: z.object({ threshold: z.number(), minDurationOn: z.number(), minDurationOff: z.number() }),
  addedAt: z.string(),
  bundled: z.boolean(),
})
type Stored = z.infer<typeof stored>

export type DiarisationFile = { name: string; sha256: string; sizeBytes: number; file: string }

/** The models in use that tell speakers apart. */
export type DiarisationModel = {
  segmentation: DiarisationFile
  embedding: DiarisationFile
  settings: DiarisationSettings
  addedAt: string | null
  /** They came along: what they found is looked at again once others are here. */
  bundled: boolean
}

export type DiarisationModels = ReturnType<typeof createDiarisationModels>

type Part = 'segmentation' | 'embedding'
const parts: Part[] = ['segmentation', 'embedding']

/** What the diariser is given. */
export const pairOf = ({ segmentation, embedding, settings }: DiarisationModel): DiarisationPair => ({
  segmentation: segmentation.file,
  embedding: embedding.file,
  settings,
})

/** The installed pair in the models folder, and the bundled one that is used without one. */
export function createDiarisationModels(
  config: Pick<Config, 'appRoot' | 'bundledDir' | 'modelsDir'>,
  db: Db,
  catalogue: Pick<Catalogue, 'diarisation'>,
) {
  const factsFile = join(config.modelsDir, 'diarisation.json')
  let read: Promise<DiarisationModel> | null = null
  const bundledPair = (): Promise<DiarisationModel> => (read ??= bundledDiarisation(config))

  const installed = (): Promise<DiarisationModel | null> => installedIn(config.modelsDir, factsFile)

  /** Checks files of the models folder, moves them to their names and has them used. */
  async function install(
    files: Record<Part, DiarisationFile>,
    settings: DiarisationSettings,
  ): Promise<DiarisationModel> {
    const own = await bundledPair()
    const bundled = parts.some((part) => files[part].sha256 === own[part].sha256)
    const suited = bundled ? own.settings : settings
    await checkDiarisationModels(config.appRoot, {
      segmentation: files.segmentation.file,
      embedding: files.embedding.file,
      settings: suited,
    })
    const before = await readFacts(factsFile)
    const facts: Stored = {
      segmentation: storedAs('segmentation', files.segmentation),
      embedding: storedAs('embedding', files.embedding),
      settings: suited,
      addedAt: new Date().toISOString(),
      bundled,
    }
    for (const part of parts)
      await moveIntoPlace(files[part].file, join(config.modelsDir, facts[part].fileName))
    await writeFileAtomically(factsFile, JSON.stringify(facts, null, 2))
    for (const part of parts)
      if (before && before[part].fileName !== facts[part].fileName)
        await rm(join(config.modelsDir, before[part].fileName), { force: true })
    await recordEvent(db.write, 'models')
    const model = await installed()
    if (!model) throw new Error('the diarisation models have gone')
    return model
  }

  return {
    installed,

    /** The installed ones, else the bundled one. */
    active: async (): Promise<DiarisationModel> => (await installed()) ?? bundledPair(),

    /**
     * Installs two files that somebody brings: copied, loaded and tried before anything changes.
     * @throws AppError model_damaged, invalid_input (no such file), disk_full
     */
    async add(files: Record<Part, string>, threshold?: number): Promise<DiarisationModel> {
      const sizes = {
        segmentation: await sizeOf(files.segmentation),
        embedding: await sizeOf(files.embedding),
      }
      await mkdir(config.modelsDir, { recursive: true, mode: 0o700 })
      await requireSpace(config.modelsDir, sizes.segmentation + sizes.embedding)
      const temporary = {
        segmentation: join(config.modelsDir, partName()),
        embedding: join(config.modelsDir, partName()),
      }
      try {
        const copied = async (part: Part): Promise<DiarisationFile> => ({
          name: basename(files[part]),
          sizeBytes: sizes[part],
          sha256: await copyAndHash(files[part], temporary[part]),
          file: temporary[part],
        })
        const known = (await catalogue.diarisation())?.settings ?? (await bundledPair()).settings
        return await install(
          { segmentation: await copied('segmentation'), embedding: await copied('embedding') },
          threshold === undefined ? known : { ...known, threshold },
        )
      } catch (error) {
        if (error instanceof AppError && error.code === 'model_damaged')
          throw new AppError(
            'model_damaged',
            `${basename(files.segmentation)} and ${basename(files.embedding)} were not installed: they are damaged, not of the right kind, or the wrong way round. What was in use stays in use.`,
            { cause: error.cause },
          )
        throw error
      } finally {
        for (const part of parts) await rm(temporary[part], { force: true })
      }
    },

    /**
     * Installs files of the models folder that were fetched.
     * @throws AppError model_damaged; they stay where they are then
     */
    takeIn: install,

    /** Back to the bundled one. @returns false: there was none */
    async remove(): Promise<boolean> {
      const facts = await readFacts(factsFile)
      if (!facts) return false
      await rm(factsFile)
      for (const part of parts) await rm(join(config.modelsDir, facts[part].fileName), { force: true })
      await recordEvent(db.write, 'models')
      return true
    },
  }
}

async function readFacts(file: string): Promise<Stored | null> {
  try {
    return stored.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

/** null: there is none, or what there is cannot be read (another one can be installed over it). */
async function installedIn(folder: string, factsFile: string): Promise<DiarisationModel | null> {
  const facts = await readFacts(factsFile)
  if (!facts) return null
  const at = (part: Part): DiarisationFile => ({
    ...facts[part],
    file: join(folder, facts[part].fileName),
  })
  const model = { ...facts, segmentation: at('segmentation'), embedding: at('embedding') }
  const whole = (await exists(model.segmentation.file)) && (await exists(model.embedding.file))
  return whole ? model : null
}

const storedAs = (part: Part, { name, sha256, sizeBytes }: DiarisationFile): Stored[Part] => ({
  ...{ name, sha256, sizeBytes },
  fileName: `${part}-${sha256.slice(0, 12)}.onnx`,
})
