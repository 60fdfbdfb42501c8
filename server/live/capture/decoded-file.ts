import { open, rm, type FileHandle } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { requireSpace } from '../../files/disk.ts'
import type { Log } from '../../log.ts'
import { sampleRate } from '../../speech/audio.ts'

const samplesPerMs = sampleRate / 1000
/** The meeting itself comes before its decoded copy. */
const reserveBytes = 64 * 1024 * 1024
const noRoomMs = 5000

export type DecodedFile = ReturnType<typeof createDecodedFile>

/** The file that decoded samples go into: 16 kHz mono s16le without a head. It grows, and what is in it never changes. */
export function createDecodedFile(
  { folder, file, recordingId }: { folder: string; file: string; recordingId: number },
  killed: AbortSignal,
  log: Log,
) {
  const listeners = new Set<(samples: Int16Array, fromMs: number) => void>()
  let samples = 0
  let handle: FileHandle | null = null

  async function keep(bytes: Buffer, at: number): Promise<void> {
    for (let done = 0; done < bytes.length && !killed.aborted;)
      try {
        await requireSpace(folder, bytes.length, reserveBytes)
        const { bytesWritten } = await handle!.write(bytes, done, bytes.length - done, at + done)
        done += bytesWritten
      } catch (error) {
        log.warn({ err: error, recordingId }, 'the decoded sound of a recording waits for room on the disk')
        await pause(noRoomMs)
      }
  }

  return {
    /** Samples that it holds. */
    samples: (): number => samples,
    durationMs: (): number => samples / samplesPerMs,

    async begin(): Promise<void> {
      await rm(file, { force: true }) // somebody may still read what was there before
      handle = await open(file, 'w+', 0o600)
    },

    /** Waits for room on the disk, however long that takes. */
    async append(part: Int16Array): Promise<void> {
      await keep(Buffer.from(part.buffer, part.byteOffset, part.byteLength), samples * 2)
      if (killed.aborted) return
      const fromMs = samples / samplesPerMs
      samples += part.length
      for (const listener of listeners) listener(part, fromMs)
    },

    subscribe(listener: (samples: Int16Array, fromMs: number) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async read(fromMs: number, toMs: number): Promise<Int16Array> {
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

    close: async (): Promise<void> => handle?.close(),
  }
}
