import { AppError } from '../errors.ts'
import { exists } from '../files/exists.ts'
import { convertAudio, type Ffmpeg } from '../speech/audio.ts'
import { repairSound } from '../speech/join.ts'
import { mediaType } from './media.ts'
import type { Sound } from './service.ts'

const mediaTypes = { wav: 'audio/wav', mp3: 'audio/mpeg' } as const
export type ConversionFormat = keyof typeof mediaTypes

/** The container of a repaired copy, by the original's extension; Matroska takes any sound. */
const repairs: Record<string, { extension: string; muxer: string }> = {
  ...Object.fromEntries(
    ['mp3', 'wav', 'flac', 'ogg'].map((name) => [name, { extension: name, muxer: name }]),
  ),
  ...Object.fromEntries(
    ['m4a', 'mp4', 'm4v', 'mov'].map((name) => [name, { extension: 'm4a', muxer: 'mp4' }]),
  ),
  ...Object.fromEntries(['oga', 'opus'].map((name) => [name, { extension: 'ogg', muxer: 'ogg' }])),
  ...Object.fromEntries(['weba', 'webm'].map((name) => [name, { extension: 'weba', muxer: 'webm' }])),
}

/** Copies of a recording's sound in other formats: made on demand, kept as caches, made once when asked for twice. */
export function createConversions(ffmpeg: () => Promise<Ffmpeg>) {
  const underWay = new Map<string, Promise<void>>()

  async function once(target: string, what: string, work: () => Promise<void>): Promise<void> {
    if (await exists(target)) return
    const running = underWay.get(target) ?? make(what, work).finally(() => underWay.delete(target))
    underWay.set(target, running)
    await running
  }

  async function make(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError(
        'conversion_failed',
        `The audio could not be ${what}. The original can still be downloaded.`,
        {
          cause: error,
        },
      )
    }
  }

  return {
    /** @returns the path of the converted file and its MIME type. @throws AppError audio_unreadable, conversion_failed */
    async convert(sound: Sound, format: ConversionFormat): Promise<{ path: string; type: string }> {
      const target = sound.files[format]
      await once(target, `converted to ${format.toUpperCase()}`, async () =>
        convertAudio(await ffmpeg(), sound.original, target, format, {}),
      )
      return { path: target, type: mediaTypes[format] }
    },

    /**
     * The sound as it was coded, in a container that is in order.
     * @returns the path of the file and its MIME type. @throws AppError audio_unreadable, conversion_failed
     */
    async repair(sound: Sound, extension: string): Promise<{ path: string; type: string }> {
      const to = repairs[extension] ?? { extension: 'mka', muxer: 'matroska' }
      const target = sound.files.repaired(to.extension)
      await once(target, 'repaired', async () =>
        repairSound(await ffmpeg(), sound.original, target, to.muxer),
      )
      return { path: target, type: mediaType(to.extension) }
    },
  }
}

export type Conversions = ReturnType<typeof createConversions>
