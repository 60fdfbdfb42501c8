import { mkdir, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { CaptureState } from '#contract/capture.ts'
import { exists, isMissing } from '../../files/exists.ts'
import { syncFolder, writeFileAtomically, writeFileOnce } from '../../files/write.ts'

/**
 * What a MediaRecorder sent, on disk. An epoch is two files: the sound, chunk after chunk as it came, and an index: a
 * line of JSON (how it began), then a line for each chunk with where it ends and its checksum. Both are written and synced
 * before a chunk is acknowledged. After a crash whatever of the last chunk does not fit its checksum is cut off.
 */
export type Epoch = EpochHead & {
  number: number
  /** Of each chunk: where it ends in the sound, and its checksum. */
  chunks: { end: number; sum: number }[]
  indexBytes: number
  /** How many seconds the person had paused in all when its page was last heard in a pause; null: it was in none. */
  pausedAtEnd: number | null
}

const epochHead = z.object({
  mimeType: z.string(),
  /** Which page's recorder made it; null: it did not say. */
  recorder: z.string().nullable().default(null),
  /** Seconds by the page's clock when it began, without pauses; null: it did not say. */
  elapsed: z.number().nullable().default(null),
  /**
   * Of what a browser kept: seconds from its start that are there for the header's sake and belong to another recording;
   * null: it came as it was recorded.
   */
  from: z.number().nullable().default(null),
  /** How many seconds the person had paused in all; null: it did not say. */
  paused: z.number().nullable().default(null),
})
/** What is known of an epoch when it begins. */
export type EpochHead = z.infer<typeof epochHead>

export const soundFile = (folder: string, epoch: number): string =>
  join(folder, `${String(epoch).padStart(4, '0')}.sound`)
export const indexFile = (folder: string, epoch: number): string =>
  join(folder, `${String(epoch).padStart(4, '0')}.index`)

export const bytesOf = ({ chunks }: Epoch): number => chunks.at(-1)?.end ?? 0

/** As they were recorded: one whose sound was sent late may have come after the next. */
export const inOrder = (epochs: ReadonlyMap<number, Epoch>): Epoch[] =>
  [...epochs.values()].sort((a, b) => a.number - b.number)

const startOf = ({ chunks }: Epoch, number: number): number => (number === 0 ? 0 : chunks[number - 1]!.end)

/** Whether a chunk that is there already is this one. */
export function isChunk(epoch: Epoch, number: number, bytes: Uint8Array): boolean {
  const chunk = epoch.chunks[number]
  return (
    chunk !== undefined && chunk.end - startOf(epoch, number) === bytes.length && chunk.sum === crc32(bytes)
  )
}

/** Begins an epoch: its head is on disk, and so are the names of its files. */
export async function beginEpoch(folder: string, number: number, head: EpochHead): Promise<Epoch> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  try {
    await using(soundFile(folder, number), 'w', async () => undefined)
    await using(indexFile(folder, number), 'w', async (index) => {
      await writeAt(index, line, 0)
      await index.sync()
    })
    await syncFolder(folder)
    if (made) for (let up = folder; up.length >= made.length; up = dirname(up)) await syncFolder(dirname(up))
  } catch (error) {
    for (const file of [soundFile, indexFile]) await rm(file(folder, number), { force: true })
    throw error
  }
  return { ...head, number, chunks: [], indexBytes: line.length, pausedAtEnd: null }
}

/**
 * Appends a chunk; it is safe on disk when this resolves. When it fails nothing of it is left, and `epoch` is as it was.
 */
export async function appendChunk(folder: string, epoch: Epoch, bytes: Uint8Array): Promise<void> {
  const at = bytesOf(epoch)
  const chunk = { end: at + bytes.length, sum: crc32(bytes) }
  const line = Buffer.from(`${chunk.end} ${chunk.sum}\n`)
  await using(soundFile(folder, epoch.number), 'r+', (sound) =>
    using(indexFile(folder, epoch.number), 'r+', async (index) => {
      try {
        await writeAt(sound, bytes, at)
        await writeAt(index, line, epoch.indexBytes)
        await Promise.all([sound.sync(), index.sync()])
      } catch (error) {
        await Promise.all([sound.truncate(at), index.truncate(epoch.indexBytes)])
        throw error
      }
    }),
  )
  epoch.chunks.push(chunk)
  epoch.indexBytes += line.length
}

async function numbersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const numbers = names.flatMap((name) => /^(\d{4})\.index$/.exec(name)?.[1] ?? []).map(Number)
  return numbers.sort((a, b) => a - b)
}

/** When the newest chunk came, in milliseconds; 0: none has. */
export async function lastHeard(folder: string): Promise<number> {
  const times = (await numbersIn(folder)).map(
    async (number) => (await stat(indexFile(folder, number))).mtimeMs,
  )
  return Math.max(0, ...(await Promise.all(times)))
}

/** What the recorder is told of it. */
export const presentEpoch = (epoch: Epoch): CaptureState['epochs'][number] => ({
  epoch: epoch.number,
  mimeType: epoch.mimeType,
  nextChunk: epoch.chunks.length,
  bytes: bytesOf(epoch),
  elapsed: epoch.elapsed,
  paused: epoch.paused,
})

/** Not all of what is here is in the recording: it stays, whatever becomes of that. */
export const keepForGood = (folder: string): Promise<boolean> => writeFileOnce(join(folder, 'keep'), '')

export const isKeptForGood = (folder: string): Promise<boolean> => exists(join(folder, 'keep'))

const pauseNote = z.object({ paused: z.number() })
const pauseFile = (folder: string, epoch: number): string =>
  join(folder, `${String(epoch).padStart(4, '0')}.pause`)

/** Keeps how long the page that made the newest epoch has paused, while it does. */
export async function notePause(
  { phase, pieces, epochs }: { phase: string | null; pieces: string; epochs: Map<number, Epoch> },
  recorder: string,
  paused: number,
): Promise<void> {
  const last = inOrder(epochs).at(-1)
  if (phase !== 'open' || last?.recorder !== recorder) return
  const note: z.infer<typeof pauseNote> = { paused }
  await writeFileAtomically(pauseFile(pieces, last.number), JSON.stringify(note))
  last.pausedAtEnd = paused
}

async function pausedAtEndOf(folder: string, epoch: number): Promise<number | null> {
  return readJson(pauseNote, await textOf(pauseFile(folder, epoch)))?.paused ?? null
}

const stopNote = z.object({ elapsed: z.number() })
const stopFile = (folder: string): string => join(folder, 'stop')

/** Keeps what the page's clock said when the recording was stopped; beside the epochs, and it goes with them. */
export async function noteStop(folder: string, elapsed: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFileAtomically(stopFile(folder), JSON.stringify({ elapsed } satisfies z.infer<typeof stopNote>))
}

/** Seconds by the page's clock when the recording was stopped; null: nobody said. */
export async function elapsedAtStop(folder: string): Promise<number | null> {
  return readJson(stopNote, await textOf(stopFile(folder)))?.elapsed ?? null
}

/** '' where there is no such file. */
async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
}

/**
 * Reads what is there, in order, and cuts off what a crash left half-written. Not while somebody appends.
 */
export async function readEpochs(folder: string): Promise<Map<number, Epoch>> {
  const epochs = new Map<number, Epoch>()
  for (const number of await numbersIn(folder)) {
    const epoch = await readEpoch(folder, number)
    if (epoch) epochs.set(number, epoch)
  }
  return epochs
}

async function readEpoch(folder: string, number: number): Promise<Epoch | null> {
  return using(indexFile(folder, number), 'r+', async (index) => {
    const [first, ...lines] = (await index.readFile('utf8')).split('\n').slice(0, -1) // the last one is torn or empty
    const head = first === undefined ? null : readJson(epochHead, first)
    if (first === undefined || head === null) return null // it never began: nothing of it was acknowledged
    const pausedAtEnd = await pausedAtEndOf(folder, number)
    const indexBytes = Buffer.byteLength(first) + 1
    const epoch: Epoch = { ...head, number, chunks: [], indexBytes, pausedAtEnd }
    await using(soundFile(folder, number), 'r+', async (sound) => {
      const { size } = await sound.stat()
      for (const line of lines) {
        const [end, sum] = line.split(' ').map(Number)
        if (!/^\d+ \d+$/.test(line) || end! > size || end! < bytesOf(epoch)) break
        epoch.chunks.push({ end: end!, sum: sum! })
        epoch.indexBytes += line.length + 1
      }
      await dropTorn(sound, epoch)
      if (size > bytesOf(epoch)) await sound.truncate(bytesOf(epoch))
    })
    const { size } = await index.stat()
    if (size > epoch.indexBytes) await index.truncate(epoch.indexBytes)
    return epoch
  })
}

/** Chunks are written one after the other, so only the last can be torn; none that was acknowledged is. */
async function dropTorn(sound: FileHandle, epoch: Epoch): Promise<void> {
  const number = epoch.chunks.length - 1
  const last = epoch.chunks[number]
  if (!last) return
  const from = startOf(epoch, number)
  const bytes = Buffer.alloc(last.end - from)
  const { bytesRead } = await sound.read(bytes, 0, bytes.length, from)
  if (bytesRead === bytes.length && crc32(bytes) === last.sum) return
  epoch.chunks.pop()
  epoch.indexBytes -= `${last.end} ${last.sum}\n`.length
}

function readJson<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null // half a line
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

async function using<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
