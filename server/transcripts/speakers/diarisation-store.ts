import type { Diarisation } from '#contract/transcripts.ts'
import type { Handle } from '../../db/open.ts'
import type { Turn } from '../../speech/diarise.ts'

/** Who spoke when in a recording's sound, as it was found out last. */
export type DiarisationRow = {
  recording_id: number
  decided_by: NonNullable<Diarisation['by']>
  /** Null where channels decided. */
  segmentation_name: string | null
  segmentation_sha256: string | null
  embedding_name: string | null
  embedding_sha256: string | null
  bundled: 0 | 1
  speakers_asked: number | null
  speakers: number
  created_at: string
}

/** A remembered voice that a speaker sounded like when the speakers were told apart. */
export type LikenessRow = {
  recording_id: number
  speaker: string
  known_voice_id: number
  similarity: number
}

export async function findDiarisation(handle: Handle, recordingId: number): Promise<DiarisationRow | null> {
  const row: DiarisationRow | undefined = await handle('diarisation')
    .where({ recording_id: recordingId })
    .first()
  return row ?? null
}

/** What the bundled models found. */
export function bundledDiarised(handle: Handle): Promise<DiarisationRow[]> {
  return handle('diarisation').where({ bundled: 1 }).orderBy('recording_id')
}

/** In order of time. */
export async function turnsOf(handle: Handle, recordingId: number): Promise<Turn[]> {
  const rows: { speaker: string; start_ms: number; end_ms: number }[] = await handle('turn')
    .where({ recording_id: recordingId })
    .orderBy('number')
  return rows.map((row) => ({ speaker: row.speaker, startMs: row.start_ms, endMs: row.end_ms }))
}

export function likenessesOf(handle: Handle, recordingId: number): Promise<LikenessRow[]> {
  return handle('voice_likeness').where({ recording_id: recordingId }).orderBy('speaker')
}

/** Voices are compared no longer. */
export async function dropLikenesses(handle: Handle): Promise<void> {
  await handle('voice_likeness').delete()
}

/** In the place of what was found out before. */
export async function replaceDiarisation(
  handle: Handle,
  row: Omit<DiarisationRow, 'created_at'>,
  turns: Turn[],
  likenesses: Omit<LikenessRow, 'recording_id'>[],
): Promise<void> {
  const { recording_id } = row
  await deleteDiarisation(handle, recording_id)
  await handle('diarisation').insert({ ...row, created_at: new Date().toISOString() })
  const rows = turns.map(({ speaker, startMs, endMs }, number) => ({
    recording_id,
    number,
    speaker,
    start_ms: Math.round(startMs),
    end_ms: Math.round(endMs),
  }))
  if (rows.length > 0) await handle.batchInsert('turn', rows, 200)
  for (const one of likenesses) await handle('voice_likeness').insert({ ...one, recording_id })
}

/** The sound is another one, or goes. */
export async function deleteDiarisation(handle: Handle, recordingId: number): Promise<void> {
  await handle('diarisation').where({ recording_id: recordingId }).delete()
}
