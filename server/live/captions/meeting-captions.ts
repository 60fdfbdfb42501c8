import type { HeardWord } from '../../speech/agreement.ts'
import type { EngineSegment } from '../../speech/engine.ts'
import { withoutLoops } from '../../speech/loops.ts'
import { windowMs, type VoiceDetector } from '../../speech/voice.ts'
import type { LiveSound } from '../capture/decoded-sound.ts'
import { createMeetingUtterances, tailMs, type Heard } from './meeting-utterances.ts'

/** Sound that is to be heard by the engine. */
export type Pass = {
  samples: Int16Array
  /** Takes what the engine made of it. */
  heard(segments: EngineSegment[]): Words
  /** The engine failed on it: it comes again, but not for ever. */
  failed(): void
}
export type Words = { committed: HeardWord[]; uncertain: HeardWord[] }

/** A meeting's words as they come: which sound is next, and what is committed. One pass at a time. */
export type MeetingWords = {
  /** Looks for voices in what has come; gives way to other things all the time. */
  listen(): Promise<void>
  /** No more comes. */
  finish(): void
  isReady(): boolean
  /** Something that has ended waits: a pass over it is the last one, and what is shown meanwhile can wait. */
  isUrgent(): boolean
  /** The next sound to be heard; null: nothing is worth it. */
  next(): Promise<Pass | { last: Words } | null>
  /** What has come and was not heard yet, in milliseconds. */
  behindMs(): number
  /** Nobody speaks, nothing waits, and no pass is under way. */
  isQuiet(): boolean
  /** Leaves out what waits, up to what is spoken just now. @returns what that is */
  skipAhead(): { startMs: number; endMs: number }
}

/** The end of an utterance was heard already when a pass reached this far beyond its voice. */
const heardTailMs = 150
/** New sound that is worth a pass. */
export const stepMs = 350
/** Further behind than this, utterances that have ended are heard several at once. */
const hurryMs = 3000
/** So much of the newest sound is heard after what was left out. */
const keptMs = 5000

const mostFailures = 3
/** The second pass over what was cut off hears so much less: words that were spoken come again, a guess of the rest may not. */
const cutShorterMs = 150

/** What is heard again before the place where words go on: the engine needs a beginning. */
const leadMs = 1500

/**
 * @param fromMs where words go on after a start of the appliance: those before it have been told and kept
 * @param turn resolves when some milliseconds of work may be done: one meeting at a time, and requests in between
 * @param worthMs how much new sound of what goes on is worth a pass just now
 */
export function createMeetingWords(
  sound: LiveSound,
  detector: VoiceDetector,
  turn: () => Promise<void>,
  { fromMs = 0, worthMs = () => stepMs }: { fromMs?: number; worthMs?: () => number } = {},
): MeetingWords {
  const utterances = createMeetingUtterances(sound, detector, turn, Math.max(0, fromMs - leadMs))
  const { waiting } = utterances
  let earliestMs = fromMs
  let passing = false

  function behindMs(): number {
    const open = utterances.open()
    const first = waiting[0] ?? (open && isWorth(open) ? open : null)
    return sound.durationMs() - (first ? Math.max(first.heardMs, first.startMs) : utterances.voiceMs())
  }

  /** Whether a pass over one that goes on would hear more than the last one. */
  const isWorth = (one: Heard): boolean =>
    one.voiceMs + heardTailMs > one.heardMs &&
    Math.min(utterances.voiceMs(), one.voiceMs + tailMs) - one.heardMs >= worthMs()

  async function passOver(one: Heard, untilMs: number, last: boolean | 'cut'): Promise<Pass> {
    const { startMs } = one
    const failed = (): void => {
      passing = false
      if (++one.failures >= mostFailures) one.heardMs = untilMs
      else if (last) waiting.unshift(one)
    }
    passing = true
    let samples: Int16Array
    try {
      samples = await sound.read(startMs, untilMs)
    } catch (error) {
      failed()
      throw error
    }
    return {
      samples,
      heard(segments) {
        passing = false
        one.heardMs = untilMs
        one.words = wordsOf(segments, { startMs, untilMs, last }).filter(
          (word) => (word.startMs + word.endMs) / 2 > fromMs,
        )
        const words = told(one.agreement.pass(one.words, last))
        if (last !== 'cut' || words.uncertain.length === 0) return words
        if (one.cutPasses! < 2) waiting.unshift(one)
        return one.cutPasses! < 2 ? words : { ...words, uncertain: [] }
      },
      failed,
    }
  }

  /** One that a joint has cut off: heard to its end, then again a little less of it. */
  function passOverCut(one: Heard): Promise<Pass> {
    const endMs = one.endMs!
    const heardWhole = one.cutPasses! > 0 || one.heardMs >= Math.min(endMs, one.voiceMs + heardTailMs)
    one.cutPasses = heardWhole ? 2 : 1
    return passOver(one, heardWhole ? Math.max(one.startMs + windowMs, endMs - cutShorterMs) : endMs, 'cut')
  }

  /** Times never go back, whatever another pass makes of them. */
  function told(words: Words): Words {
    for (const word of words.committed) {
      word.startMs = Math.max(word.startMs, earliestMs)
      word.endMs = Math.max(word.endMs, word.startMs + 1)
      earliestMs = word.endMs
    }
    return words
  }

  return {
    listen: utterances.listen,
    finish: utterances.finish,
    isReady() {
      const open = utterances.open()
      return waiting.length > 0 || (open !== null && isWorth(open))
    },
    isUrgent: () => waiting.length > 0,
    async next() {
      if (waiting.length > 0) {
        const one = utterances.take(() => behindMs() >= hurryMs)
        if (one.cutPasses !== null) return passOverCut(one)
        if (one.heardMs >= one.voiceMs + heardTailMs)
          return { last: told(one.agreement.pass(one.words, true)) }
        return passOver(one, one.endMs!, true)
      }
      const open = utterances.open()
      if (!open || !isWorth(open)) return null
      return passOver(open, Math.min(utterances.voiceMs(), open.voiceMs + tailMs), false)
    },
    behindMs,
    isQuiet: () => utterances.open() === null && waiting.length === 0 && !passing,
    skipAhead() {
      const startMs = sound.durationMs() - behindMs()
      const endMs = sound.durationMs() - keptMs
      utterances.skipTo(endMs)
      return { startMs, endMs }
    },
  }
}

/** What the engine made of a stretch of sound, as words of the meeting. */
function wordsOf(
  segments: EngineSegment[],
  { startMs, untilMs, last }: { startMs: number; untilMs: number; last: boolean | 'cut' },
): HeardWord[] {
  // The engine hears a short one with silence after it, and may put a word's end there.
  const timeOf = (seconds: number): number =>
    Math.min(Math.round(startMs + seconds * 1000), Math.round(untilMs))
  return (
    withoutLoops(segments.flatMap((segment) => segment.words))
      // Where more may be said, a decoder goes on with the sentence after the sound's end.
      .filter((word) => last === true || startMs + word.start * 1000 < untilMs)
      .map((word) => ({ text: word.text, startMs: timeOf(word.start), endMs: timeOf(word.end) }))
  )
}
