import { text } from 'node:stream/consumers'
import { openSamples, sampleRate } from '../speech/audio.ts'
import { diariserRequest, type DiariserMessage } from '../speech/diarise.ts'
import { joinWindows } from '../speech/join-voices.ts'
import { countSubstantial, mergeVoices, type Found } from '../speech/merge-voices.ts'
import type { Span } from '../speech/vad.ts'
import { planWindows } from '../speech/windows.ts'
import { joinLocalVoices, type LocalWindow } from '../speech/local-voices.ts'
import { loadModels } from './diariser-models.ts'

/** Tells speakers apart, as a program of its own; see speech/diarise.ts, which starts it. */

/** When there are fewer speakers than there should be, voices are joined the less readily, so often. */
const stricter = [0.8, 0.6, 0.45]
const checkSeconds = 12

const say = (message: DiariserMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

async function main(): Promise<void> {
  const request = diariserRequest.parse(JSON.parse(await text(process.stdin)))
  const { wav, alone, settings, speakers, atMost, windowMs } = request
  const models = loadModels(request)
  if (wav === null) {
    const noise = Float32Array.from({ length: checkSeconds * sampleRate }, () => (Math.random() - 0.5) / 10)
    models.embed(noise)
    say({ progress: 0 })
    models.localVoices(noise, () => undefined)
    return say({ turns: [], voices: [] })
  }
  const source = await openSamples(wav)
  if (alone) {
    say({ progress: 0 })
    const read = (span: Span) => readSamples(source, span, new Float32Array(samplesIn(span)))
    const embedding = await models.meanVoice(alone, read)
    say({ turns: [], voices: [{ speaker: 0, cleanMs: totalMs(alone), embedding }] })
    return source.close()
  }
  const windows = await planWindows(source.durationMs, windowMs, source.read)
  // One for all windows: what is left of an earlier one goes when the system pleases.
  const room = new Float32Array(Math.max(...windows.map(samplesIn)))
  say({ progress: 0 })

  /** Only a window's sound is in memory at a time, and the likeness of its voices to each other. */
  async function listenAll(): Promise<LocalWindow[][]> {
    const found: LocalWindow[][] = []
    for (const [i, window] of windows.entries()) {
      const samples = await readSamples(source, window, room)
      const report = (part: number): void => say({ progress: (i + part) / windows.length })
      found.push(models.localVoices(samples, report))
    }
    return found
  }

  async function join(heard: readonly LocalWindow[][], threshold: number): Promise<Found> {
    const found: Found[] = []
    for (const [i, window] of windows.entries()) {
      const turns = joinLocalVoices(heard[i]!, { ...settings, threshold })
      const { voices } = await models.voicesOf(turns, await readSamples(source, window, room))
      found.push({ turns: turns.map((turn) => later(turn, window.startMs)), voices })
    }
    const { turns, voices } = joinWindows(found, threshold, atMost ? 0 : (speakers ?? 0))
    return { turns: healed(turns, windows, settings.minDurationOff * 1000), voices }
  }

  /**
   * The voices are told apart as they are, and the most alike merged where there are more than there should be; only when
   * there are fewer are they joined less readily.
   */
  async function findSpeakers(): Promise<Found> {
    const heard = await listenAll()
    let found = await join(heard, settings.threshold)
    if (speakers === null) return found
    if (!atMost)
      for (const part of stricter) {
        if (countSubstantial(found.turns) >= speakers) break
        found = await join(heard, settings.threshold * part)
      }
    return mergeVoices(found, speakers)
  }

  say(await findSpeakers())
  await source.close()
}

const later = <T extends Span>(turn: T, ms: number): T => ({
  ...turn,
  startMs: turn.startMs + ms,
  endMs: turn.endMs + ms,
})

const totalMs = (spans: Span[]): number => spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)

const samplesIn = ({ startMs, endMs }: Span): number => Math.round(((endMs - startMs) / 1000) * sampleRate)

async function readSamples(
  source: Awaited<ReturnType<typeof openSamples>>,
  window: Span,
  room: Float32Array,
): Promise<Float32Array> {
  const { startMs, endMs } = window
  const samples = room.subarray(0, samplesIn(window)).fill(0)
  const blockMs = 60_000
  for (let at = startMs; at < endMs; at += blockMs) {
    const block = await source.read(at, Math.min(endMs, at + blockMs))
    const from = Math.round(((at - startMs) / 1000) * sampleRate)
    for (let i = 0; i < block.length && from + i < samples.length; i++) samples[from + i] = block[i]! / 32768
  }
  return samples
}

/** A turn that a window's end has cut in two is one again. */
function healed(turns: Found['turns'], windows: readonly Span[], gapMs: number): Found['turns'] {
  let whole = turns
  for (const { startMs: cut } of windows.slice(1)) {
    for (const before of whole.filter(({ endMs }) => endMs <= cut && endMs > cut - gapMs)) {
      const after = whole.find(
        ({ speaker, startMs }) =>
          speaker === before.speaker && startMs >= cut && startMs < before.endMs + gapMs,
      )
      if (after)
        whole = whole.flatMap((turn) =>
          turn === before ? [{ ...before, endMs: after.endMs }] : turn === after ? [] : [turn],
        )
    }
  }
  return whole
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
