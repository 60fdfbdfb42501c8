import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { needSpace } from '../files/disk.ts'
import { exists, isMissing } from '../files/exists.ts'
import { partName, sweepParts } from '../files/sweep.ts'
import { moveIntoPlace, writeFileAtomically } from '../files/write.ts'
import { spawnChild } from '../processes/child.ts'
import { lookAtEngineBuild } from '../processes/engine-build.ts'
import { engineEnvironment } from '../processes/whisper-server.ts'
import { sampleRate } from './audio.ts'
import { wavFile } from './wav.ts'

const modelFacts = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** Knows other languages than English. */
  multilingual: z.boolean(),
  addedAt: z.string().nullable(),
  /** The bundled toy: what it writes is marked. */
  demo: z.boolean(),
})
/** What stands in `<id>.model.json`; the model's file is named by its content, so that one never changes under its facts. */
const storedFacts = modelFacts.extend({ fileName: z.string().regex(/^[a-z0-9._-]+\.bin$/) })
const factsEnding = '.model.json'

/** An installed speech model. */
export type SpeechModel = z.infer<typeof modelFacts> & { file: string }

export const demoModelId = 'demo'
const idRule = /^[a-z0-9][a-z0-9._-]{0,63}$/
// whisper.cpp takes a model for multilingual from this many tokens on (whisper.cpp, whisper_vocab::is_multilingual).
const multilingualVocabulary = 51_865
const ggmlMagic = 0x67676d6c

export type SpeechModels = ReturnType<typeof createModels>

/** The installed speech models: files with their facts beside them in the models folder, and the bundled demo. */
export function createModels(
  config: Pick<Config, 'appRoot' | 'modelsDir' | 'engineDir' | 'speechModel'>,
  db: Db,
) {
  let demo: Promise<SpeechModel> | null = null
  const demoModel = (): Promise<SpeechModel> =>
    (demo ??= describeDemo(join(config.appRoot, 'models', 'demo', 'ggml-demo.en-q8_0.bin')))

  async function list(): Promise<SpeechModel[]> {
    const found = [await demoModel()]
    for (const name of await namesIn(config.modelsDir)) {
      if (!name.endsWith(factsEnding)) continue
      const { fileName, ...facts } = storedFacts.parse(
        JSON.parse(await readFile(join(config.modelsDir, name), 'utf8')),
      )
      const file = join(config.modelsDir, fileName)
      if (await exists(file)) found.push({ ...facts, file })
    }
    return found
  }

  async function find(id: string): Promise<SpeechModel> {
    const model = (await list()).find((m) => m.id === id)
    if (!model)
      throw new AppError(
        'model_unknown',
        `There is no speech model "${id}". \`appliance models list\` shows the installed ones.`,
      )
    return model
  }

  /** The one to use: what the environment fixes, else what was chosen, else the largest real one, else the demo. */
  async function active(handle: Handle): Promise<SpeechModel> {
    if (config.speechModel) return find(config.speechModel)
    const installed = await list()
    const chosen = await getSetting(handle, 'speech_model')
    const real = installed.filter((m) => !m.demo).sort((a, b) => b.sizeBytes - a.sizeBytes)
    return installed.find((m) => m.id === chosen) ?? real[0] ?? installed[0]!
  }

  return {
    list,
    active,
    /** @throws AppError model_unknown */
    find,

    /** At boot: removes what interrupted additions left. */
    async sweep(): Promise<void> {
      if (await exists(config.modelsDir)) await sweepParts(config.modelsDir)
    },

    /**
     * Installs a whisper.cpp model from a file and uses it from then on. It is copied, checked and really loaded before
     * anything changes; a damaged one leaves no trace.
     * @throws AppError model_damaged, engine_missing (nothing to check it with yet), disk_full, invalid_input
     */
    async add(file: string, options: { id?: string; sha256?: string } = {}): Promise<SpeechModel> {
      const id = options.id ?? idFromFileName(file)
      if (!idRule.test(id) || id === demoModelId)
        throw new AppError(
          'invalid_input',
          `"${id}" cannot be a model's id: small letters, digits, dots, dashes; not "${demoModelId}".`,
        )
      const build = await lookAtEngineBuild(config.engineDir)
      if (build.state !== 'built') throw new AppError('engine_missing', build.message)
      const size = await sizeOf(file)
      await mkdir(config.modelsDir, { recursive: true, mode: 0o700 })
      await needSpace(config.modelsDir, size)
      const temporary = join(config.modelsDir, partName())
      const replaced = (await list()).find((model) => model.id === id)
      try {
        const sha256 = await copyAndHash(file, temporary)
        if (options.sha256 && options.sha256.toLowerCase() !== sha256)
          throw damaged(file, `its SHA-256 is ${sha256}, not ${options.sha256.toLowerCase()}`)
        const { multilingual } = await readHeader(temporary, file)
        await tryLoading(build.cliBinary, temporary, file)
        const facts = {
          id,
          name: id,
          sizeBytes: size,
          sha256,
          multilingual,
          addedAt: new Date().toISOString(),
          demo: sha256 === (await demoModel()).sha256,
        }
        const fileName = `${id}-${sha256.slice(0, 12)}.bin`
        const target = join(config.modelsDir, fileName)
        await moveIntoPlace(temporary, target)
        const stored = { ...facts, fileName } satisfies z.infer<typeof storedFacts>
        await writeFileAtomically(
          join(config.modelsDir, `${id}${factsEnding}`),
          JSON.stringify(stored, null, 2),
        )
        // An engine that still serves with the old file has it open.
        if (replaced && replaced.file !== target) await rm(replaced.file)
        await transact(db, async (trx) => {
          await setSetting(trx, 'speech_model', id)
          await recordEvent(trx, 'models')
        })
        return { ...facts, file: target }
      } finally {
        await rm(temporary, { force: true })
      }
    },

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
      if (id === demoModelId)
        throw new AppError('model_in_use', 'The demo model belongs to the appliance and cannot be removed.')
      if ((await active(db.read)).id === id)
        throw new AppError(
          'model_in_use',
          `${id} is in use. Choose another one first with \`appliance models use\`.`,
        )
      await rm(join(config.modelsDir, `${id}${factsEnding}`))
      await rm(model.file)
      await transact(db, (trx) => recordEvent(trx, 'models'))
    },
  }
}

async function describeDemo(file: string): Promise<SpeechModel> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return {
    id: demoModelId,
    name: 'Demo (synthetic voices only)',
    sizeBytes: (await stat(file)).size,
    sha256: hash.digest('hex'),
    multilingual: false,
    addedAt: null,
    demo: true,
    file,
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

/** "ggml-base.en.bin" → "base.en". */
function idFromFileName(file: string): string {
  return basename(file)
    .toLowerCase()
    .replace(/\.bin$/, '')
    .replace(/^ggml-/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found.size
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  throw new AppError('invalid_input', `${file} is not a file.`)
}

function damaged(file: string, why: string, cause?: unknown): AppError {
  return new AppError(
    'model_damaged',
    `${basename(file)} was not installed: ${why}. The model in use stays in use.`,
    { cause },
  )
}

async function copyAndHash(from: string, to: string): Promise<string> {
  const hash = createHash('sha256')
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(createReadStream(from), tap, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  return hash.digest('hex')
}

/** whisper.cpp's header: magic, then eleven 32-bit numbers of which the first is the size of the vocabulary. */
async function readHeader(copy: string, file: string): Promise<{ multilingual: boolean }> {
  const handle = await open(copy, 'r')
  try {
    const head = Buffer.alloc(48)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    if (bytesRead < head.length || head.readUInt32LE(0) !== ggmlMagic)
      throw damaged(file, 'it is not a whisper.cpp model (ggml)')
    return { multilingual: head.readInt32LE(4) >= multilingualVocabulary }
  } finally {
    await handle.close()
  }
}

/** Has the engine load it and transcribe a second of silence, in a process that a bad model may bring down. */
async function tryLoading(whisperCli: string, copy: string, file: string): Promise<void> {
  const silence = `${copy}.wav`
  await writeFile(silence, wavFile(new Int16Array(sampleRate)))
  try {
    const child = spawnChild(whisperCli, ['-m', copy, '-f', silence, '-np'], { env: engineEnvironment })
    const timer = setTimeout(() => child.process.kill('SIGKILL'), 300_000)
    const { code, signal } = await child.ended
    clearTimeout(timer)
    if (code !== 0 || /error:/.test(child.tail()))
      throw damaged(
        file,
        'the speech engine cannot load it, so the file is damaged or cut short',
        new Error(`${signal ?? code}: ${child.tail().slice(-500)}`),
      )
  } finally {
    await rm(silence, { force: true })
  }
}
