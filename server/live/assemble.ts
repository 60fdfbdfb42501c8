import { constants } from 'node:fs'
import { copyFile, link, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { needSpace } from '../files/disk.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { joinSound, measureSound } from '../speech/join.ts'
import { bytesOf, soundFile, type Epoch } from './epochs.ts'

/** A file that may become a recording's sound. */
export type Copy = { path: string; extension: string }

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
  await needSpace(from, (await stat(from)).size)
  await copyFile(from, to, constants.COPYFILE_FICLONE)
}

/**
 * One file of all that the recorder sent. The pieces stay as they are.
 * @param own the file must not change when more is appended to the pieces
 * @returns null when nothing was sent; `whole`: false when a piece held no sound that could be read
 */
export async function assemble(
  ffmpeg: () => Promise<Ffmpeg>,
  folder: string,
  epochs: Epoch[],
  own: boolean,
): Promise<(Copy & { whole: boolean }) | null> {
  const filled = epochs.filter((epoch) => bytesOf(epoch) > 0)
  const target = join(folder, `${randomUUID()}.joined`)
  if (filled.length === 0) return null
  const measured: { epoch: Epoch; file: string; durationMs: number }[] = []
  if (filled.length > 1)
    for (const epoch of filled) {
      const file = soundFile(folder, epoch.number)
      measured.push({ epoch, file, durationMs: await measureSound(await ffmpeg(), file) })
    }
  const parts = measured.filter((part) => part.durationMs > 0)
  const whole = parts.length === measured.length
  if (parts.length > 1) {
    const kinds = new Set(parts.map(({ epoch }) => extensionOf(epoch.mimeType)))
    try {
      await needSpace(
        folder,
        parts.reduce((sum, { epoch }) => sum + bytesOf(epoch), 0),
      )
      const alike = kinds.size === 1 ? [...kinds][0]! : null
      return { path: target, extension: await joinSound(await ffmpeg(), parts, target, alike), whole }
    } catch (error) {
      await rm(target, { force: true })
      throw error
    }
  }
  const one = parts[0]?.epoch ?? largest(filled)
  const from = soundFile(folder, one.number)
  await (own ? duplicate(from, target) : share(from, target))
  return { path: target, extension: extensionOf(one.mimeType) ?? 'audio', whole }
}

const largest = (epochs: Epoch[]): Epoch =>
  epochs.reduce((best, epoch) => (bytesOf(epoch) > bytesOf(best) ? epoch : best))
