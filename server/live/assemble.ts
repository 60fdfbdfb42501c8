import { constants } from 'node:fs'
import { copyFile, link, open, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { needSpace } from '../files/disk.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { joinSound, measureSound } from '../speech/join.ts'
import { bytesOf, soundFile, type Epoch } from './epochs.ts'
import { heardLengths, type Heard } from './heard.ts'

/** A file that may become a recording's sound. */
export type Copy = { path: string; extension: string }

/** A copy of what the recorder sent. */
export type Assembled = Copy & {
  /** False when a part held no sound that could be read. */
  whole: boolean
  /** Of the parts, in milliseconds, by their numbers; empty when there is only one. */
  durations: ReadonlyMap<number, number>
}

/** The extension for what a MediaRecorder says it makes; null when it is no sound. */
export function extensionOf(mimeType: string): string | null {
  const mime = mimeType.split(';')[0]!.trim().toLowerCase()
  if (mime === '' || mime === 'application/octet-stream') return 'webm' // what the specified client sends
  if (mime === 'audio/webm' || mime === 'video/webm') return 'webm'
  if (mime === 'audio/ogg' || mime === 'application/ogg') return 'ogg'
  if (mime === 'audio/mp4' || mime === 'video/mp4') return 'm4a'
  if (/^audio\/(x-|vnd\.)?wave?$/.test(mime)) return 'wav'
  return mime.startsWith('audio/') ? 'audio' : null
}

/** A second name for the same bytes, or a copy where the file system knows no such thing. */
async function share(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch {
    await duplicate(from, to)
  }
}

async function duplicate(from: string, to: string): Promise<void> {
  await needSpace(from, (await stat(from)).size)
  await copyFile(from, to, constants.COPYFILE_FICLONE)
}

/**
 * One file of all that the recorder sent. The pieces stay as they are.
 * @param epochs in order
 * @param heard what was decoded as it came: when that is all of it, nothing is decoded again
 * @param own the file must not change when more is appended to the pieces
 * @returns null when nothing was sent
 * @throws AppError disk_full, before anything is read; audio_unreadable, conversion_failed
 */
export async function assemble(
  ffmpeg: () => Promise<Ffmpeg>,
  folder: string,
  epochs: Epoch[],
  heard: Heard | null,
  own: boolean,
): Promise<Assembled | null> {
  const filled = epochs.filter((epoch) => bytesOf(epoch) > 0)
  const target = join(folder, `${randomUUID()}.joined`)
  if (filled.length === 0) return null
  const durations = new Map<number, number>()
  if (filled.length > 1) {
    const size = filled.reduce((sum, epoch) => sum + bytesOf(epoch), 0)
    await needSpace(folder, size)
    const known = heardLengths(heard, filled)
    for (const { number } of filled)
      durations.set(
        number,
        known?.get(number) ?? (await measureSound(await ffmpeg(), soundFile(folder, number))),
      )
  }
  const parts = filled.filter(({ number }) => (durations.get(number) ?? 0) > 0)
  const whole = filled.length === 1 || parts.length === filled.length
  if (parts.length > 1) {
    const kinds = new Set(parts.map(({ mimeType }) => extensionOf(mimeType)))
    const alike = kinds.size === 1 ? [...kinds][0]! : null
    const files = parts.map(({ number }) => ({
      file: soundFile(folder, number),
      durationMs: durations.get(number)!,
    }))
    try {
      const extension = await joinSound(await ffmpeg(), files, target, alike)
      return { path: target, extension, whole, durations }
    } catch (error) {
      await rm(target, { force: true })
      throw error
    }
  }
  const one = parts[0] ?? largest(filled)
  const from = soundFile(folder, one.number)
  await (own ? duplicate(from, target) : share(from, target))
  return { path: target, extension: extensionOf(one.mimeType) ?? 'audio', whole, durations }
}

const largest = (epochs: Epoch[]): Epoch =>
  epochs.reduce((best, epoch) => (bytesOf(epoch) > bytesOf(best) ? epoch : best))

/**
 * Which of two copies of the same recording holds more sound.
 * @returns `sure`: the other one holds nothing that this one does not, so it may go
 */
export async function fuller(
  ffmpeg: () => Promise<Ffmpeg>,
  given: Copy,
  had: Copy,
): Promise<{ better: 'given' | 'had'; sure: boolean }> {
  if (await sameBytes(given.path, had.path)) return { better: 'had', sure: true }
  try {
    const givenMs = await measureSound(await ffmpeg(), given.path)
    const hadMs = await measureSound(await ffmpeg(), had.path)
    if (givenMs > 0 || hadMs > 0) return { better: givenMs > hadMs ? 'given' : 'had', sure: true }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conversion_failed')) throw error
  }
  // Nobody can read either of them (now): the larger one it is, and both stay.
  const [givenSize, hadSize] = [(await stat(given.path)).size, (await stat(had.path)).size]
  return { better: givenSize > hadSize ? 'given' : 'had', sure: false }
}

/** Puts away, beside the recording, a copy of which nobody knows what is in it. */
export async function putAside(folder: string, { path, extension }: Copy): Promise<void> {
  await rename(path, join(folder, `other-${randomUUID()}.${extension}`))
}

const windowBytes = 1024 * 1024

async function sameBytes(one: string, other: string): Promise<boolean> {
  if ((await stat(one)).size !== (await stat(other)).size) return false
  const [a, b] = [await open(one, 'r'), await open(other, 'r')]
  try {
    const [left, right] = [Buffer.alloc(windowBytes), Buffer.alloc(windowBytes)]
    for (let at = 0; ; at += windowBytes) {
      const { bytesRead } = await a.read(left, 0, windowBytes, at)
      if (bytesRead === 0) return true
      await b.read(right, 0, windowBytes, at)
      if (!left.subarray(0, bytesRead).equals(right.subarray(0, bytesRead))) return false
    }
  } finally {
    await a.close()
    await b.close()
  }
}
