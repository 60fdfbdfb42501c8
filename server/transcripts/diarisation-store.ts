import type { Diarisation } from '#contract/transcripts.ts'
import type { Handle } from '../db/open.ts'
import type { Turn } from '../speech/diarise.ts'

/** Who spoke when in a recording's sound, as it was found out last. */
export type DiarisationRow = {
  recording_id: number
  decided_by: NonNullable<Diarisation['by']>
  /** Null where channels decided. */
  segmentation_name: string | null
  segmentation_sha256: string | null
  embedding_name: string | null
  /** What `voice.embedding` belongs to: another model's numbers mean something else. */
  embedding_sha256: string | null
  demo: 0 | 1
  speakers_asked: number | null
  speakers: number
  created_at: string
}

/** A speaker's voice: the mean embedding of what they said while nobody else spoke. */
export type VoiceRow = {
  recording_id: number
  speaker: string
  clean_ms: number
  /** JSON of numbers; null: too little was heard of it alone, or prints are not kept (known voices are off). */
  embedding: string | null
}

export async function findDiarisation(handle: Handle, recordingId: number): Promise<DiarisationRow | null> {
  const row: DiarisationRow | undefined = await handle('diarisation')
    .where({ recording_id: recordingId })
    .first()
  return row ?? null
}

/** What the bundled models found. */
export function demoDiarised(handle: Handle): Promise<DiarisationRow[]> {
  return handle('diarisation').where({ demo: 1 }).orderBy('recording_id')
}

/** In order of time. */
export async function turnsOf(handle: Handle, recordingId: number): Promise<Turn[]> {
  const rows: { speaker: string; start_ms: number; end_ms: number }[] = await handle('turn')
    .where({ recording_id: recordingId })
    .orderBy('number')
  return rows.map((row) => ({ speaker: row.speaker, startMs: row.start_ms, endMs: row.end_ms }))
}

export function voicesOf(handle: Handle, recordingId: number): Promise<VoiceRow[]> {
  return handle('voice').where({ recording_id: recordingId }).orderBy('speaker')
}

/** Prints of voices are kept no longer. */
export async function dropPrints(handle: Handle): Promise<void> {
  await handle('voice').update({ embedding: null })
}

/** In the place of what was found out before. */
export async function replaceDiarisation(
  handle: Handle,
  row: Omit<DiarisationRow, 'created_at'>,
  turns: Turn[],
  voices: Omit<VoiceRow, 'recording_id'>[],
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
  for (const voice of voices) await handle('voice').insert({ ...voice, recording_id })
}

/** The sound is another one, or goes. */
export async function deleteDiarisation(handle: Handle, recordingId: number): Promise<void> {
  await handle('diarisation').where({ recording_id: recordingId }).delete()
}
