import type { CaptureFacts, CaptureNow, Gap } from '#contract/capture.ts'
import type { JobView } from '#contract/jobs.ts'
import type { Recording } from '#contract/recordings.ts'
import type { Meeting } from '../meetings/service.ts'
import { presentOpenEnd } from './ended.ts'
import { allGaps, readGaps, type StoredGap } from './gaps.ts'
import type { RecordingRow } from './store.ts'
import { presentStatements } from './consent-notice.ts'

/** What is known of a recording beside its row. */
type Known = {
  job: JobView | null
  diarisation: JobView | null
  /** Of people who have not been removed. */
  names: ReadonlyMap<number, string>
  now: CaptureNow | null
  /** Its words so far are live ones of the bundled model. */
  liveBundled: boolean
}

/** Row → API shape. Where a recording stands follows from its newest transcription job and its transcript alone. */
export function presentRecording(
  row: RecordingRow,
  meeting: Meeting,
  { job, diarisation, names, now, liveBundled }: Known,
): Recording {
  const status = statusOf(row, job)
  const working = ['none', 'recording', 'waiting', 'transcribing'].includes(status)
  return {
    id: row.id,
    meetingId: row.meeting_id,
    title: meeting.title,
    description: meeting.description,
    summary: row.summary,
    duration: row.duration_ms / 1000,
    createdAt: row.created_at,
    meetingDate: meeting.heldAt,
    audioFileName: row.original_name,
    audioFormat: row.audio_format,
    audioBytes: row.audio_bytes,
    hasVideo: row.has_video === 1,
    soundGoneAt: row.sound_gone_at,
    sourceType: row.source_type,
    transcriptionComplete: !working,
    transcriptionSuccess: row.transcript_id !== null,
    userId: row.person_id,
    status,
    failureReason: status === 'failed' ? (job?.errorMessage ?? null) : null,
    failureCode: status === 'failed' ? (job?.errorCode ?? null) : null,
    bundled: row.transcript_bundled === 1 || liveBundled,
    wordCount: row.transcript_words,
    edited: row.transcript_edited === 1,
    capture: presentCapture(row, names, now),
    job: job && job.state !== 'done' ? job : null,
    diarisationJob: diarisation && diarisation.state !== 'done' ? diarisation : null,
  }
}

function presentCapture(
  row: RecordingRow,
  names: ReadonlyMap<number, string>,
  now: CaptureNow | null,
): CaptureFacts | null {
  if (row.started_at === null) return null
  return {
    startedAt: row.started_at,
    startedBy: names.get(row.person_id) ?? null,
    peopleTold: row.people_told === null ? null : row.people_told === 1,
    toldBy: row.told_by === null ? null : (names.get(row.told_by) ?? null),
    toldAt: row.told_at,
    statements: presentStatements(row, names),
    elapsed: row.elapsed_ms === null ? null : row.elapsed_ms / 1000,
    captured: row.captured_ms / 1000,
    transcribed: row.transcribed_ms / 1000,
    gaps: allGaps({
      between: readGaps(row.gaps),
      takes: readGaps(row.takes),
      capturedMs: row.captured_ms,
      // Until the sound has been read nobody knows what the end misses.
      elapsedMs: row.capture === 'open' || row.duration_ms === 0 ? null : row.elapsed_ms,
    }).map(presentGap),
    pauses: readGaps(row.pauses).map(presentGap),
    takes: readGaps(row.takes).map(presentGap),
    now: row.capture === 'open' ? now : null,
    openEnd: presentOpenEnd(row, names),
  }
}

const presentGap = ({ atMs, lengthMs }: StoredGap): Gap => ({ at: atMs / 1000, length: lengthMs / 1000 })

/** list-store.ts says the same in SQL, for the filter. */
function statusOf(row: RecordingRow, job: JobView | null): Recording['status'] {
  if (row.capture === 'open') return 'recording'
  if (job?.state === 'queued') return 'waiting'
  if (job?.state === 'running') return 'transcribing'
  // A later run that failed or was cancelled takes nothing away from the transcript that is there.
  if (row.transcript_id !== null) return 'done'
  if (job?.state === 'failed' || job?.state === 'cancelled') return job.state
  return 'none'
}
