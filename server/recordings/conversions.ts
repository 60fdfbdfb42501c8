import { AppError } from '../errors.ts'
import { exists } from '../files/exists.ts'
import { convertAudio, type Ffmpeg } from '../speech/audio.ts'
import type { Sound } from './service.ts'

const mediaTypes = { wav: 'audio/wav', mp3: 'audio/mpeg' } as const
export type ConversionFormat = keyof typeof mediaTypes

/** Copies of a recording's sound in other formats: made on demand, kept as caches, made once when asked for twice. */
export function createConversions(ffmpeg: () => Promise<Ffmpeg>) {
  const underWay = new Map<string, Promise<void>>()

  async function make(sound: Sound, format: ConversionFormat, target: string): Promise<void> {
    try {
      await convertAudio(await ffmpeg(), sound.original, target, format, {})
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError(
        'conversion_failed',
        `The audio could not be converted to ${format.toUpperCase()}. The original can still be downloaded.`,
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
      if (!(await exists(target))) {
        const running =
          underWay.get(target) ?? make(sound, format, target).finally(() => underWay.delete(target))
        underWay.set(target, running)
        await running
      }
      return { path: target, type: mediaTypes[format] }
    },
  }
}

export type Conversions = ReturnType<typeof createConversions>
