import type { Handle, Subquery } from '../db/open.ts'
import type { CapturePhase } from './intake.ts'

export type RecordingRow = {
  id: number
  meeting_id: number
  person_id: number
  source_type: 'upload' | 'import' | 'recorder' | 'sample' | 'uploaded_transcript' | 'transcript'
  folder: string
  audio_file: string | null
  original_name: string | null
  audio_format: string | null
  audio_bytes: number | null
  has_video: 0 | 1
  duration_ms: number
  /** The duration was found by decoding the sound; else it is 0 or what a player reported. */
  duration_read: 0 | 1
  transcript_id: number | null
  transcript_bundled: 0 | 1
  /** Null while there is no transcript. */
  transcript_words: number | null
  /** People have written or changed its words. */
  transcript_edited: 0 | 1
  /** See intake.ts. */
  capture: CapturePhase | null
  /** Whether speakers are to be told apart, as it was said with the recording; null: as its person's settings say. */
  diarise: 0 | 1 | null
  /** How many people speak, as a person said when it came; null: nobody did. */
  speakers_said: number | null
  /** Whether those present were told that they are recorded; null: nobody said. */
  people_told: 0 | 1 | null
  /** Who said that, and when. */
  told_by: number | null
  told_at: string | null
  /** When the recorder's first sound came; null: it is no recording of the recorder. */
  started_at: string | null
  /** How long it was recorded by the page's clock; null: the page did not say. */
  elapsed_ms: number | null
  captured_ms: number
  /** How far its words are there, not counting what the live pass heard. */
  transcribed_ms: number
  /** JSON of [at, length] in milliseconds. */
  gaps: string
  /** JSON, see ended.ts; null: its own page ended it, or it has not ended. */
  ended: string | null
  /** The same, where the person paused. */
  pauses: string
  /** The same, where another device recorded at the same time. */
  takes: string
  /** JSON, see consent-notice.ts: each statement that those present were told or not. */
  told: string
  /** JSON of milliseconds: where its parts join. */
  joints: string
  /** The current version of its minutes, and their Markdown. */
  minutes_id: number | null
  summary: string | null
  /** The template that a person chose last. */
  minutes_template: string | null
  /** Whether minutes are to be made after transcription, as it was said with the recording; null: as its person's settings say. */
  auto_minutes: 0 | 1 | null
  created_at: string
  /** When it went into the bin; null: it is not there. */
  deleted_at: string | null
  deleted_by: number | null
  /** When a retention rule disposed of its sound. */
  sound_gone_at: string | null
}

export async function insertRecording(
  handle: Handle,
  row: Omit<
    RecordingRow,
    | 'id'
    | 'created_at'
    | 'duration_ms'
    | 'duration_read'
    | 'has_video'
    | 'transcript_id'
    | 'transcript_bundled'
    | 'transcript_words'
    | 'transcript_edited'
    | 'capture'
    | 'diarise'
    | 'speakers_said'
    | 'started_at'
    | 'elapsed_ms'
    | 'captured_ms'
    | 'transcribed_ms'
    | 'gaps'
    | 'pauses'
    | 'takes'
    | 'joints'
    | 'ended'
    | 'minutes_id'
    | 'summary'
    | 'minutes_template'
    | 'auto_minutes'
    | 'deleted_at'
    | 'deleted_by'
    | 'sound_gone_at'
  > &
    Partial<Pick<RecordingRow, 'started_at'>>,
): Promise<number> {
  const [id] = await handle('recording').insert({ ...row, created_at: new Date().toISOString() })
  return id!
}

export async function findRecording(handle: Handle, id: number): Promise<RecordingRow | null> {
  const row: RecordingRow | undefined = await handle('recording').where({ id }).first()
  return row ?? null
}

/** The rows, read again where a run ended between the looks at the row and at its job: else it is neither there nor under way. */
export async function readMissed(
  handle: Handle,
  rows: RecordingRow[],
  ended: (recordingId: number) => boolean,
): Promise<RecordingRow[]> {
  const missed = (row: RecordingRow): boolean => row.transcript_id === null && ended(row.id)
  return Promise.all(
    rows.map(async (row) => (missed(row) ? ((await findRecording(handle, row.id)) ?? row) : row)),
  )
}

export async function hasFolder(handle: Handle, folder: string): Promise<boolean> {
  return (await handle('recording').where({ folder }).first('id')) !== undefined
}

export async function updateRecordingRow(
  handle: Handle,
  id: number,
  changes: Partial<RecordingRow>,
): Promise<void> {
  await handle('recording').where({ id }).update(changes)
}

export async function deleteRecordingRow(handle: Handle, id: number): Promise<void> {
  await handle('recording').where({ id }).delete()
}

/** Also those in the bin. */
export async function countOfMeeting(handle: Handle, meetingId: number): Promise<number> {
  const row = await handle('recording').where({ meeting_id: meetingId }).count({ n: 'id' }).first()
  return Number(row?.n ?? 0)
}

export function recordingsOfMeeting(handle: Handle, meetingId: number): Promise<number[]> {
  return handle('recording').where({ meeting_id: meetingId, deleted_at: null }).pluck('id')
}

export function visibleRecordings(handle: Handle, meetings: Subquery, { bin }: { bin: boolean }): Subquery {
  const query = handle('recording').select('recording.id').whereIn('meeting_id', meetings)
  return bin ? query : query.whereNull('deleted_at')
}

export function binnedAmong(handle: Handle, ids: number[]): Promise<number[]> {
  return handle('recording').whereNotNull('deleted_at').whereIn('id', ids).pluck('id')
}

export function hiddenRecordings(handle: Handle, meetings: Subquery): Promise<number[]> {
  return handle('recording')
    .whereNotNull('deleted_at')
    .orWhereNotIn('meeting_id', meetings)
    .orderBy('id')
    .pluck('id')
}

export function binnedRows(handle: Handle, meetings: Subquery): Promise<RecordingRow[]> {
  return handle('recording')
    .whereNotNull('deleted_at')
    .whereIn('meeting_id', meetings)
    .orderBy('deleted_at', 'desc')
}

export function binnedBefore(handle: Handle, moment: string): Promise<number[]> {
  return handle('recording').where('deleted_at', '<', moment).orderBy('id').pluck('id')
}

/** Recordings whose current transcript the bundled model wrote, and nobody has changed since. */
export function bundledTranscribed(handle: Handle): Promise<number[]> {
  return handle('recording')
    .where({ transcript_bundled: 1, transcript_edited: 0, deleted_at: null })
    .whereNotNull('audio_file')
    .pluck('id')
}

export function inPhase(handle: Handle, phase: CapturePhase): Promise<number[]> {
  return handle('recording').where({ capture: phase, deleted_at: null }).pluck('id')
}

/** What the recorder made before `moment` and then never sent anything for. */
export function neverBegun(handle: Handle, moment: string): Promise<number[]> {
  return handle('recording')
    .where({ source_type: 'recorder' })
    .whereNull('capture')
    .whereNull('audio_file')
    .whereNull('transcript_id')
    .andWhere('created_at', '<', moment)
    .pluck('id')
}

export function recordingIds(
  handle: Handle,
  { transcribed = false, summarised = false } = {},
): Promise<number[]> {
  const query = handle('recording').where({ deleted_at: null }).orderBy('id')
  if (transcribed) void query.whereNotNull('transcript_id')
  if (summarised) void query.whereNotNull('summary')
  return query.pluck('id')
}

export function recordingsOfMeetings(
  handle: Handle,
  meetingIds: readonly number[],
): Promise<{ id: number; meeting_id: number }[]> {
  return handle('recording').whereIn('meeting_id', meetingIds).orderBy('id').select('id', 'meeting_id')
}

/** Bytes of the sound that a person has recorded or uploaded, the bin included. */
export async function bytesOfPerson(handle: Handle, personId: number): Promise<number> {
  const row = (await handle('recording').where({ person_id: personId }).sum({ bytes: 'audio_bytes' }))[0] as
    | { bytes: number | null }
    | undefined
  return row?.bytes ?? 0
}
