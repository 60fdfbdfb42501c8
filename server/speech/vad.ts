import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openSamples, sampleRate } from './audio.ts'

/** A stretch of the recording, in milliseconds from its start. */
export type Span = { startMs: number; endMs: number }

/** The part of sherpa-onnx-node (no types of its own) that is used here. */
type VadModule = {
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    front(externalBuffer: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
  }
}

const settings = {
  threshold: 0.4,
  // Shorter pauses belong to the sentence; the planner joins and pads anyway.
  minSilenceDuration: 0.25,
  minSpeechDuration: 0.1,
  // Longer than any clip: long speech is cut at its quietest moment by the planner, not by the detector.
  maxSpeechDuration: 120,
  /** Samples; what silero v5 and v6 take at 16 kHz. */
  windowSize: 512,
}

/** The detector hears so much before the stretch that it is asked for: it needs a moment to know what silence is here. */
const leadMs = 1024
const blockMs = 32 * 160 // about five seconds, a whole number of windows: about 40 ms of work

/**
 * Finds where somebody speaks in a WAV of ours (16 kHz mono), by Silero VAD. Silence, hum and noise give nothing.
 * Works in short blocks and lets other things go on in between; memory does not grow with the length.
 * @param options.within only there; times are of the whole file all the same
 */
export async function findSpeech(
  wav: string,
  options: { appRoot: string; signal?: AbortSignal; onProgress?: (part: number) => void; within?: Span },
): Promise<Span[]> {
  const { Vad } = createRequire(import.meta.url)('sherpa-onnx-node') as VadModule
  const vad = new Vad(
    {
      sileroVad: { model: join(options.appRoot, 'models', 'vad', 'silero_vad_v6.onnx'), ...settings },
      sampleRate,
      numThreads: 1,
    },
    settings.maxSpeechDuration + 30,
  )
  const source = await openSamples(wav)
  const fromMs = options.within?.startMs ?? 0
  const toMs = Math.min(source.durationMs, options.within?.endMs ?? Infinity)
  const firstMs = Math.max(0, fromMs - leadMs)
  const spans: Span[] = []
  const collect = (): void => {
    while (!vad.isEmpty()) {
      const { start, samples } = vad.front(false)
      spans.push({
        startMs: firstMs + (start / sampleRate) * 1000,
        endMs: firstMs + ((start + samples.length) / sampleRate) * 1000,
      })
      vad.pop()
    }
  }
  try {
    for (let at = firstMs; at < toMs; at += blockMs) {
      options.signal?.throwIfAborted()
      const block = await source.read(at, Math.min(at + blockMs, toMs))
      for (let from = 0; from < block.length; from += settings.windowSize) {
        const window = new Float32Array(settings.windowSize)
        for (let i = 0; i < window.length && from + i < block.length; i++)
          window[i] = block[from + i]! / 32768
        vad.acceptWaveform(window)
      }
      collect()
      options.onProgress?.(Math.min(1, (at - firstMs) / (toMs - firstMs)))
      await setImmediate()
    }
    vad.flush()
    collect()
    return spansWithin(spans, fromMs, toMs)
  } finally {
    await source.close()
  }
}

function spansWithin(spans: Span[], fromMs: number, toMs: number): Span[] {
  return spans
    .map((span) => ({ startMs: Math.max(fromMs, span.startMs), endMs: Math.min(span.endMs, toMs) }))
    .filter((span) => span.endMs > span.startMs)
}
