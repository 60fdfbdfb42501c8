import type { Handle } from '../../db/open.ts'
import type { Print } from '../../speech/voices.ts'
import { findDiarisation, turnsOf, voicesOf } from '../diarisation-store.ts'

/** A speaker's voice in a recording, as telling the speakers apart has heard it. */
export type SpeakerVoice = { label: string; cleanMs: number; print: Print | null }
export type VoicesInVersion = {
  model: { name: string; sha256: string; demo: boolean } | null
  voices: SpeakerVoice[]
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
): Promise<VoicesInVersion> {
  const diarisation = await findDiarisation(handle, recordingId)
  if (!diarisation?.embedding_sha256) return { model: null, voices: [] }
  const turns = await turnsOf(handle, recordingId)
  const labels = new Set(segments.map(({ speaker }) => speaker))
  const rows = (await voicesOf(handle, recordingId)).filter(({ speaker }) => labels.has(speaker))
  const voices = rows
    .filter(({ speaker }) => {
      const { all, others } = heardAs(
        segments,
        turns.filter((turn) => turn.speaker === speaker),
        speaker,
      )
      return all > 0 && others / all <= strayed
    })
    .map(({ speaker, clean_ms, embedding }) => ({
      label: speaker,
      cleanMs: clean_ms,
      print: embedding === null ? null : (JSON.parse(embedding) as number[]),
    }))
  const { embedding_name: name, embedding_sha256: sha256, demo } = diarisation
  return { model: { name: name ?? '', sha256, demo: demo === 1 }, voices }
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
