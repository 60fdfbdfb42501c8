import { createAgreement, type Agreement, type HeardWord } from '../../speech/agreement.ts'
import { sampleRate } from '../../speech/audio.ts'
import { createUtterances, type Utterance } from '../../speech/utterances.ts'
import { windowMs, windowSamples, type VoiceDetector } from '../../speech/voice.ts'
import type { LiveSound } from '../capture/decoded-sound.ts'

/** What a pass hears after the last voice: the word's own end. */
export const tailMs = 300
const windowsAtOnce = 4
const blockMs = windowMs * 16

/** An utterance, and what the engine has heard of it. */
export type Heard = Utterance & {
  agreement: Agreement
  /** How far the last pass reached, and what it heard. */
  heardMs: number
  words: HeardWord[]
  failures: number
  /** Passes over it since the recording broke off in the middle of it; null: it did not. */
  cutPasses: number | null
}

/** Several that wait become one while text is late, up to this length, as long as nothing of them was shown. */
const togetherMs = 15_000

/**
 * Who speaks when in a meeting's sound, as it comes: the utterances that wait for the engine, and the one that goes on.
 * @param sinceMs what came before has been heard
 * @param turn resolves when some milliseconds of work may be done
 */
export function createMeetingUtterances(
  sound: LiveSound,
  detector: VoiceDetector,
  turn: () => Promise<void>,
  sinceMs: number,
) {
  const utterances = createUtterances()
  let voiceMs = sinceMs
  const waiting: Heard[] = []
  let open: Heard | null = null
  let skipToMs = 0
  /** The sound has been cut where this part of the recording begins. */
  let partMs = 0

  /** Where the next part of the recording begins; Infinity: it has not. */
  const nextJoint = (): number => sound.parts().find(({ startMs }) => startMs > partMs)?.startMs ?? Infinity

  const follow = (utterance: Utterance): Heard => {
    // The utterances' own object: its end and its voice are seen here as they change.
    const known = open && open.startMs === utterance.startMs ? open : null
    return Object.assign(known ?? unheard(utterance), utterance)
  }

  function update(): void {
    for (const ended of utterances.takeEnded()) {
      waiting.push(follow(ended))
      open = null
    }
    const now = utterances.open()
    open = now && follow(now)
  }

  return {
    /** In their order. */
    waiting,
    /** The one that goes on; null: nobody speaks. */
    open: (): Heard | null => open,
    /** So far voices were looked for. */
    voiceMs: (): number => voiceMs,

    /** Looks for voices in what has come; gives way to other things all the time. */
    async listen(): Promise<void> {
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
          const loudness = fill(window, block, i * windowSamples)
          const fromMs = voiceMs
          voiceMs += (windowSamples / sampleRate) * 1000
          utterances.step({ voice: detector.accept(window), fromMs, toMs: voiceMs, loudness })
        }
        update()
        if (block.length < windowSamples) return // it can no longer be read
      }
    },

    /** No more comes. */
    finish(): void {
      utterances.finish()
      update()
    },

    /** Leaves out what is before. */
    skipTo(ms: number): void {
      skipToMs = ms
      waiting.splice(0, waiting.length, ...waiting.filter(({ endMs }) => endMs! > ms))
    },

    /** Takes the first that waits; where text is late, with those that follow it closely. */
    take(isLate: () => boolean): Heard {
      const first = waiting.shift()!
      if (!isLate() || first.words.length > 0) return first
      for (let after = waiting[0]; after; after = waiting[0]) {
        if (!isJoined(sound, first, after)) break
        first.endMs = after.endMs
        first.voiceMs = after.voiceMs
        first.cutPasses = after.cutPasses
        waiting.shift()
      }
      return first
    },
  }
}

/** Whether two that wait become one: they are close together and short, and nothing lies between them that parts them. */
const isJoined = (sound: LiveSound, first: Heard, after: Heard): boolean =>
  after.words.length === 0 &&
  after.endMs! - first.startMs <= togetherMs &&
  after.startMs - first.endMs! <= 1000 &&
  !sound.parts().some(({ startMs }) => startMs >= first.endMs! && startMs <= after.startMs)

const unheard = ({ startMs }: Utterance): Omit<Heard, keyof Utterance> => ({
  agreement: createAgreement(),
  heardMs: startMs,
  words: [],
  failures: 0,
  cutPasses: null,
})

/** Samples from there on, between -1 and 1. @returns the sum of their squares */
function fill(window: Float32Array, block: Int16Array, from: number): number {
  let energy = 0
  for (let i = 0; i < window.length; i++) {
    window[i] = block[from + i]! / 32768
    energy += window[i]! ** 2
  }
  return energy
}
