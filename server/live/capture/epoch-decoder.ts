import { open } from 'node:fs/promises'
import { sampleRate, type Ffmpeg } from '../../speech/audio.ts'
import { openDecodeStream, type DecodeStream } from '../../speech/stream.ts'
import type { EpochProgress } from './epoch-progress.ts'
import type { DecodedFile } from './decoded-file.ts'
import { soundFile } from './epochs.ts'

const blockBytes = 64 * 1024
/**
 * Sound cannot be longer than the time that it has been coming for. What was kept back while there was no line comes all at
 * once, but has bytes to show for it: at the very least so many a second. Anything longer is silence that time stamps ask
 * for, and would fill the disk.
 */
const believable = { aheadMs: 5 * 60_000, bytesPerSecond: 500 }

export const tooLong = 'its time stamps make it longer than it can be'

/** Decodes one epoch after the other into the file, each with one ffmpeg. */
export function createEpochDecoder({
  folder,
  ffmpeg,
  file,
  progress,
  killed,
}: {
  folder: string
  ffmpeg: () => Promise<Ffmpeg>
  file: DecodedFile
  progress: EpochProgress
  killed: AbortSignal
}) {
  /** Bytes of each epoch that a decoder was given. */
  const fed = new Map<number, number>()
  const openedAt = Date.now()
  let stream: DecodeStream | null = null

  function isBelievable(more: number): boolean {
    const bytes = progress.all().reduce((sum, [, part]) => sum + part, 0)
    const spokenMs = (bytes / believable.bytesPerSecond) * 1000
    return (
      file.durationMs() + (more / sampleRate) * 1000 <= Date.now() - openedAt + believable.aheadMs + spokenMs
    )
  }

  /** Gives an epoch to the decoder as it grows, until it is over. */
  async function feed(number: number, decoder: DecodeStream): Promise<void> {
    const source = await open(soundFile(folder, number), 'r')
    try {
      const block = Buffer.alloc(blockBytes)
      for (let at = 0; !decoder.hasEnded() && !killed.aborted;) {
        const left = progress.bytes(number) - at
        if (left > 0) {
          const { bytesRead } = await source.read(block, 0, Math.min(left, blockBytes), at)
          if (bytesRead === 0) break // deleted under our hands
          await decoder.write(Buffer.from(block.subarray(0, bytesRead)))
          at += bytesRead
          fed.set(number, at)
        } else {
          if (progress.isOver(number)) break
          await Promise.race([progress.change(), decoder.ended])
        }
      }
    } finally {
      await source.close()
    }
  }

  return {
    /**
     * Follows an epoch until it is over.
     * @param startedAt samples in the file when it began: those that are there already are left out
     * @returns null when the epoch is over, else why ffmpeg went down before
     */
    async follow(number: number, startedAt: number): Promise<string | null> {
      const decoder = openDecodeStream(await ffmpeg())
      stream = decoder
      let skip = file.samples() - startedAt
      const reading = (async () => {
        for await (const part of decoder.samples()) {
          if (!isBelievable(part.length - skip)) throw new Error(tooLong)
          const fresh = skip >= part.length ? null : part.subarray(skip)
          skip = Math.max(0, skip - part.length)
          if (fresh) await file.append(fresh)
        }
      })()
      // It may fail long before it is waited for; then nobody takes what the decoder gives.
      const failed = reading.then(
        () => null,
        (error: unknown) => {
          decoder.kill()
          return String(error instanceof Error ? error.message : error)
        },
      )
      try {
        await feed(number, decoder)
        const early = decoder.hasEnded() && !progress.isOver(number)
        decoder.end()
        const { reason } = await decoder.ended
        const why = await failed
        if (killed.aborted) return null
        return why ?? (early || reason !== null ? (reason ?? 'it ended by itself') : null)
      } finally {
        decoder.kill() // it has ended, or something else went wrong
      }
    },

    /** One that grew after a later one had begun, or that came after it, was not followed to its end. */
    isAllFed: (): boolean => progress.all().every(([number, bytes]) => fed.get(number) === bytes),

    kill: (): void => stream?.kill(),
  }
}
