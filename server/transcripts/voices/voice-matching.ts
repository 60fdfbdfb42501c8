import type { Segment } from '#contract/transcripts.ts'
import type { Handle } from '../../db/open.ts'
import { alikeFrom, likenesses, type Print } from '../../speech/voices.ts'
import { findDiarisation, likenessesOf } from '../speakers/diarisation-store.ts'
import { segmentsOf, type TranscriptRow } from '../store.ts'
import { isVoiceMemoryOn } from './known-voices.ts'
import { voicesInVersion } from './of-version.ts'
import * as store from './store.ts'

/** A remembered voice that a speaker's voice matches. */
export type VoiceMatch = { name: string; voiceId: number; rememberedAt: string; similarity: number }

/**
 * Which remembered voices these voice prints match, by label; none while voices are not remembered. The prints are not kept.
 * @param embeddingSha256 the model's that made them: prints of others are not compared
 */
export async function matchVoices(
  handle: Handle,
  prints: ReadonlyMap<string, Print>,
  embeddingSha256: string,
): Promise<Map<string, { voiceId: number; similarity: number }>> {
  if (!(await isVoiceMemoryOn(handle))) return new Map()
  const known = (await store.knownVoices(handle))
    .filter(({ embedding_sha256 }) => embedding_sha256 === embeddingSha256)
    .map((one) => ({ ...one, print: JSON.parse(one.embedding) as Print }))
  return new Map(
    [...likenesses(prints, known, alikeFrom)].map(([label, { known: one, similarity }]) => [
      label,
      { voiceId: one.id, similarity: Math.round(similarity * 1000) / 1000 },
    ]),
  )
}

/** Which remembered voices a version's speakers match, by label; none while voices are not remembered. */
export async function matches(
  handle: Handle,
  row: TranscriptRow,
  segments?: readonly Segment[],
): Promise<Map<string, VoiceMatch>> {
  if (!(await isVoiceMemoryOn(handle))) return new Map()
  const found = await likenessesOf(handle, row.recording_id)
  if (found.length === 0) return new Map()
  const said = segments ?? (await segmentsOf(handle, row.id))
  const voices = await voicesInVersion(handle, row.recording_id, said)
  const heardBy = (await findDiarisation(handle, row.recording_id))?.embedding_sha256
  const comparable = (await store.knownVoices(handle)).filter((one) => one.embedding_sha256 === heardBy)
  const known = new Map(comparable.map((one) => [one.id, one]))
  return new Map(
    found.flatMap(({ speaker, known_voice_id: voiceId, similarity }) => {
      const one = known.get(voiceId)
      // A label that a person has split since is no longer that voice.
      if (!one || !voices.some(({ label }) => label === speaker)) return []
      return [[speaker, { name: one.name, voiceId, rememberedAt: one.remembered_at, similarity }] as const]
    }),
  )
}
