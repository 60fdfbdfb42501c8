import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Segment, transcriptOrigins } from '#contract/transcripts.ts'
import type { Handle } from '../db/open.ts'

export type TranscriptRow = {
  id: number
  recording_id: number
  version: number
  origin: (typeof transcriptOrigins)[number]
  model_id: string | null
  model_name: string | null
  model_sha256: string | null
  language: string | null
  bundled: 0 | 1
  state: 'running' | 'complete'
  created_at: string
  completed_at: string | null
  /** Who edited, attached or restored it; null for a run. */
  person_id: number | null
  /** The version that was edited or restored. */
  based_on: number | null
  /** People have written or changed its words, here or in the version that was restored. */
  edited: 0 | 1
  /** A run that was finished while the current version was an edited one, and waits for a person to choose it. */
  candidate: 0 | 1
  /** What a person did to its speakers, in words. */
  change: string | null
  /** Null while it is being made. */
  words: number | null
  /** A run that follows a recording: its pieces are planned up to here. Null: to the end. */
  planned_ms: number | null
}

export type PieceRow = {
  transcript_id: number
  number: number
  start_ms: number
  end_ms: number
  plan: string
  finished_at: string | null
}

/** Words in milliseconds, as they are stored. */
export type StoredWord = { text: string; startMs: number; endMs: number; confidence: number }
export type StoredSegment = {
  startMs: number
  endMs: number
  text: string
  speaker?: string | null
  /** Somebody else spoke meanwhile. */
  overlap?: boolean
  words: StoredWord[]
}
export type SegmentRow = {
  id: number
  start_ms: number
  end_ms: number
  speaker: string | null
  overlap: 0 | 1
  text: string
  /** As it is stored, see readStoredWords. */
  words: string
}

const storedWords = z.array(z.tuple([z.string(), z.number(), z.number(), z.number()]))

export async function nextVersion(handle: Handle, recordingId: number): Promise<number> {
  const newest: { version?: number | null } | undefined = await handle('transcript')
    .where({ recording_id: recordingId })
    .max({ version: 'version' })
    .first()
  return (newest?.version ?? 0) + 1
}

export async function insertRun(
  handle: Handle,
  run: {
    recordingId: number
    model: { id: string; name: string; sha256: string; bundled: boolean }
    language: string
  },
  pieces: PlannedPiece[],
  /** See TranscriptRow.planned_ms. */
  plannedMs: number | null = null,
): Promise<number> {
  const [id] = await handle('transcript').insert({
    recording_id: run.recordingId,
    version: await nextVersion(handle, run.recordingId),
    origin: 'run',
    model_id: run.model.id,
    model_name: run.model.name,
    model_sha256: run.model.sha256,
    language: run.language,
    bundled: run.model.bundled ? 1 : 0,
    state: 'running',
    created_at: new Date().toISOString(),
    planned_ms: plannedMs,
  })
  await insertPieces(handle, id!, 0, pieces)
  return id!
}

export type PlannedPiece = { startMs: number; endMs: number; plan: string }

/** Pieces as their rows hold them. */
export const planned = (pieces: { startMs: number; endMs: number }[]): PlannedPiece[] =>
  pieces.map((piece) => ({ startMs: piece.startMs, endMs: piece.endMs, plan: JSON.stringify(piece) }))

async function insertPieces(
  handle: Handle,
  transcriptId: number,
  first: number,
  pieces: PlannedPiece[],
): Promise<void> {
  for (const [index, piece] of pieces.entries())
    await handle('piece').insert({
      transcript_id: transcriptId,
      number: first + index,
      start_ms: piece.startMs,
      end_ms: piece.endMs,
      plan: piece.plan,
    })
}

/** More pieces of a run that follows a recording, behind those that it has. @param plannedMs null: these are the last */
export async function planFurther(
  handle: Handle,
  transcriptId: number,
  pieces: PlannedPiece[],
  plannedMs: number | null,
): Promise<void> {
  await insertPieces(handle, transcriptId, (await piecesOf(handle, transcriptId)).length, pieces)
  await handle('transcript').where({ id: transcriptId, state: 'running' }).update({ planned_ms: plannedMs })
}

export async function findRunning(handle: Handle, recordingId: number): Promise<TranscriptRow | null> {
  const row: TranscriptRow | undefined = await handle('transcript')
    .where({ recording_id: recordingId, state: 'running' })
    .orderBy('id', 'desc')
    .first()
  return row ?? null
}

export async function findTranscript(handle: Handle, id: number): Promise<TranscriptRow | null> {
  const row: TranscriptRow | undefined = await handle('transcript').where({ id }).first()
  return row ?? null
}

/** A run that will not be finished; what it had so far goes with it. */
export async function deleteTranscript(handle: Handle, id: number): Promise<void> {
  await handle('transcript').where({ id, state: 'running' }).delete()
}

export function piecesOf(handle: Handle, transcriptId: number): Promise<PieceRow[]> {
  return handle('piece').where({ transcript_id: transcriptId }).orderBy('number')
}

/** Stores a piece's segments and marks it done: the unit that a crash can take back. */
export async function finishPiece(
  handle: Handle,
  transcriptId: number,
  number: number,
  segments: StoredSegment[],
): Promise<void> {
  // A worker that lost its lease and one that took over may both get here; the first one counts.
  const marked = await handle('piece')
    .where({ transcript_id: transcriptId, number })
    .whereNull('finished_at')
    .update({ finished_at: new Date().toISOString() })
  if (marked === 0) return
  for (const segment of segments)
    await handle('segment').insert({
      ...segmentColumns(segment),
      transcript_id: transcriptId,
      piece_number: number,
    })
}

/** A segment as its row holds it. */
export function segmentColumns(segment: StoredSegment): Omit<SegmentRow, 'id'> {
  return {
    start_ms: Math.round(segment.startMs),
    end_ms: Math.round(segment.endMs),
    speaker: segment.speaker ?? null,
    overlap: segment.overlap ? 1 : 0,
    text: segment.text,
    words: JSON.stringify(
      segment.words.map((w) => [
        w.text,
        Math.round(w.startMs),
        Math.round(w.endMs),
        Math.round(w.confidence * 1000) / 1000,
      ]),
    ),
  }
}

export async function completeTranscript(handle: Handle, id: number): Promise<TranscriptRow> {
  // Where nobody speaks no model has written anything.
  if ((await piecesOf(handle, id)).length === 0 && !(await hasSegments(handle, id)))
    await handle('transcript').where({ id }).update({ bundled: 0 })
  await handle('transcript')
    .where({ id })
    .update({
      state: 'complete',
      completed_at: new Date().toISOString(),
      words: await countWords(handle, id),
    })
  const row: TranscriptRow | undefined = await handle('transcript').where({ id }).first()
  if (!row) throw new Error(`Transcript ${id} has gone`)
  return row
}

async function countWords(handle: Handle, transcriptId: number): Promise<number> {
  const rows: { text: string; words: string }[] = await handle('segment')
    .where({ transcript_id: transcriptId })
    .select('text', 'words')
  const countOf = ({ text, words }: { text: string; words: string }): number =>
    storedWords.parse(JSON.parse(words)).length || text.split(/\s+/).filter(Boolean).length
  return rows.reduce((sum, row) => sum + countOf(row), 0)
}

export async function hasSegments(handle: Handle, transcriptId: number): Promise<boolean> {
  return (await handle('segment').where({ transcript_id: transcriptId }).first('id')) !== undefined
}

/** In milliseconds; 0: there are none. */
export async function lastSegmentEnd(handle: Handle, transcriptId: number): Promise<number> {
  const row = (await handle('segment').where({ transcript_id: transcriptId }).max({ end: 'end_ms' }))[0]
  return Number(row?.end ?? 0)
}

/** Rows that are read at once: of an all-day meeting's hundred thousand the event loop would know nothing else for seconds. */
const rowsAtOnce = 2000

/** In order of time. */
export async function segmentRows(handle: Handle, transcriptId: number): Promise<SegmentRow[]> {
  const rows: SegmentRow[] = []
  for (;;) {
    const last = rows.at(-1)
    const page: SegmentRow[] = await handle('segment')
      .select('id', 'start_ms', 'end_ms', 'speaker', 'overlap', 'text', 'words')
      .where({ transcript_id: transcriptId })
      .modify((query) => {
        if (last) void query.whereRaw('(start_ms, id) > (?, ?)', [last.start_ms, last.id])
      })
      .orderBy(['start_ms', 'id'])
      .limit(rowsAtOnce)
    for (const row of page) rows.push(row)
    if (page.length < rowsAtOnce) return rows
    await setImmediate()
  }
}

export async function findSegment(
  handle: Handle,
  transcriptId: number,
  id: number,
): Promise<SegmentRow | null> {
  const row: SegmentRow | undefined = await handle('segment')
    .select('id', 'start_ms', 'end_ms', 'speaker', 'overlap', 'text', 'words')
    .where({ transcript_id: transcriptId, id })
    .first()
  return row ?? null
}

/** Without the times of the words, which are most of a segment. */
export function linesOf(
  handle: Handle,
  transcriptId: number,
): Promise<Pick<SegmentRow, 'start_ms' | 'end_ms' | 'speaker' | 'text'>[]> {
  return handle('segment')
    .select('start_ms', 'end_ms', 'speaker', 'text')
    .where({ transcript_id: transcriptId })
    .orderBy(['start_ms', 'id'])
}

export async function segmentsOf(handle: Handle, transcriptId: number): Promise<Segment[]> {
  const rows = await segmentRows(handle, transcriptId)
  const segments: Segment[] = []
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    segments.push(presentSegment(row))
  }
  return segments
}

function presentSegment(row: SegmentRow): Segment {
  return {
    id: row.id,
    text: row.text,
    speaker: row.speaker,
    timestamp: row.start_ms / 1000,
    start: row.start_ms / 1000,
    end: row.end_ms / 1000,
    words: readStoredWords(row.words).map(({ text, startMs, endMs, confidence }) => ({
      text,
      start: startMs / 1000,
      end: endMs / 1000,
      confidence,
    })),
    overlap: row.overlap === 1,
  }
}

export function readStoredWords(json: string): StoredWord[] {
  // A text without sound has none.
  if (json === '[]') return []
  return storedWords
    .parse(JSON.parse(json))
    .map(([text, startMs, endMs, confidence]) => ({ text, startMs, endMs, confidence }))
}
