import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sampleRate } from './audio.ts'

/** The part of sherpa-onnx-node (no types of its own) that is used here. */
type VadModule = {
  Vad: new (
    config: object,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void
    isDetected(): boolean
    isEmpty(): boolean
    pop(): void
    reset(): void
  }
}

/** Samples; what silero takes at once. About a quarter of a millisecond of work. */
export const windowSamples = 512
export const windowMs = (windowSamples / sampleRate) * 1000

/** How late it says that somebody speaks: what came this long before belongs to the words. */
export const voiceLeadMs = 300

/** Says of each window, as they come, whether somebody speaks. */
export type VoiceDetector = { accept(window: Float32Array): boolean; reset(): void }

function createVoiceDetector(appRoot: string): VoiceDetector {
  const { Vad } = createRequire(import.meta.url)('sherpa-onnx-node') as VadModule
  const sileroVad = {
    model: join(appRoot, 'models', 'vad', 'silero_vad_v6.onnx'),
    threshold: 0.4,
    // Pauses are judged by who asks: it hears of the shortest.
    minSilenceDuration: 0.1,
    minSpeechDuration: 0.1,
    maxSpeechDuration: 20,
    windowSize: windowSamples,
  }
  const vad = new Vad({ sileroVad, sampleRate, numThreads: 1 }, 30)
  return {
    accept(window) {
      vad.acceptWaveform(window)
      while (!vad.isEmpty()) vad.pop()
      return vad.isDetected()
    },
    reset: () => vad.reset(),
  }
}

/** Detectors that have been used are used again: to load one takes a tenth of a second in which nothing else goes on. */
export function createVoiceDetectors(appRoot: string): {
  /** Has one ready for `take`. */
  prepare(): void
  take(): VoiceDetector
  giveBack(detector: VoiceDetector): void
} {
  const spare: VoiceDetector[] = []
  return {
    prepare() {
      if (spare.length === 0) spare.push(createVoiceDetector(appRoot))
    },
    take: () => spare.pop() ?? createVoiceDetector(appRoot),
    giveBack(detector) {
      detector.reset()
      spare.push(detector)
    },
  }
}
