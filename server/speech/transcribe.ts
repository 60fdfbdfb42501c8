import { openSamples, sampleRate } from './audio.ts'
import type { SpeechEngine } from './engine.ts'
import { placeClip, type TimedSegment } from './merge.ts'
import type { Clip, Piece } from './pieces.ts'

/**
 * Transcribes one piece of a WAV of ours, clip by clip.
 * @returns segments in order of time, milliseconds from the start of the recording
 * @throws AppError engine_crashed
 */
export async function transcribePiece(
  engine: SpeechEngine,
  wav: string,
  piece: Piece,
  options: { language: string; prompt?: string; signal: AbortSignal; parallel?: number },
): Promise<TimedSegment[]> {
  const source = await openSamples(wav)
  try {
    const heard: TimedSegment[][] = []
    const { parallel = 1, ...asked } = options
    // When one clip fails the piece is asked for again: the others do not keep the engine busy meanwhile.
    const failed = new AbortController()
    const signal = AbortSignal.any([asked.signal, failed.signal])
    let next = 0
    async function work(): Promise<void> {
      for (let i = next++; i < piece.clips.length; i = next++) {
        signal.throwIfAborted()
        const clip = piece.clips[i]!
        const sound = await soundOf(clip, source.read)
        heard[i] = placeClip(clip, await engine.transcribe(sound, { ...asked, signal }))
      }
    }
    const working = Array.from({ length: parallel }, () =>
      work().catch((error: unknown) => {
        failed.abort(error)
        throw error
      }),
    )
    const [fault] = (await Promise.allSettled(working)).filter(({ status }) => status === 'rejected')
    if (fault) throw failed.signal.reason
    return heard.flat()
  } finally {
    await source.close()
  }
}

async function soundOf(
  clip: Clip,
  read: (fromMs: number, toMs: number) => Promise<Int16Array>,
): Promise<Int16Array> {
  const parts: Int16Array[] = []
  for (const span of clip.spans) parts.push(await read(span.startMs, span.endMs))
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}

/** The quietest tenth of a second of a stretch of a WAV of ours; returns its middle, in milliseconds. */
export async function quietestMoment(wav: string, fromMs: number, toMs: number): Promise<number> {
  const source = await openSamples(wav)
  try {
    const samples = await source.read(fromMs, toMs)
    const window = sampleRate / 10
    let energy = 0
    let least = Infinity
    let at = samples.length
    for (let i = 0; i < samples.length; i++) {
      energy += samples[i]! ** 2
      if (i >= window) energy -= samples[i - window]! ** 2
      if (i >= window - 1 && energy < least) {
        least = energy
        at = i
      }
    }
    return fromMs + ((at - window / 2) / sampleRate) * 1000
  } finally {
    await source.close()
  }
}
