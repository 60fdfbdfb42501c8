import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { requireSpace } from '../../files/disk.ts'
import type { Log } from '../../log.ts'
import { sampleRate, type Ffmpeg } from '../../speech/audio.ts'
import { openDecodeStream, type DecodeStream } from '../../speech/stream.ts'
import { bytesOf, soundFile, type Epoch } from './epochs.ts'

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

const samplesPerMs = sampleRate / 1000
const blockBytes = 64 * 1024
/** Stop does not wait longer for a decoder that is behind: what it makes is only an aid. */
const endPatienceMs = 3000
/** The meeting itself comes before its decoded copy. */
const reserveBytes = 64 * 1024 * 1024
const noRoomMs = 5000
/** An ffmpeg that goes down so often without a further sample cannot read this. */
const mostFalls = 3
/**
 * Sound cannot be longer than the time that it has been coming for. What was kept back while there was no line comes all at
 * once, but has bytes to show for it: at the very least so many a second. Anything longer is silence that time stamps ask
 * for, and would fill the disk.
 */
const believable = { aheadMs: 5 * 60_000, bytesPerSecond: 500 }

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
  /** Up to this epoch all has come: the next one begins after the pause. */
  let restedAt = -1
  const listeners = new Set<(samples: Int16Array, fromMs: number) => void>()
  const parts: { epoch: number; startMs: number }[] = []
  /** Bytes of each epoch that may be read, and that a decoder was given. */
  const there = new Map<number, number>()
  const fed = new Map<number, number>()
  const openedAt = Date.now()
  let samples = 0
  let handle: FileHandle | null = null
  let stream: DecodeStream | null = null
  let ending = false
  const killing = new AbortController()
  let whole = true
  let wake: () => void = () => undefined
  let woken = new Promise<void>((resolve) => (wake = resolve))

  function signal(): void {
    wake()
    woken = new Promise((resolve) => (wake = resolve))
  }

  const isOver = (number: number): boolean =>
    ending || number <= restedAt || Math.max(...there.keys()) > number

  async function keep(bytes: Buffer, at: number): Promise<void> {
    for (let done = 0; done < bytes.length && !killing.signal.aborted;)
      try {
        await requireSpace(folder, bytes.length, reserveBytes)
        const { bytesWritten } = await handle!.write(bytes, done, bytes.length - done, at + done)
        done += bytesWritten
      } catch (error) {
        log.warn({ err: error, recordingId }, 'the decoded sound of a recording waits for room on the disk')
        await pause(noRoomMs)
      }
  }

  async function give(part: Int16Array): Promise<void> {
    await keep(Buffer.from(part.buffer, part.byteOffset, part.byteLength), samples * 2)
    if (killing.signal.aborted) return
    const fromMs = samples / samplesPerMs
    samples += part.length
    for (const listener of listeners) listener(part, fromMs)
  }

  /** @returns null when the epoch is over, else why ffmpeg went down before */
  async function follow(number: number, startedAt: number): Promise<string | null> {
    const decoder = openDecodeStream(await ffmpeg())
    stream = decoder
    let skip = samples - startedAt
    const reading = (async () => {
      for await (const part of decoder.samples()) {
        if (!isBelievable(part.length - skip)) throw new Error(tooLong)
        const fresh = skip >= part.length ? null : part.subarray(skip)
        skip = Math.max(0, skip - part.length)
        if (fresh) await give(fresh)
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
      const early = decoder.hasEnded() && !isOver(number)
      decoder.end()
      const { reason } = await decoder.ended
      const why = await failed
      if (killing.signal.aborted) return null
      return why ?? (early || reason !== null ? (reason ?? 'it ended by itself') : null)
    } finally {
      decoder.kill() // it has ended, or something else went wrong
    }
  }

  const tooLong = 'its time stamps make it longer than it can be'

  function isBelievable(more: number): boolean {
    const bytes = [...there.values()].reduce((sum, part) => sum + part, 0)
    const spokenMs = (bytes / believable.bytesPerSecond) * 1000
    return (samples + more) / samplesPerMs <= Date.now() - openedAt + believable.aheadMs + spokenMs
  }

  /** Gives an epoch to the decoder as it grows, until it is over. */
  async function feed(number: number, decoder: DecodeStream): Promise<void> {
    const source = await open(soundFile(folder, number), 'r')
    try {
      const block = Buffer.alloc(blockBytes)
      for (let at = 0; !decoder.hasEnded() && !killing.signal.aborted;) {
        const left = (there.get(number) ?? 0) - at
        if (left > 0) {
          const { bytesRead } = await source.read(block, 0, Math.min(left, blockBytes), at)
          if (bytesRead === 0) break // deleted under our hands
          await decoder.write(Buffer.from(block.subarray(0, bytesRead)))
          at += bytesRead
          fed.set(number, at)
        } else {
          if (isOver(number)) break
          await Promise.race([woken, decoder.ended])
        }
      }
    } finally {
      await source.close()
    }
  }

  /** One that grew after a later one had begun, or that came after it, was not followed to its end. */
  const isAllFed = (): boolean => [...there].every(([number, bytes]) => fed.get(number) === bytes)

  async function decode(number: number): Promise<void> {
    const startedAt = samples
    parts.push({ epoch: number, startMs: startedAt / samplesPerMs })
    await options.onPart(parts.slice())
    for (let falls = 0; ;) {
      const before = samples
      const reason = await follow(number, startedAt)
      if (reason === null) return
      falls = samples > before ? 1 : falls + 1
      log.warn({ recordingId, epoch: number, reason }, 'the decoder of a live recording went down')
      if (reason === tooLong || falls >= mostFalls || (isOver(number) && falls > 1)) break
    }
    whole = false // the sound itself is kept; the pass over the whole recording reads what can be read
    while (!isOver(number) && !killing.signal.aborted) await woken
  }

  async function run(): Promise<{ whole: boolean }> {
    try {
      await rm(file, { force: true }) // somebody may still read what was there before
      handle = await open(file, 'w+', 0o600)
      while (!killing.signal.aborted) {
        const last = parts.at(-1)?.epoch ?? -1
        const next = Math.min(...[...there.keys()].filter((number) => number > last))
        if (Number.isFinite(next)) {
          await decode(next)
          if (next <= restedAt) for (const listener of restListeners) listener()
        } else if (ending) break
        else await woken
      }
    } catch (error) {
      whole = false
      if (!killing.signal.aborted)
        log.error({ err: error, recordingId }, 'the sound of a live recording could not be decoded')
    }
    return { whole: whole && isAllFed() && !killing.signal.aborted }
  }
  function kill(): void {
    killing.abort()
    stream?.kill()
    signal()
  }

  const ended = run()

  return {
    recordingId,
    file,
    ended,
    durationMs: () => samples / samplesPerMs,
    parts: () => parts.slice(),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async read(fromMs, toMs) {
      const from = Math.max(0, Math.round(fromMs * samplesPerMs))
      const to = Math.min(samples, Math.round(toMs * samplesPerMs))
      const part = new Int16Array(Math.max(0, to - from))
      const buffer = Buffer.from(part.buffer)
      for (let done = 0; done < buffer.length;) {
        const { bytesRead } = await handle!.read(buffer, done, buffer.length - done, from * 2 + done)
        if (bytesRead === 0) return part.subarray(0, done >> 1)
        done += bytesRead
      }
      return part
    },
    grew(epochs) {
      for (const epoch of epochs) if (epoch.chunks.length > 0) there.set(epoch.number, bytesOf(epoch))
      signal()
    },
    rest() {
      restedAt = Math.max(restedAt, ...there.keys())
      signal()
    },
    onRest(listener) {
      restListeners.add(listener)
      return () => void restListeners.delete(listener)
    },
    kill,
    async end() {
      ending = true
      signal()
      const timer = setTimeout(kill, endPatienceMs)
      await ended
      clearTimeout(timer)
    },
    close: async () => handle?.close(),
  }
}
