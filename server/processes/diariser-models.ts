import { createRequire } from 'node:module'
import { sampleRate } from '../speech/audio.ts'
import { cleanSpeech } from '../speech/clean-speech.ts'
import type { DiariserRequest } from '../speech/diarise.ts'
import type { LocalWindow } from '../speech/local-voices.ts'
import type { Found, NumberedTurn } from '../speech/merge-voices.ts'
import type { Span } from '../speech/vad.ts'

/** The part of sherpa-onnx-node (no types of its own) that is used here. */
type Sherpa = {
  OfflineSpeakerDiarization: new (config: object) => {
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
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
/** Of one voice so much clean speech is listened to, in stretches of this length. Milliseconds. */
const voice = { atMost: 60_000, stretch: { least: 700, most: 10_000 } }
/** Finding the turns is nearly all of the work. */
const turnsPart = 0.95
/**
 * The segmentation hears so much at once, and each moment twice. sherpa-onnx's own pipeline hears each ten times, which costs
 * four to six times as much, and takes whoever speaks at the same time as another for one of the two.
 */
const heard = { windowMs: 10_000, stepMs: 5000 }
/** Of a voice in one window so much is enough to know it by, in stretches no shorter than the second figure. Milliseconds. */
const sample = { enough: 3000, stretch: 200, least: 400 }
/** sherpa-onnx fills pauses and drops turns of its own accord otherwise. */
const asItIs = 0.01

/** The two models, in this process. A bad one may end it. */
export function loadModels({ segmentation, embedding, settings, threads }: DiariserRequest) {
  const require = createRequire(import.meta.url)
  const sherpa = require('sherpa-onnx-node') as Sherpa
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model: embedding, numThreads: threads })
  // Of a sound no longer than its window it gives what the segmentation says, without asking whose the voices are.
  const segmenter = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, numThreads: threads },
    embedding: { model: embedding, numThreads: threads },
    clustering: { numClusters: -1, threshold: settings.threshold },
    minDurationOn: asItIs,
    minDurationOff: asItIs,
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

  function embedSample(sound: Float32Array, clean: readonly Span[]): number[] | null {
    const longest = longestOf(sound, clean)
    const embedding = longest && embed(longest)
    return embedding && unit(embedding)
  }

  return {
    embed,
    meanVoice,

    /** The voices of each short window of this sound. */
    localVoices(samples: Float32Array, onProgress: (part: number) => void): LocalWindow[] {
      const lengthMs = (samples.length / sampleRate) * 1000
      const windows: LocalWindow[] = []
      for (
        let startMs = 0;
        startMs === 0 || startMs + heard.windowMs - heard.stepMs < lengthMs;
        startMs += heard.stepMs
      ) {
        const endMs = Math.min(lengthMs, startMs + heard.windowMs)
        const sound = samples.slice(sampleAt(startMs), sampleAt(endMs))
        const turns = segmenter
          .process(sound)
          .map(({ start, end, speaker }) => ({ speaker, startMs: start * 1000, endMs: end * 1000 }))
        const voices = [...cleanSpeech(turns)].map(([speaker, clean]) => ({
          spans: turns.filter((turn) => turn.speaker === speaker).map((turn) => moved(turn, startMs)),
          cleanMs: clean.reduce((sum, span) => sum + lengthOf(span), 0),
          embedding: embedSample(sound, clean),
        }))
        windows.push({ startMs, endMs, voices })
        onProgress((endMs / lengthMs) * turnsPart)
      }
      return windows
    },

    /** Who speaks when, and what they sound like in this sound. */
    async voicesOf(turns: NumberedTurn[], samples: Float32Array): Promise<Found> {
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

/** The longest stretches in which one voice is alone, until they are enough; null: there is too little. */
function longestOf(sound: Float32Array, clean: readonly Span[]): Float32Array | null {
  const parts: Float32Array[] = []
  let length = 0
  for (const span of clean.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const room = sampleAt(sample.enough) - length
    if (room <= 0 || (parts.length > 0 && lengthOf(span) < sample.stretch)) break
    const part = sound.subarray(
      sampleAt(span.startMs),
      Math.min(sampleAt(span.endMs), sampleAt(span.startMs) + room),
    )
    parts.push(part)
    length += part.length
  }
  if (length < sampleAt(sample.least)) return null
  const whole = new Float32Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const sampleAt = (ms: number): number => Math.round((ms / 1000) * sampleRate)

const moved = ({ startMs, endMs }: Span, ms: number): Span => ({ startMs: startMs + ms, endMs: endMs + ms })

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
