import { rm } from 'node:fs/promises'
import { longestNoteSeconds } from '#contract/notes.ts'
import { AppError } from '../errors.ts'
import type { LiveEngine } from '../processes/live-engine.ts'
import { decodeToWav, openSamples, type Ffmpeg } from '../speech/audio.ts'
import type { EngineEndpoint } from '../speech/gate.ts'
import { quietestMoment } from '../speech/transcribe.ts'
import { whisperEngine } from '../speech/whisper.ts'

/** whisper hears 30 seconds at once. */
const clipMs = 25_000
const cutWithinMs = 5000
/** Quieter than this nobody speaks, and the engine would invent words. */
const silence = 60
const engineWithinMs = 60_000
const lookMs = 100
/** One that was prepared waits so long for the note. */
const preparedMs = 6 * 60_000

export type SpokenNotes = ReturnType<typeof createSpokenNotes>

/** Notes that people speak, turned into text by the engine of live text. */
export function createSpokenNotes({
  engine,
  ffmpeg,
  language,
}: {
  engine: LiveEngine
  ffmpeg: () => Promise<Ffmpeg>
  language: string
}) {
  const stopping = new AbortController()

  async function endpoint(signal: AbortSignal): Promise<EngineEndpoint> {
    const until = Date.now() + engineWithinMs
    for (;;) {
      signal.throwIfAborted()
      const found = engine.endpoint()
      if (found) return found
      const why = await engine.whyNot()
      if (why !== null || Date.now() > until)
        throw new AppError('engine_missing', why ?? 'The speech engine does not answer. Please try again.')
      await new Promise((done) => setTimeout(done, lookMs))
    }
  }

  async function words(wav: string, signal: AbortSignal): Promise<string> {
    const asked = whisperEngine(await endpoint(signal))
    const source = await openSamples(wav)
    const heard: string[] = []
    try {
      for (let from = 0; from < source.durationMs;) {
        const most = from + clipMs
        const isLast = most >= source.durationMs
        const to = isLast ? source.durationMs : await quietestMoment(wav, most - cutWithinMs, most)
        const samples = await source.read(from, to)
        if (isSpeech(samples))
          for (const { text } of await asked.transcribe(samples, { language, short: true, signal }))
            heard.push(text.trim())
        from = Math.max(to, from + 1000)
      }
    } finally {
      await source.close()
    }
    return heard.filter(Boolean).join(' ')
  }

  return {
    /** @returns why it cannot work; null: it can */
    async prepare(): Promise<string | null> {
      const release = engine.hold()
      setTimeout(release, preparedMs).unref()
      return engine.whyNot()
    },

    /** @throws AppError audio_unreadable, invalid_input, engine_missing, engine_crashed */
    async transcribe(sound: string, gone: AbortSignal): Promise<string> {
      const signal = AbortSignal.any([gone, stopping.signal])
      const release = engine.hold()
      const wav = `${sound}.wav`
      try {
        const { durationMs } = await decodeToWav(await ffmpeg(), sound, wav, { signal })
        if (durationMs > (longestNoteSeconds + 5) * 1000)
          throw new AppError('invalid_input', 'A note can be at most five minutes long.')
        return await words(wav, signal)
      } finally {
        release()
        await rm(wav, { force: true })
      }
    },

    stop: (): void => stopping.abort(),
  }
}

function isSpeech(samples: Int16Array): boolean {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, samples.length)) > silence
}
