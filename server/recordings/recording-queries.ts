import { join } from 'node:path'
import type { Recording } from '#contract/recordings.ts'
import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { recordingPaths, type Paths, type RecordingPaths } from '../files/paths.ts'
import { latestJobs } from '../jobs/queue.ts'
import { meetingsById, visibleMeetings } from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import { currentViewer } from '../viewer.ts'
import { peopleNamedIn } from './consent-notice.ts'
import { readJoints } from './gaps.ts'
import type { RecordingHooks } from './hooks.ts'
import { readPage, type ListQuery } from './list.ts'
import { presentRecording } from './present.ts'
import { recordingNotFound, requireRecording } from './require-recording.ts'
import { readMissed, recordingsOfMeeting, recordingsOfMeetings, type RecordingRow } from './store.ts'

/** The name of the job whose state is a recording's state. */
export const transcriptionJobName = 'transcribe'
/** Of the job that shows beside it. */
export const diarisationJobName = 'diarise'

/** A recording's sound as the stages that work on it need it. */
export type Sound = {
  recordingId: number
  original: string
  files: RecordingPaths
  durationMs: number
  /** Where its parts join; milliseconds. */
  joints: number[]
  /** It has been decoded, so the duration and whether there is a picture are known. */
  decoded: boolean
}

/** Recordings as people see them: one, or the list of those that they may see. */
export function createRecordingQueries({
  paths,
  people,
  hooks,
}: {
  paths: Paths
  people: PeopleService
  hooks: RecordingHooks
}) {
  async function present(handle: Handle, rows: RecordingRow[]): Promise<Recording[]> {
    const few = rows.length <= 500
    const meetings = await meetingsById(handle, few ? rows.map((row) => row.meeting_id) : undefined)
    const ids = few ? rows.map((row) => row.id) : undefined
    const jobs = await latestJobs(handle, transcriptionJobName, ids)
    const diarisations = await latestJobs(handle, diarisationJobName, ids)
    const names = await people.namesOf(handle, peopleNamedIn(rows))
    const wordless = rows.filter((row) => row.started_at !== null && row.transcript_id === null)
    const liveBundled = await hooks.liveBundled(
      handle,
      wordless.map((row) => row.id),
    )
    const now = await readMissed(handle, rows, (id) => jobs.get(id)?.state === 'done')
    return now.flatMap((row) => {
      const meeting = meetings.get(row.meeting_id)
      // Deleted between the two looks: the foreign key lets no recording stay without its meeting.
      if (!meeting) return []
      const [job, diarisation] = [jobs.get(row.id) ?? null, diarisations.get(row.id) ?? null]
      const known = {
        job,
        diarisation,
        names,
        now: hooks.captureNow(row.id),
        liveBundled: liveBundled.has(row.id),
      }
      return [presentRecording(row, meeting, known)]
    })
  }

  async function get(handle: Handle, id: number): Promise<Recording> {
    const [recording] = await present(handle, [await requireRecording(handle, id)])
    if (!recording) throw recordingNotFound()
    return recording
  }

  /** @returns the recordings, and where the next page begins (null: there is none) */
  async function page(
    handle: Handle,
    query: ListQuery,
  ): Promise<{ recordings: Recording[]; next: string | null }> {
    const { rows, next } = await readPage(handle, query, {
      jobName: transcriptionJobName,
      meetings: visibleMeetings(handle, currentViewer()),
    })
    const recordings = await present(handle, rows)
    return { recordings: recordings.map((recording) => ({ ...recording, summary: null })), next }
  }

  return {
    get,

    /** Newest first unless asked otherwise; without the summaries, which a list does not show and which can be long. */
    async list(handle: Handle): Promise<Recording[]> {
      return (await page(handle, {})).recordings
    },

    page,

    /** A meeting's recordings, by id. */
    ofMeeting: recordingsOfMeeting,
    ofMeetings: recordingsOfMeetings,

    /** @throws AppError not_found, no_audio */
    async sound(
      handle: Handle,
      id: number,
    ): Promise<Sound & { row: Pick<RecordingRow, 'audio_format'>; title: string }> {
      const row = await requireRecording(handle, id)
      if (!row.audio_file) throw new AppError('no_audio', 'This recording has no audio.')
      const files = recordingPaths(paths, row.folder)
      const meeting = (await meetingsById(handle, [row.meeting_id])).get(row.meeting_id)
      return {
        ...{ recordingId: id, row, files, original: join(files.folder, row.audio_file) },
        ...{ durationMs: row.duration_ms, decoded: row.duration_read === 1 },
        joints: readJoints(row.joints),
        title: meeting?.title ?? '',
      }
    },

    async currentTranscript(handle: Handle, id: number): Promise<number | null> {
      return (await requireRecording(handle, id)).transcript_id
    },
  }
}
