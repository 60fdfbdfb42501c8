import { constants } from 'node:fs'
import { copyFile, link, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { endingReserveBytes, requireSpace } from '../../files/disk.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import { cutSound, joinSound, measureSound } from '../../speech/join.ts'
import { bytesOf, soundFile, type Epoch } from '../capture/epochs.ts'
import { decodedLengths, type DecodeResult } from './decode-result.ts'

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
export async function share(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch {
    await duplicate(from, to)
  }
}

async function duplicate(from: string, to: string): Promise<void> {
  await requireSpace(from, (await stat(from)).size, endingReserveBytes)
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
  heard: DecodeResult | null,
  own: boolean,
): Promise<Assembled | null> {
  const filled = epochs.filter((epoch) => bytesOf(epoch) > 0)
  const target = join(folder, `${randomUUID()}.joined`)
  if (filled.length === 0) return null
  const durations = new Map<number, number>()
  if (filled.some(({ from }) => from)) heard = null // decoded as it came, with what is cut off
  const cut = await cutParts(ffmpeg, folder, filled)
  const fileOf = (number: number): string => cut.get(number)?.path ?? soundFile(folder, number)
  const kindOf = ({ number, mimeType }: Epoch): string | null =>
    cut.get(number)?.extension ?? extensionOf(mimeType)
  if (filled.length > 1) {
    const size = filled.reduce((sum, epoch) => sum + bytesOf(epoch), 0)
    await requireSpace(folder, size, endingReserveBytes)
    const known = decodedLengths(heard, filled)
    for (const { number } of filled)
      durations.set(number, known?.get(number) ?? (await measureSound(await ffmpeg(), fileOf(number))))
  }
  const parts = filled.filter(({ number }) => (durations.get(number) ?? 0) > 0)
  const whole = filled.length === 1 || parts.length === filled.length
  if (parts.length > 1) {
    const kinds = new Set(parts.map(kindOf))
    const alike = kinds.size === 1 ? [...kinds][0]! : null
    const files = parts.map(({ number }) => ({
      file: fileOf(number),
      durationMs: durations.get(number)!,
    }))
    try {
      const extension = await joinSound(await ffmpeg(), files, target, alike)
      return { path: target, extension, whole, durations }
    } catch (error) {
      await rm(target, { force: true })
      throw error
    } finally {
      for (const { path } of cut.values()) await rm(path, { force: true })
    }
  }
  const one = parts[0] ?? largest(filled)
  const from = fileOf(one.number)
  await (own ? duplicate(from, target) : share(from, target))
  for (const { path } of cut.values()) await rm(path, { force: true })
  return { path: target, extension: kindOf(one) ?? 'audio', whole, durations }
}

/** Those that begin with what belongs elsewhere, without it; by their numbers. */
async function cutParts(
  ffmpeg: () => Promise<Ffmpeg>,
  folder: string,
  epochs: Epoch[],
): Promise<Map<number, Copy>> {
  const cut = new Map<number, Copy>()
  for (const { number, from, mimeType } of epochs) {
    if (!from) continue
    const file = soundFile(folder, number)
    await requireSpace(folder, (await stat(file)).size, endingReserveBytes)
    const path = `${file}.cut`
    const wanted = { fromSeconds: from, output: path, extension: extensionOf(mimeType) ?? 'audio' }
    cut.set(number, { path, extension: await cutSound(await ffmpeg(), file, wanted) })
  }
  return cut
}

const largest = (epochs: Epoch[]): Epoch =>
  epochs.reduce((best, epoch) => (bytesOf(epoch) > bytesOf(best) ? epoch : best))
