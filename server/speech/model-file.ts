import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import { spawnChild } from '../processes/child.ts'
import { engineEnvironment } from '../processes/whisper-server.ts'
import { sampleRate } from './audio.ts'
import { wavFile } from './wav.ts'

// whisper.cpp takes a model for multilingual from this many tokens on (whisper.cpp, whisper_vocab::is_multilingual).
const multilingualVocabulary = 51_865
const ggmlMagic = 0x67676d6c

/** @param shown what a person knows the file as @param why without a full stop */
export function damaged(shown: string, why: string, cause?: unknown): AppError {
  return new AppError(
    'model_damaged',
    `${basename(shown)} was not installed: ${why}. The model in use stays in use.`,
    { cause },
  )
}

/** @throws AppError invalid_input when there is no such file */
export async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found.size
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  throw new AppError('invalid_input', `${file} is not a file.`)
}

/** In hexadecimal, lower case. */
export async function hashOf(file: string, algorithm: 'sha256' | 'sha1' = 'sha256'): Promise<string> {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Copies a file to where there is none. @returns the SHA-256 of what was copied, in hexadecimal */
export async function copyAndHash(from: string, to: string): Promise<string> {
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

/**
 * Reads a model's header and has the engine really load it.
 * @param shown what a person knows the file as
 * @param scratch a name for a passing file beside it
 * @throws AppError model_damaged
 */
export async function checkModelFile(
  file: string,
  options: { whisperCli: string; shown: string; scratch: string },
): Promise<{ multilingual: boolean }> {
  const header = await readHeader(file, options.shown)
  await tryLoading(file, options)
  return header
}

/** whisper.cpp's header: magic, then eleven 32-bit numbers of which the first is the size of the vocabulary. */
async function readHeader(file: string, shown: string): Promise<{ multilingual: boolean }> {
  const handle = await open(file, 'r')
  try {
    const head = Buffer.alloc(48)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    if (bytesRead < head.length || head.readUInt32LE(0) !== ggmlMagic)
      throw damaged(shown, 'it is not a whisper.cpp model (ggml)')
    return { multilingual: head.readInt32LE(4) >= multilingualVocabulary }
  } finally {
    await handle.close()
  }
}

/** Has the engine load it and transcribe a second of silence, in a process that a bad model may bring down. */
async function tryLoading(
  file: string,
  { whisperCli, shown, scratch }: { whisperCli: string; shown: string; scratch: string },
): Promise<void> {
  const silence = `${scratch}.wav`
  await writeFile(silence, wavFile(new Int16Array(sampleRate)))
  try {
    const child = spawnChild(whisperCli, ['-m', file, '-f', silence, '-np'], { env: engineEnvironment })
    const timer = setTimeout(() => child.process.kill('SIGKILL'), 300_000)
    const { code, signal } = await child.ended
    clearTimeout(timer)
    if (code !== 0 || /error:/.test(child.tail()))
      throw damaged(
        shown,
        'the speech engine cannot load it, so the file is damaged or cut short',
        new Error(`${signal ?? code}: ${child.tail().slice(-500)}`),
      )
  } finally {
    await rm(silence, { force: true })
  }
}
