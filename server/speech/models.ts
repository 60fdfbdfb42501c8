import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { requireSpace } from '../files/disk.ts'
import { exists } from '../files/exists.ts'
import { partName, sweepParts } from '../files/sweep.ts'
import { moveIntoPlace, writeFileAtomically } from '../files/write.ts'
import { lookAtEngineBuild } from '../processes/engine-build.ts'
import type { Catalogue } from './catalogue.ts'
import { checkModelFile, copyAndHash, damaged, hashOf, sizeOf } from './model-file.ts'
import { createModelList, factsEnding, type SpeechModel, type storedFacts } from './model-list.ts'

export type { SpeechModel } from './model-list.ts'

const idRule = /^[a-z0-9][a-z0-9._-]{0,63}$/

export type SpeechModels = ReturnType<typeof createModels>

/** The installed speech models: files with their facts beside them in the models folder, and the one that comes along. */
export function createModels(
  config: Pick<Config, 'bundledDir' | 'modelsDir' | 'imageModelsDir' | 'engineDir' | 'speechModel'>,
  db: Db,
  catalogue: Pick<Catalogue, 'list'>,
) {
  const there = createModelList(config)
  const { list, bundled, find, active } = there

  /** Checks a file of the models folder, moves it to its name and has it used. */
  async function install(
    file: string,
    { id, name, sha256, shown }: { id: string; name: string; sha256: string; shown: string },
  ): Promise<SpeechModel> {
    const { cliBinary } = await builtEngine(config.engineDir)
    const scratch = join(config.modelsDir, partName())
    const { multilingual } = await checkModelFile(file, { whisperCli: cliBinary, shown, scratch })
    const replaced = (await list()).find((model) => model.id === id)
    const facts = {
      id,
      name,
      sizeBytes: await sizeOf(file),
      sha256,
      multilingual,
      addedAt: new Date().toISOString(),
      bundled: sha256 === (await bundled()).sha256,
    }
    const fileName = `${id}-${sha256.slice(0, 12)}.bin`
    const target = join(config.modelsDir, fileName)
    await moveIntoPlace(file, target)
    const stored = { ...facts, fileName } satisfies z.infer<typeof storedFacts>
    await writeFileAtomically(join(config.modelsDir, `${id}${factsEnding}`), JSON.stringify(stored, null, 2))
    // An engine that still serves with the old file has it open.
    if (replaced && replaced.file !== target) await rm(replaced.file)
    await transact(db, async (trx) => {
      await setSetting(trx, 'speech_model', id)
      await recordEvent(trx, 'models')
    })
    return { ...facts, file: target }
  }

  return {
    ...there,

    /** At boot: removes what interrupted additions left. */
    async sweep(): Promise<void> {
      if (await exists(config.modelsDir)) await sweepParts(config.modelsDir)
    },

    /**
     * Installs a whisper.cpp model from a file and uses it from then on. It is copied (or moved, when it is the
     * appliance's own passing file), checked and really loaded before anything changes; a damaged one leaves no trace.
     * @param options.shown what a person knows the file as
     * @throws AppError model_damaged, engine_missing (nothing to check it with yet), disk_full, invalid_input
     */
    async add(
      file: string,
      options: { id?: string; sha256?: string; shown?: string; move?: boolean } = {},
    ): Promise<SpeechModel> {
      const shown = options.shown ?? file
      checkedId(options.id ?? idFromFileName(shown), (await bundled()).id)
      await builtEngine(config.engineDir) // before a gigabyte is copied
      const size = await sizeOf(file)
      await mkdir(config.modelsDir, { recursive: true, mode: 0o700 })
      const temporary = join(config.modelsDir, partName())
      try {
        const sha256 =
          options.move && (await moved(file, temporary))
            ? await hashOf(temporary)
            : await requireSpace(config.modelsDir, size).then(() => copyAndHash(file, temporary))
        if (options.sha256 && options.sha256.toLowerCase() !== sha256)
          throw damaged(shown, `its SHA-256 is ${sha256}, not ${options.sha256.toLowerCase()}`)
        const id = checkedId(
          await idFor(catalogue, temporary, { wished: options.id, shown, sha256 }),
          (await bundled()).id,
        )
        return await install(temporary, { id, name: id, sha256, shown })
      } finally {
        await rm(temporary, { force: true })
      }
    },

    /**
     * Installs a file of the models folder that was fetched and whose checksum is right: checked and loaded as any other,
     * then moved. A damaged one stays where it is.
     * @throws AppError model_damaged, engine_missing
     */
    takeIn: async (file: string, model: { id: string; name: string; sha256: string }): Promise<SpeechModel> =>
      install(file, { ...model, id: checkedId(model.id, (await bundled()).id), shown: model.name }),

    /** @throws AppError model_unknown */
    async use(id: string): Promise<SpeechModel> {
      const model = await find(id)
      await transact(db, async (trx) => {
        await setSetting(trx, 'speech_model', id)
        await recordEvent(trx, 'models')
      })
      return model
    },

    /** @throws AppError model_unknown, model_in_use */
    async remove(id: string): Promise<void> {
      const model = await find(id)
      if (model.bundled && model.addedAt === null)
        throw new AppError('model_in_use', `${model.name} came with the appliance and cannot be removed.`)
      if ((await active(db.read)).id === id)
        throw new AppError(
          'model_in_use',
          `${id} is in use. Choose another one first with \`npx appliance models use\`.`,
        )
      await rm(join(config.modelsDir, `${id}${factsEnding}`))
      await rm(model.file)
      await transact(db, (trx) => recordEvent(trx, 'models'))
    },
  }
}

async function builtEngine(engineDir: string | null): Promise<{ cliBinary: string }> {
  const build = await lookAtEngineBuild(engineDir)
  if (build.state !== 'built') throw new AppError('engine_missing', build.message)
  return build
}

/**
 * The id for a file that somebody brings. That of a known model is for that very model: another file of that name (a
 * finetuned one, say) gets one of its own beside it.
 * @throws AppError invalid_input when such an id was asked for
 */
async function idFor(
  catalogue: Pick<Catalogue, 'list'>,
  file: string,
  { wished, shown, sha256 }: { wished: string | undefined; shown: string; sha256: string },
): Promise<string> {
  const id = wished ?? idFromFileName(shown)
  const known = (await catalogue.list()).find((model) => model.id === id)
  if (!known) return id
  const same = known.sha256 ? known.sha256 === sha256 : known.sha1 === (await hashOf(file, 'sha1'))
  if (same) return id
  if (wished === undefined) return `${id}-${sha256.slice(0, 8)}`
  throw new AppError(
    'invalid_input',
    `"${id}" is the id of ${known.name}, and ${basename(shown)} is another file (SHA-256 ${sha256}). Give it another id.`,
  )
}

/** @param taken the id of the model that came along */
function checkedId(id: string, taken: string): string {
  if (idRule.test(id) && id !== taken) return id
  throw new AppError(
    'invalid_input',
    `"${id}" cannot be a model's id: small letters, digits, dots, dashes; not "${taken}".`,
  )
}

/** @returns false when it lies on another file system */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false
    throw error
  }
}

/** "ggml-base.en.bin" → "base.en". */
function idFromFileName(file: string): string {
  return basename(file)
    .toLowerCase()
    .replace(/\.bin$/, '')
    .replace(/^ggml-/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
}
