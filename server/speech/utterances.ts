import { voiceLeadMs } from './voice.ts'

/** What somebody says without a pause. Times in milliseconds from the start of the recording. */
export type Utterance = {
  startMs: number
  /** null while it goes on. */
  endMs: number | null
  /** Where a voice was last heard. */
  voiceMs: number
}

/**
 * A pause this long ends an utterance, and a shorter one as soon as it has become long: each pass hears all of it again.
 */
const pauses = [
  { fromMs: 10_000, pauseMs: 200 },
  { fromMs: 6000, pauseMs: 350 },
  { fromMs: 0, pauseMs: 600 },
]
/** The last word is heard a little past the voice's end. */
const tailMs = 300
const longestMs = 15_000
/** One that has no pause is cut at the quietest moment of its last part. */
const cutSearchMs = 5000
/** Less is a click or a cough. */
const leastVoiceMs = 60

/** Cuts what a voice detector says into utterances, as it comes. */
export type Utterances = {
  /** @param loudness of the window, to find the quietest moment */
  step(window: { voice: boolean; fromMs: number; toMs: number; loudness: number }): void
  /** The one that goes on; null: nobody speaks. */
  open(): Utterance | null
  /** Those that have ended since this was asked last. */
  takeEnded(): Utterance[]
  /** No more comes. */
  finish(): void
  /** Another part of the recording begins here: what goes on has ended, and nothing begins before. */
  cut(atMs: number): void
}

/** Of one recording, from its start; windows come in order and without gaps. */
export function createUtterances(): Utterances {
  let open: Utterance | null = null
  let voicedMs = 0
  let lastEndMs = 0
  let ended: Utterance[] = []
  let levels: { atMs: number; loudness: number }[] = []

  function close(endMs: number): void {
    if (!open) return
    if (voicedMs >= leastVoiceMs && endMs > open.startMs) {
      open.endMs = endMs
      ended.push(open)
      lastEndMs = endMs
    }
    open = null
    levels = []
    voicedMs = 0
  }

  function begin(startMs: number, voiceMs: number): void {
    open = { startMs: Math.max(startMs, lastEndMs, 0), endMs: null, voiceMs }
  }

  /** Three windows together, since one alone is quiet within many a word. */
  function quietest(afterMs: number): number {
    let best = levels.at(-1)!.atMs
    let least = Infinity
    for (let i = 1; i + 1 < levels.length; i++) {
      const sum = levels[i - 1]!.loudness + levels[i]!.loudness + levels[i + 1]!.loudness
      if (levels[i]!.atMs < afterMs || sum >= least) continue
      least = sum
      best = levels[i]!.atMs
    }
    return best
  }

  return {
    step({ voice, fromMs, toMs, loudness }) {
      if (voice) {
        if (!open) begin(fromMs - voiceLeadMs, toMs)
        open!.voiceMs = toMs
        voicedMs += toMs - fromMs
      }
      if (!open) return
      levels.push({ atMs: toMs, loudness })
      // Right after finish() one begins a little later than its voice, where the one before ends.
      const lengthMs = Math.max(0, toMs - open.startMs)
      const { pauseMs } = pauses.find(({ fromMs: from }) => lengthMs >= from)!
      if (toMs - open.voiceMs >= pauseMs) close(Math.min(open.voiceMs + tailMs, toMs))
      else if (toMs - open.startMs >= longestMs) {
        const cutMs = quietest(toMs - cutSearchMs)
        const { voiceMs } = open
        close(cutMs)
        begin(cutMs, voiceMs)
        voicedMs = leastVoiceMs
      }
    },
    open: () => open,
    takeEnded() {
      const taken = ended
      ended = []
      return taken
    },
    finish() {
      if (open) close(open.voiceMs + tailMs)
    },
    cut(atMs) {
      if (open) close(Math.min(open.voiceMs + tailMs, atMs))
      lastEndMs = Math.max(lastEndMs, atMs)
    },
  }
}
