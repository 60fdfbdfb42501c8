import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { openSamples, sampleRate } from '../speech/audio.ts'
import { cleanSpeech } from '../speech/clean-speech.ts'
import { countSubstantial, mergeVoices } from '../speech/merge-voices.ts'
import { diariserRequest, type DiariserMessage, type DiariserRequest } from '../speech/diarise.ts'
import type { Span } from '../speech/vad.ts'

/** Tells speakers apart, as a program of its own; see speech/diarise.ts, which starts it. */

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
/** So many clusters more than speakers are tried, when there are fewer speakers than there should be. */
const scraps = [0, 3]
const checkSeconds = 12

const say = (message: DiariserMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

async function main(): Promise<void> {
  const request = diariserRequest.parse(JSON.parse(await text(process.stdin)))
  const { segmentation, embedding, settings, speakers, threads } = request
  const require = createRequire(import.meta.url)
  const sherpa = require('sherpa-onnx-node') as Sherpa
  const addon = require('sherpa-onnx-node/addon.js') as Addon
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model: embedding, numThreads: threads })
  const diarization = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, numThreads: threads },
    embedding: { model: embedding, numThreads: threads },
    clustering: { numClusters: -1, threshold: settings.threshold },
    minDurationOn: settings.minDurationOn,
    minDurationOff: settings.minDurationOff,
  })
  const samples = await readSamples(request)
  if (request.wav === null) embed(extractor, samples)
  say({ progress: 0 })

  async function findTurns(fromPart: number, toPart: number): Promise<NumberedTurn[]> {
    const found = await addon.offlineSpeakerDiarizationProcessAsync(
      diarization.handle,
      samples,
      (done, all) => {
        say({ progress: fromPart + (done / all) * (toPart - fromPart) })
        return 0
      },
    )
    return found.map(({ start, end, speaker }) => ({ speaker, startMs: start * 1000, endMs: end * 1000 }))
  }

  /**
   * Cut to a number at once, sherpa-onnx's clusters are off: scraps of sound that are like nobody's voice count as
   * speakers, and two people become one. So the voices are told apart as they are, and the most alike merged; only when
   * there are fewer than there should be is the number asked for, and some more for the scraps.
   */
  async function findSpeakers(): Promise<NumberedTurn[]> {
    let turns = await findTurns(0, speakers === null ? turnsPart : turnsPart / 2)
    if (speakers === null) return turns
    for (const [i, more] of scraps.entries()) {
      if (countSubstantial(turns) >= speakers) break
      const { threshold } = settings
      diarization.setConfig({ clustering: { numClusters: speakers + more, threshold } })
      const from = turnsPart / 2 + (turnsPart / 2) * (i / scraps.length)
      turns = await findTurns(from, from + turnsPart / 2 / scraps.length)
    }
    return mergeVoices(turns, voicesOf(turns, samples, extractor), speakers)
  }

  const turns = await findSpeakers()
  say({ turns, voices: voicesOf(turns, samples, extractor) })
}

/** All of it, as sherpa-onnx wants it; without a file noise to try the models with. */
async function readSamples({ wav }: DiariserRequest): Promise<Float32Array> {
  if (wav === null)
    return Float32Array.from({ length: checkSeconds * sampleRate }, () => (Math.random() - 0.5) / 10)
  const source = await openSamples(wav)
  try {
    const samples = new Float32Array(Math.round((source.durationMs / 1000) * sampleRate))
    const blockMs = 60_000
    for (let at = 0; at < source.durationMs; at += blockMs) {
      const block = await source.read(at, at + blockMs)
      const from = Math.round((at / 1000) * sampleRate)
      for (let i = 0; i < block.length && from + i < samples.length; i++)
        samples[from + i] = block[i]! / 32768
    }
    return samples
  } finally {
    await source.close()
  }
}

type NumberedTurn = Span & { speaker: number }

function voicesOf(
  turns: NumberedTurn[],
  samples: Float32Array,
  extractor: Extractor,
): Extract<DiariserMessage, { turns: unknown }>['voices'] {
  return [...cleanSpeech(turns)].map(([speaker, spans]) => ({
    speaker,
    cleanMs: Math.round(spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)),
    embedding: meanVoice(spans, samples, extractor),
  }))
}

/** The mean of what the longest stretches sound like, each counted by its length. */
function meanVoice(spans: Span[], samples: Float32Array, extractor: Extractor): number[] | null {
  const lengthOf = ({ startMs, endMs }: Span): number => endMs - startMs
  const stretches = spans
    .flatMap(cut)
    .filter((span) => lengthOf(span) >= voice.stretch.least)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
  let sum: number[] | null = null
  let heard = 0
  for (const span of stretches) {
    if (heard >= voice.atMost) break
    heard += lengthOf(span)
    const from = Math.round((span.startMs / 1000) * sampleRate)
    const to = Math.round((span.endMs / 1000) * sampleRate)
    const one = embed(extractor, samples.subarray(from, to))
    if (!one) continue
    const weighted = unit(one).map((value) => value * lengthOf(span))
    sum = sum ? sum.map((value, i) => value + weighted[i]!) : weighted
  }
  return sum && unit(sum).map((value) => Math.round(value * 1e6) / 1e6)
}

function cut({ startMs, endMs }: Span): Span[] {
  const count = Math.max(1, Math.ceil((endMs - startMs) / voice.stretch.most))
  const length = (endMs - startMs) / count
  return Array.from({ length: count }, (_, i) => ({
    startMs: startMs + i * length,
    endMs: startMs + (i + 1) * length,
  }))
}

function embed(extractor: Extractor, samples: Float32Array): number[] | null {
  const stream = extractor.createStream()
  stream.acceptWaveform({ sampleRate, samples })
  stream.inputFinished()
  return extractor.isReady(stream) ? [...extractor.compute(stream, false)] : null
}

function unit(values: number[]): number[] {
  const length = Math.hypot(...values)
  return length === 0 ? values : values.map((value) => value / length)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
