import { createAgreement, type Agreement, type HeardWord } from '../../speech/agreement.ts'
import { sampleRate } from '../../speech/audio.ts'
import type { EngineSegment } from '../../speech/engine.ts'
import { createUtterances, type Utterance } from '../../speech/utterances.ts'
import { windowMs, windowSamples, type VoiceDetector } from '../../speech/voice.ts'
import type { LiveSound } from '../capture/decoded-sound.ts'

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
/** What a pass hears after the last voice: the word's own end. */
const tailMs = 300
/** New sound that is worth a pass. */
export const stepMs = 350
/** Further behind than this, utterances that have ended are heard several at once. */
const hurryMs = 3000
const togetherMs = 15_000
/** So much of the newest sound is heard after what was left out. */
const keptMs = 5000
const windowsAtOnce = 4
const blockMs = windowMs * 16

type Heard = Utterance & {
  agreement: Agreement
  /** How far the last pass reached, and what it heard. */
  heardMs: number
  words: HeardWord[]
  failures: number
  /** Passes over it since the recording broke off in the middle of it; null: it did not. */
  cutPasses: number | null
}

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
  const utterances = createUtterances()
  let voiceMs = Math.max(0, fromMs - leadMs)
  const waiting: Heard[] = []
  let open: Heard | null = null
  let earliestMs = fromMs
  let passing = false
  let skipToMs = 0
  /** The sound has been cut where this part of the recording begins. */
  let partMs = 0

  /** Where the next part of the recording begins; Infinity: it has not. */
  const nextJoint = (): number => sound.parts().find(({ startMs }) => startMs > partMs)?.startMs ?? Infinity

  const follow = (utterance: Utterance): Heard => {
    // The utterances' own object: its end and its voice are seen here as they change.
    const known = open && open.startMs === utterance.startMs ? open : null
    return Object.assign(
      known ?? {
        agreement: createAgreement(),
        heardMs: utterance.startMs,
        words: [],
        failures: 0,
        cutPasses: null,
      },
      utterance,
    )
  }

  function update(): void {
    for (const ended of utterances.takeEnded()) {
      waiting.push(follow(ended))
      open = null
    }
    const now = utterances.open()
    open = now && follow(now)
  }

  function behindMs(): number {
    const first = waiting[0] ?? (open && isWorth(open) ? open : null)
    return sound.durationMs() - (first ? Math.max(first.heardMs, first.startMs) : voiceMs)
  }

  /** Whether a pass over one that goes on would hear more than the last one. */
  const isWorth = (one: Heard): boolean =>
    one.voiceMs + heardTailMs > one.heardMs &&
    Math.min(voiceMs, one.voiceMs + tailMs) - one.heardMs >= worthMs()

  /** Several that wait become one, as long as nothing of them was shown. */
  function gather(): Heard {
    const first = waiting.shift()!
    if (behindMs() < hurryMs || first.words.length > 0) return first
    for (let after = waiting[0]; after; after = waiting[0]) {
      if (
        after.words.length > 0 ||
        after.endMs! - first.startMs > togetherMs ||
        after.startMs - first.endMs! > 1000 ||
        sound.parts().some(({ startMs }) => startMs >= first.endMs! && startMs <= after.startMs)
      )
        break
      first.endMs = after.endMs
      first.voiceMs = after.voiceMs
      first.cutPasses = after.cutPasses
      waiting.shift()
    }
    return first
  }

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
        one.words = segments
          .flatMap((segment) => segment.words)
          // Where more may be said, a decoder goes on with the sentence after the sound's end.
          .filter((word) => last === true || startMs + word.start * 1000 < untilMs)
          .map((word) => ({
            text: word.text,
            // The engine hears a short one with silence after it, and may put a word's end there.
            startMs: Math.min(Math.round(startMs + word.start * 1000), Math.round(untilMs)),
            endMs: Math.min(Math.round(startMs + word.end * 1000), Math.round(untilMs)),
          }))
          .filter((word) => (word.startMs + word.endMs) / 2 > fromMs)
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
    async listen() {
      const window = new Float32Array(windowSamples)
      for (;;) {
        if (skipToMs > voiceMs) {
          utterances.finish()
          utterances.takeEnded()
          detector.reset()
          open = null
          voiceMs = skipToMs
        }
        const jointMs = nextJoint()
        const untilMs = Math.min(sound.durationMs(), voiceMs + blockMs, jointMs)
        const windows = Math.floor((untilMs - voiceMs) / windowMs)
        if (windows <= 0 && untilMs < jointMs) return
        if (windows <= 0) {
          // What follows is another part; less than a window is left of this one.
          utterances.cut(jointMs)
          detector.reset()
          update()
          const cut = waiting.at(-1)
          if (cut && cut.endMs! > partMs && cut.voiceMs + tailMs >= jointMs) cut.cutPasses = 0
          partMs = jointMs
          voiceMs = Math.max(voiceMs, jointMs)
          continue
        }
        const block = await sound.read(voiceMs, voiceMs + windows * windowMs)
        for (let i = 0; (i + 1) * windowSamples <= block.length; i++) {
          if (i % windowsAtOnce === 0) await turn()
          let energy = 0
          for (let s = 0; s < windowSamples; s++) {
            window[s] = block[i * windowSamples + s]! / 32768
            energy += window[s]! ** 2
          }
          const fromMs = voiceMs
          voiceMs += (windowSamples / sampleRate) * 1000
          utterances.step({ voice: detector.accept(window), fromMs, toMs: voiceMs, loudness: energy })
        }
        update()
        if (block.length < windowSamples) return // it can no longer be read
      }
    },
    finish() {
      utterances.finish()
      update()
    },
    isReady: () => waiting.length > 0 || (open !== null && isWorth(open)),
    isUrgent: () => waiting.length > 0,
    async next() {
      if (waiting.length > 0) {
        const one = gather()
        if (one.cutPasses !== null) return passOverCut(one)
        if (one.heardMs >= one.voiceMs + heardTailMs)
          return { last: told(one.agreement.pass(one.words, true)) }
        return passOver(one, one.endMs!, true)
      }
      if (!open || !isWorth(open)) return null
      return passOver(open, Math.min(voiceMs, open.voiceMs + tailMs), false)
    },
    behindMs,
    isQuiet: () => open === null && waiting.length === 0 && !passing,
    skipAhead() {
      const startMs = sound.durationMs() - behindMs()
      skipToMs = sound.durationMs() - keptMs
      const newer = waiting.filter(({ endMs }) => endMs! > skipToMs)
      waiting.splice(0, waiting.length, ...newer)
      return { startMs, endMs: skipToMs }
    },
  }
}
