import type { Handle } from '../../db/open.ts'
import { nextVersion, type SegmentRow, type StoredSegment, type TranscriptRow } from '../store.ts'
import { slicesOf } from './slices.ts'

/** Complete ones, newest first. */
export function versionsOf(handle: Handle, recordingId: number): Promise<TranscriptRow[]> {
  return handle('transcript')
    .where({ recording_id: recordingId, state: 'complete' })
    .orderBy('version', 'desc')
}

export async function findVersion(
  handle: Handle,
  recordingId: number,
  version: number,
): Promise<TranscriptRow | null> {
  const row: TranscriptRow | undefined = await handle('transcript')
    .where({ recording_id: recordingId, version, state: 'complete' })
    .first()
  return row ?? null
}

/** A version that a person makes; complete from the start. */
export async function insertVersion(
  handle: Handle,
  recordingId: number,
  made: Pick<TranscriptRow, 'origin' | 'person_id' | 'based_on' | 'edited' | 'words'> & {
    /** Whose model, language and bundled mark it bears on. */
    from: TranscriptRow | null
    change?: string
  },
): Promise<TranscriptRow> {
  const { from, ...columns } = made
  const now = new Date().toISOString()
  const row: Omit<TranscriptRow, 'id'> = {
    ...columns,
    recording_id: recordingId,
    version: await nextVersion(handle, recordingId),
    model_id: from?.model_id ?? null,
    model_name: from?.model_name ?? null,
    model_sha256: from?.model_sha256 ?? null,
    language: from?.language ?? null,
    bundled: from?.bundled ?? 0,
    candidate: 0,
    change: made.change ?? null,
    planned_ms: null,
    state: 'complete',
    created_at: now,
    completed_at: now,
  }
  const [id] = await handle('transcript').insert(row)
  return { ...row, id: id! }
}

export async function insertSegments(
  handle: Handle,
  transcriptId: number,
  parts: (SegmentRow | StoredSegment)[],
): Promise<void> {
  await insertSlices(handle, transcriptId, slicesOf(parts))
}

/** As JSON: hundreds of thousands of bound values would keep the event loop to themselves. @param slices of `slicesOf` */
export async function insertSlices(
  handle: Handle,
  transcriptId: number,
  slices: readonly string[],
): Promise<void> {
  for (const rows of slices)
    await handle.raw(
      `INSERT INTO segment (transcript_id, start_ms, end_ms, speaker, overlap, text, words)
       SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) ORDER BY key`,
      [transcriptId, rows],
    )
}

/** Of a version that is still being made. */
export async function replaceSegments(
  handle: Handle,
  transcriptId: number,
  parts: (SegmentRow | StoredSegment)[],
): Promise<void> {
  await handle('segment').where({ transcript_id: transcriptId }).delete()
  await insertSegments(handle, transcriptId, parts)
}

/** Who wrote a run's words, when it was not the model that it began with. */
export async function nameModel(
  handle: Handle,
  transcriptId: number,
  model: { name: string; bundled: boolean },
): Promise<void> {
  await handle('transcript')
    .where({ id: transcriptId })
    .update({ model_name: model.name, bundled: model.bundled ? 1 : 0 })
}

/** All segments of a version, into a new one. */
export async function copySegments(handle: Handle, from: number, to: number): Promise<void> {
  await handle.raw(
    `INSERT INTO segment (transcript_id, start_ms, end_ms, speaker, overlap, text, words)
     SELECT ?, start_ms, end_ms, speaker, overlap, text, words FROM segment WHERE transcript_id = ? ORDER BY start_ms, id`,
    [to, from],
  )
}

/** Of all runs of a recording at most one waits to be chosen; null: none does any longer. */
export async function setCandidate(
  handle: Handle,
  recordingId: number,
  transcriptId: number | null,
): Promise<void> {
  await handle('transcript').where({ recording_id: recordingId, candidate: 1 }).update({ candidate: 0 })
  if (transcriptId !== null) await handle('transcript').where({ id: transcriptId }).update({ candidate: 1 })
}

export async function findCandidate(handle: Handle, recordingId: number): Promise<TranscriptRow | null> {
  const row: TranscriptRow | undefined = await handle('transcript')
    .where({ recording_id: recordingId, candidate: 1 })
    .first()
  return row ?? null
}
