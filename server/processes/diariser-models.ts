import { createRequire } from 'node:module'
import { sampleRate } from '../speech/audio.ts'
import { cleanSpeech } from '../speech/clean-speech.ts'
import type { DiariserRequest } from '../speech/diarise.ts'
import type { Found, NumberedTurn } from '../speech/merge-voices.ts'
import type { Span } from '../speech/vad.ts'

/** The part of sherpa-onnx-node (no types of its own) that is used here. */
type Sherpa = {
  OfflineSpeakerDiarization: new (config: object) => {
    handle: unknown
    setConfig(config: { clustering: { numClusters: number; threshold: number } }): void
  }
  SpeakerEmbeddingExtractor: new (config: object) => Extractor
}
type Extractor = {
  createStream(): {
    acceptWaveform(wave: { sampleRate: number; samples: Float32Array }): void
    inputFinished(): void
  }
  isReady(stream: unknown): boolean
  compute(stream: unknown, externalBuffer: boolean): Float32Array
}
/** The class offers no call that says how far it is; the module below it does. */
type Addon = {
  offlineSpeakerDiarizationProcessAsync(
    handle: unknown,
    samples: Float32Array,
    onProgress: (done: number, all: number) => number,
  ): Promise<{ start: number; end: number; speaker: number }[]>
}

/** Of one voice so much clean speech is listened to, in stretches of this length. Milliseconds. */
const voice = { atMost: 60_000, stretch: { least: 700, most: 10_000 } }
/** Finding the turns is nearly all of the work. */
const turnsPart = 0.95

/** The two models, in this process. A bad one may end it. */
export function loadModels({ segmentation, embedding, settings, threads }: DiariserRequest) {
  const require = createRequire(import.meta.url)
  const sherpa = require('sherpa-onnx-node') as Sherpa
  const addon = require('sherpa-onnx-node/addon.js') as Addon
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model: embedding, numThreads: threads })
  const { threshold, minDurationOn, minDurationOff } = settings
  const diarization = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, numThreads: threads },
    embedding: { model: embedding, numThreads: threads },
    clustering: { numClusters: -1, threshold },
    minDurationOn,
    minDurationOff,
  })

  function embed(samples: Float32Array): number[] | null {
    const stream = extractor.createStream()
    stream.acceptWaveform({ sampleRate, samples })
    stream.inputFinished()
    return extractor.isReady(stream) ? [...extractor.compute(stream, false)] : null
  }

  /** The mean of what the longest stretches sound like, each counted by its length. */
  async function meanVoice(
    spans: Span[],
    read: (span: Span) => Promise<Float32Array>,
  ): Promise<number[] | null> {
    const stretches = spans
      .flatMap(cut)
      .filter((span) => lengthOf(span) >= voice.stretch.least)
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    let sum: number[] | null = null
    let heard = 0
    for (const span of stretches) {
      if (heard >= voice.atMost) break
      heard += lengthOf(span)
      const one = embed(await read(span))
      if (!one) continue
      const weighted = unit(one).map((value) => value * lengthOf(span))
      sum = sum ? sum.map((value, i) => value + weighted[i]!) : weighted
    }
    return sum && unit(sum).map((value) => Math.round(value * 1e6) / 1e6)
  }

  return {
    embed,
    meanVoice,

    /** So many clusters from now on, instead of as many as there seem to be. */
    askFor(clusters: number): void {
      diarization.setConfig({ clustering: { numClusters: clusters, threshold } })
    },

    /** Who speaks when in this sound, and what they sound like. */
    async listen(samples: Float32Array, onProgress: (part: number) => void): Promise<Found> {
      const found = await addon.offlineSpeakerDiarizationProcessAsync(
        diarization.handle,
        samples,
        (done, all) => {
          onProgress((done / all) * turnsPart)
          return 0
        },
      )
      const turns: NumberedTurn[] = found.map(({ start, end, speaker }) => ({
        speaker,
        startMs: start * 1000,
        endMs: end * 1000,
      }))
      const read = ({ startMs, endMs }: Span) =>
        Promise.resolve(samples.subarray(sampleAt(startMs), sampleAt(endMs)))
      const voices: Found['voices'] = []
      for (const [speaker, spans] of cleanSpeech(turns))
        voices.push({
          speaker,
          cleanMs: Math.round(spans.reduce((sum, span) => sum + lengthOf(span), 0)),
          embedding: await meanVoice(spans, read),
        })
      return { turns, voices }
    },
  }
}

const sampleAt = (ms: number): number => Math.round((ms / 1000) * sampleRate)

const lengthOf = ({ startMs, endMs }: Span): number => endMs - startMs

function cut({ startMs, endMs }: Span): Span[] {
  const count = Math.max(1, Math.ceil((endMs - startMs) / voice.stretch.most))
  const length = (endMs - startMs) / count
  return Array.from({ length: count }, (_, i) => ({
    startMs: startMs + i * length,
    endMs: startMs + (i + 1) * length,
  }))
}

function unit(values: number[]): number[] {
  const length = Math.hypot(...values)
  return length === 0 ? values : values.map((value) => value / length)
}
