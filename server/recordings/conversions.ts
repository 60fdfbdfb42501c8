import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import { dirname } from 'node:path'
import { requireSpace } from '../files/disk.ts'
import { exists } from '../files/exists.ts'
import { convertAudio, type Ffmpeg } from '../speech/audio.ts'
import { repairSound } from '../speech/join.ts'
import { readGrowing, type Making } from './growing.ts'
import { mediaType } from './media.ts'
import type { Sound } from './service.ts'

const mostAtOnce = 2
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
  const underWay = new Map<string, Making>()

  let running = 0
  const waiting: (() => void)[] = []

  /** At most two at once, and none that would leave live recording too little of the disk. */
  async function inTurn(target: string, work: () => Promise<void>): Promise<void> {
    if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go))
    running += 1
    try {
      await requireSpace(dirname(target), 0)
      await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  /** @returns null when it is there */
  async function once(
    target: string,
    what: string,
    work: (temporary: string) => Promise<void>,
  ): Promise<Making | null> {
    if (await exists(target)) return null
    const already = underWay.get(target)
    if (already) return already
    const temporary = `${target}.${randomUUID()}.tmp`
    const made = make(what, () => inTurn(target, () => work(temporary))).finally(() =>
      underWay.delete(target),
    )
    const making = { temporary, made }
    underWay.set(target, making)
    return making
  }

  const converted = (sound: Sound, format: ConversionFormat): Promise<Making | null> =>
    once(sound.files[format], `converted to ${format.toUpperCase()}`, async (temporary) =>
      convertAudio(await ffmpeg(), sound.original, sound.files[format], format, { temporary }),
    )

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
      await (
        await converted(sound, format)
      )?.made
      return { path: sound.files[format], type: mediaTypes[format] }
    },

    /**
     * An MP3 can be heard while it is made (a WAV says at its beginning how long it is).
     * @returns null when it is whole already. @throws AppError audio_unreadable, conversion_failed
     */
    async mp3WhileMade(sound: Sound): Promise<Readable | null> {
      const making = await converted(sound, 'mp3')
      return making && readGrowing(making)
    },

    /**
     * The sound as it was coded, in a container that is in order.
     * @returns the path of the file and its MIME type. @throws AppError audio_unreadable, conversion_failed
     */
    async repair(sound: Sound, extension: string): Promise<{ path: string; type: string }> {
      const to = repairs[extension] ?? { extension: 'mka', muxer: 'matroska' }
      const target = sound.files.repaired(to.extension)
      const making = await once(target, 'repaired', async () =>
        repairSound(await ffmpeg(), sound.original, target, to.muxer),
      )
      await making?.made
      return { path: target, type: mediaType(to.extension) }
    },
  }
}

export type Conversions = ReturnType<typeof createConversions>
