import { join } from 'node:path'
import type { Log } from '../../log.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import { createEpochProgress } from './epoch-progress.ts'
import { createDecodedFile } from './decoded-file.ts'
import { createEpochDecoder, tooLong } from './epoch-decoder.ts'
import type { Epoch } from './epochs.ts'

/** The decoded sound of a recording under way. Times in milliseconds from its start. */
export type LiveSound = {
  recordingId: number
  /** 16 kHz mono s16le without a head, all epochs one after the other; it grows, and what is in it never changes. */
  file: string
  /** What the file holds. */
  durationMs(): number
  /** Where each epoch begins in it. */
  parts(): { epoch: number; startMs: number }[]
  /** Told in a pause, when all that came before it is in the file; must return at once. @returns ends it */
  onRest(listener: () => void): () => void
  /** Told when there is more in the file; must return at once. @returns ends it */
  subscribe(listener: (samples: Int16Array, fromMs: number) => void): () => void
  read(fromMs: number, toMs: number): Promise<Int16Array>
  /** No more comes: resolves when all that came is decoded, or when it is clear that it takes too long. */
  end(): Promise<void>
  /** Resolves after `end`. `whole`: everything was decoded. */
  ended: Promise<{ whole: boolean }>
}

/** In the folder of the epochs, and it goes with them. */
export const decodedFile = (folder: string): string => join(folder, 'decoded.s16le')

/** Stop does not wait longer for a decoder that is behind: what it makes is only an aid. */
const endPatienceMs = 3000
/** An ffmpeg that goes down so often without a further sample cannot read this. */
const mostFalls = 3

export type GrowingSound = LiveSound & {
  /** More of an epoch is on disk. */
  grew(epochs: Epoch[]): void
  /** A pause: what came of the newest epoch is all of it. */
  rest(): void
  kill(): void
  /** After `ended`, when nobody reads any more. */
  close(): Promise<void>
}

/**
 * Follows the epochs on disk with one ffmpeg each, so that a chunk costs no memory, and a restart is the same as a start.
 * One that goes down is begun again; what it had given before is left out.
 */
export function openSound(options: {
  recordingId: number
  folder: string
  ffmpeg: () => Promise<Ffmpeg>
  log: Log
  /** A part begins; no sound of it is in the file before this has resolved. Never rejects. */
  onPart: (parts: { epoch: number; startMs: number }[]) => Promise<void>
}): GrowingSound {
  const { recordingId, folder, ffmpeg, log } = options
  const file = decodedFile(folder)
  const restListeners = new Set<() => void>()
  const parts: { epoch: number; startMs: number }[] = []
  const killing = new AbortController()
  const killed = killing.signal
  const progress = createEpochProgress()
  const decoded = createDecodedFile({ folder, file, recordingId }, killed, log)
  const decoder = createEpochDecoder({ folder, ffmpeg, file: decoded, progress, killed })
  let whole = true

  async function decode(number: number): Promise<void> {
    const startedAt = decoded.samples()
    parts.push({ epoch: number, startMs: decoded.durationMs() })
    await options.onPart(parts.slice())
    for (let falls = 0; ;) {
      const before = decoded.samples()
      const reason = await decoder.follow(number, startedAt)
      if (reason === null) return
      falls = decoded.samples() > before ? 1 : falls + 1
      log.warn({ recordingId, epoch: number, reason }, 'the decoder of a live recording went down')
      if (reason === tooLong || falls >= mostFalls || (progress.isOver(number) && falls > 1)) break
    }
    whole = false // the sound itself is kept; the pass over the whole recording reads what can be read
    while (!progress.isOver(number) && !killed.aborted) await progress.change()
  }

  async function run(): Promise<{ whole: boolean }> {
    try {
      await decoded.begin()
      while (!killed.aborted) {
        const next = progress.after(parts.at(-1)?.epoch ?? -1)
        if (next !== null) {
          await decode(next)
          if (progress.isRested(next)) for (const listener of restListeners) listener()
        } else if (progress.isEnding()) break
        else await progress.change()
      }
    } catch (error) {
      whole = false
      if (!killed.aborted)
        log.error({ err: error, recordingId }, 'the sound of a live recording could not be decoded')
    }
    return { whole: whole && decoder.isAllFed() && !killed.aborted }
  }

  function kill(): void {
    killing.abort()
    decoder.kill()
    progress.signal()
  }

  const ended = run()

  return {
    recordingId,
    file,
    ended,
    durationMs: decoded.durationMs,
    parts: () => parts.slice(),
    subscribe: decoded.subscribe,
    read: decoded.read,
    grew: progress.grew,
    rest: progress.rest,
    onRest(listener) {
      restListeners.add(listener)
      return () => void restListeners.delete(listener)
    },
    kill,
    async end() {
      progress.end()
      const timer = setTimeout(kill, endPatienceMs)
      await ended
      clearTimeout(timer)
    },
    close: decoded.close,
  }
}
