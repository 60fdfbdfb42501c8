import { once } from 'node:events'
import { spawnChild } from '../processes/child.ts'
import { audioFormats, decoderMemory, fewThreads, speechFilter, type Ffmpeg } from './audio.ts'

/** One ffmpeg that decodes as the bytes come. */
export type DecodeStream = {
  /** Resolves when it takes more; at once when it has ended. */
  write(bytes: Uint8Array): Promise<void>
  /** No more comes. */
  end(): void
  kill(): void
  hasEnded(): boolean
  /** Never rejects. `reason`: null when it ended well. */
  ended: Promise<{ reason: string | null }>
  /** 16 kHz mono; to be read by one reader, or it stands still. */
  samples(): AsyncGenerator<Int16Array>
}

/**
 * Decodes a MediaRecorder's sound while it is recorded. Gaps in its time line are filled as in `decodeToWav`, so that
 * both give the same times.
 */
export function openDecodeStream(ffmpeg: Ffmpeg): DecodeStream {
  const child = spawnChild(
    ffmpeg.path,
    [
      ...['-hide_banner', '-nostats', '-loglevel', 'error', ...fewThreads],
      ...['-protocol_whitelist', 'pipe', '-format_whitelist', audioFormats],
      // Without these it would gather seconds of sound before it gives any.
      ...['-fflags', '+nobuffer', '-probesize', '4096', '-analyzeduration', '0', '-i', 'pipe:0'],
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', speechFilter],
      ...['-f', 's16le', '-flush_packets', '1', 'pipe:1'],
    ],
    { stdin: 'pipe', stdout: 'pipe', network: false, nice: 1, memory: decoderMemory },
  )
  const input = child.process.stdin!
  const output = child.process.stdout!
  input.on('error', () => undefined) // it has ended: `ended` says so
  const over = child.ended.then(({ code, signal, error }) => ({
    reason: code === 0 ? null : (error?.message ?? `${signal ?? `code ${code}`}: ${child.tail().trim()}`),
  }))
  let gone = false
  void over.then(() => (gone = true))
  return {
    async write(bytes) {
      if (gone || input.destroyed || input.write(bytes)) return
      const heard = new AbortController()
      await Promise.race([once(input, 'drain', { signal: heard.signal }).catch(() => undefined), over])
      heard.abort()
    },
    end: () => void input.end(),
    kill: () => void child.process.kill('SIGKILL'),
    hasEnded: () => gone,
    ended: over,
    async *samples() {
      let odd: Buffer = Buffer.alloc(0)
      for await (const part of output) {
        const bytes = odd.length > 0 ? Buffer.concat([odd, part as Buffer]) : (part as Buffer)
        const whole = bytes.length - (bytes.length % 2)
        odd = bytes.subarray(whole)
        // A copy of its own: samples lie at even addresses.
        if (whole > 0) yield new Int16Array(Uint8Array.from(bytes.subarray(0, whole)).buffer)
      }
    },
  }
}
