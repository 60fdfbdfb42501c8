import type { Handle } from '../../db/open.ts'
import { cleanSpeech } from '../../speech/clean-speech.ts'
import type { Span } from '../../speech/vad.ts'
import { turnsOf } from '../speakers/diarisation-store.ts'

/** A speaker's voice in a recording, as telling the speakers apart has heard it. */
export type SpeakerVoice = {
  label: string
  cleanMs: number
  /** Where nobody else speaks. */
  alone: Span[]
}

type Spoken = { start: number; end: number; speaker: string | null }

/** Of the time in which a voice was heard so much may be somebody else's in the version. */
const strayed = 0.2

/**
 * The voices behind a version's labels. A label that a person has split, or given to somebody else in part, is no longer the
 * voice that was heard under it.
 * @param segments seconds, in order of time
 */
export async function voicesInVersion(
  handle: Handle,
  recordingId: number,
  segments: readonly Spoken[],
): Promise<SpeakerVoice[]> {
  const turns = await turnsOf(handle, recordingId)
  const labels = new Set(segments.map(({ speaker }) => speaker))
  return [...cleanSpeech(turns)]
    .filter(([speaker]) => {
      if (!labels.has(speaker)) return false
      const { all, others } = heardAs(
        segments,
        turns.filter((turn) => turn.speaker === speaker),
        speaker,
      )
      return all > 0 && others / all <= strayed
    })
    .map(([speaker, alone]) => ({
      label: speaker,
      cleanMs: alone.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
      alone,
    }))
}

/** For how long somebody is said to speak while this voice does, and for how long it is not its own label. */
function heardAs(
  segments: readonly Spoken[],
  turns: readonly { startMs: number; endMs: number }[],
  label: string,
): { all: number; others: number } {
  let all = 0
  let others = 0
  let first = 0
  for (const turn of turns) {
    while (first < segments.length && segments[first]!.end * 1000 <= turn.startMs) first++
    for (let i = first; i < segments.length && segments[i]!.start * 1000 < turn.endMs; i++) {
      const { start, end, speaker } = segments[i]!
      const ms = Math.min(end * 1000, turn.endMs) - Math.max(start * 1000, turn.startMs)
      if (ms <= 0) continue
      all += ms
      if (speaker !== label) others += ms
    }
  }
  return { all, others }
}
