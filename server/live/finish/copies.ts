import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { endingReserveBytes, requireSpace } from '../../files/disk.ts'
import type { Log } from '../../log.ts'
import type { Capture } from '../../recordings/service.ts'
import { soundsAlike } from '../../speech/alike.ts'
import { decodeToWav, sampleRate, type Ffmpeg } from '../../speech/audio.ts'
import { measureSound } from '../../speech/join.ts'
import { share, type Copy } from './assemble.ts'
import { keepForGood, soundFile, type Epoch } from '../capture/epochs.ts'

export const withExtension = (path: string): Copy => ({ path, extension: extname(path).slice(1) })

/**
 * Which of two copies of a recording's sound it gets: the fuller one. Unless that holds all of the other one too, both are
 * kept: the parts that it was recorded in, or beside the recording.
 * @param copies.joined what we had was joined just now from the parts, which are there
 */
export async function choose(
  ffmpeg: () => Promise<Ffmpeg>,
  log: Log,
  { recordingId, folder, pieces, epochs }: Capture & { epochs: Map<number, Epoch> },
  { given, had, joined }: { given: Copy; had: Copy; joined: boolean },
): Promise<'given' | 'had'> {
  const parts = joined ? [...epochs.keys()].map((number) => soundFile(pieces, number)) : []
  const { better, sure } = await fuller(ffmpeg, given, had, parts)
  if (sure) return better
  log.warn({ recordingId, better }, 'two copies of a recording differ; both are kept')
  if (joined) await keepForGood(pieces)
  else if (better === 'given') await putAside(folder, had)
  if (better === 'had') await putAside(folder, given)
  return better
}

/**
 * Which of two copies of the same recording holds more sound.
 * @param parts what the copy that we had was joined from, if it was
 * @returns `sure`: the other one holds nothing that this one does not, so it may go. Being shorter is not enough: a page
 * that was loaded again has a whole copy of its last part alone.
 */
async function fuller(
  ffmpeg: () => Promise<Ffmpeg>,
  given: Copy,
  had: Copy,
  parts: string[],
): Promise<{ better: 'given' | 'had'; sure: boolean }> {
  if ((await sizeOf(given.path)) === (await sizeOf(had.path)) && (await beginsAlike(given.path, had.path)))
    return { better: 'had', sure: true }
  try {
    const givenMs = await measureSound(await ffmpeg(), given.path)
    const hadMs = await measureSound(await ffmpeg(), had.path)
    if (givenMs > 0 || hadMs > 0) {
      const better = givenMs > hadMs ? 'given' : 'had'
      const shorterMs = Math.min(givenMs, hadMs)
      const sure =
        (await beginsAlike(given.path, had.path)) ||
        (better === 'had' && (await isIn(parts, given.path))) ||
        (shorterMs > 0 && (await heardAlike(await ffmpeg(), given.path, had.path, shorterMs)))
      return { better, sure }
    }
  } catch (error) {
    if (!(error instanceof AppError && passing.has(error.code))) throw error
  }
  // Nobody can read either of them (now): the larger one it is, and both stay.
  return { better: (await sizeOf(given.path)) > (await sizeOf(had.path)) ? 'given' : 'had', sure: false }
}

const passing = new Set(['conversion_failed', 'disk_full'])

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size

/** Whether one of the parts begins with all of it. */
async function isIn(parts: string[], path: string): Promise<boolean> {
  for (const part of parts)
    if ((await sizeOf(part)) >= (await sizeOf(path)) && (await beginsAlike(part, path))) return true
  return false
}

async function heardAlike(ffmpeg: Ffmpeg, one: string, other: string, untilMs: number): Promise<boolean> {
  const folder = dirname(one)
  const [a, b] = [join(folder, `${randomUUID()}.wav`), join(folder, `${randomUUID()}.wav`)]
  try {
    await requireSpace(folder, ((sampleRate * 2) / 1000) * untilMs * 2, endingReserveBytes)
    await decodeToWav(ffmpeg, one, a)
    await decodeToWav(ffmpeg, other, b)
    return await soundsAlike(a, b, untilMs)
  } finally {
    for (const file of [a, b]) await rm(file, { force: true })
  }
}

/**
 * Keeps, beside the recording, a copy that holds what the recording may not have; once. Where it was it may go.
 */
async function putAside(folder: string, { path, extension }: Copy): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('other-'))
  for (const name of names) {
    const known = join(folder, name)
    if ((await sizeOf(known)) >= (await sizeOf(path)) && (await beginsAlike(known, path))) return
  }
  await share(path, join(folder, `other-${randomUUID()}.${extension}`))
}

const windowBytes = 1024 * 1024

/** Whether two files are the same as far as the shorter one goes; nothing is like nothing. */
async function beginsAlike(one: string, other: string): Promise<boolean> {
  const size = Math.min(await sizeOf(one), await sizeOf(other))
  const [a, b] = [await open(one, 'r'), await open(other, 'r')]
  try {
    const [left, right] = [Buffer.alloc(windowBytes), Buffer.alloc(windowBytes)]
    for (let at = 0; at < size; at += windowBytes) {
      const length = Math.min(windowBytes, size - at)
      await a.read(left, 0, length, at)
      await b.read(right, 0, length, at)
      if (!left.subarray(0, length).equals(right.subarray(0, length))) return false
    }
    return true
  } finally {
    await a.close()
    await b.close()
  }
}
