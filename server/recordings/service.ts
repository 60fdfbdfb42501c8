import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import type { Attendee } from '#contract/transcripts.ts'
import type { Recording, updateRecording } from '#contract/recordings.ts'
import type { AuditService } from '../audit/service.ts'
import { transact, type Db, type Handle, type Subquery } from '../db/open.ts'
import { recordEvent } from '../db/events.ts'
import { AppError } from '../errors.ts'
import { newFolderName, recordingPaths, type Paths, type RecordingPaths } from '../files/paths.ts'
import { bytes } from '../files/size.ts'
import { moveIntoPlace, syncFolder } from '../files/write.ts'
import { latestJobs } from '../jobs/queue.ts'
import {
  changeMeeting,
  maySee,
  meetingsById,
  onlyFor,
  saveMeetingInfo,
  visibleMeetings,
} from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import { currentViewer } from '../viewer.ts'
import { checkUpload } from './check.ts'
import { insertNew, insertNewIn, scheduledOrNew, type NewRecording } from './create.ts'
import { readPage, type ListQuery } from './list.ts'
import { acceptedTypes } from './media.ts'
import { readJoints } from './gaps.ts'
import type { RecordingHooks } from './hooks.ts'
import { createBin } from './bin.ts'
import { createIntake } from './intake.ts'
import { createMinutesOfRecordings } from './minutes.ts'
import { presentRecording } from './present.ts'
import { recordingNotFound, requireRecording } from './require-recording.ts'
import { createChangePublisher } from './publish-change.ts'
import { createStriking } from './strike.ts'
import { storeConsentNotice, peopleNamedIn, noConsentNotice, type Said } from './consent-notice.ts'
import {
  binnedAmong,
  bytesOfPerson,
  bundledTranscribed,
  readMissed,
  findRecording,
  hasFolder,
  hiddenRecordings,
  insertRecording,
  recordingIds,
  recordingsOfMeeting,
  recordingsOfMeetings,
  updateRecordingRow,
  visibleRecordings,
  type RecordingRow,
} from './store.ts'

export type { NewRecording } from './create.ts'
export type { Ended } from './ended.ts'
export type { Capture, CapturePhase, Captured } from './intake.ts'
export { addHandlers, newHooks, type Passage, type RecordingHandlers, type RecordingHooks } from './hooks.ts'
export { readClock, type Breaks } from './gaps.ts'
export { checkUpload, isMediaFile, titleFromFileName } from './check.ts'

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

export type RecordingChanges = Omit<z.infer<typeof updateRecording.body>, 'peopleTold'> & { told?: Said }

export type RecordingsService = ReturnType<typeof createRecordings>

export function createRecordings({
  db,
  paths,
  people,
  audit,
  hooks,
  quotaBytes = null,
}: {
  db: Db
  paths: Paths
  people: PeopleService
  audit: AuditService
  hooks: RecordingHooks
  /** What one person's recordings may take; null: no limit. */
  quotaBytes?: number | null
}) {
  const { publishRecordingChanged, publishMeetingChanged } = createChangePublisher(hooks)

  const bin = createBin({ db, paths, people, audit, hooks, publishRecordingChanged })

  const filesOf = (row: RecordingRow): RecordingPaths => recordingPaths(paths, row.folder)

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

  /** @throws AppError quota_reached when so many bytes more are more than one person may keep */
  async function requireQuota(personId: number, more: number): Promise<void> {
    if (quotaBytes === null) return
    const used = await bytesOfPerson(db.read, personId)
    if (used + more > quotaBytes)
      throw new AppError(
        'quota_reached',
        `Your recordings take ${bytes(used)} of the ${bytes(quotaBytes)} that each person may keep here, those in the bin included. Delete some and empty the bin, or ask your administrator. Nothing was stored.`,
      )
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

  /** @throws AppError not_found */
  async function changeIn(
    trx: Handle,
    id: number,
    changes: RecordingChanges,
    personId: number | null = null,
  ): Promise<void> {
    const { duration, sourceType, meetingDate, told, summary, ...texts } = changes
    const row = await requireRecording(trx, id)
    await changeMeeting(trx, row.meeting_id, { ...texts, heldAt: meetingDate })
    if (told) await storeConsentNotice(trx, row, told)
    if (summary !== undefined) for (const hook of hooks.summaryWritten) await hook(trx, id, summary, personId)
    if (sourceType) await updateRecordingRow(trx, id, { source_type: sourceType })
    // What decoding found is exact; a player's idea of it only fills the gap.
    if (duration !== undefined && row.duration_read === 0)
      await updateRecordingRow(trx, id, { duration_ms: Math.round(duration * 1000) })
    await publishMeetingChanged(trx, row.meeting_id)
  }

  return {
    get,

    /** Newest first unless asked otherwise; without the summaries, which a list does not show and which can be long. */
    async list(handle: Handle): Promise<Recording[]> {
      return (await page(handle, {})).recordings
    },

    page,

    /**
     * Keeps a file as a new recording: moves it from `path` (on the data volume) to its place, then stores the row and
     * queues the work in one transaction.
     * @throws AppError invalid_input, unsupported_media_type, empty_file; the file is then left where it was
     */
    async keep(file: {
      path: string
      name: string
      mimeType: string
      bytes: number
      title: string
      personId: number
      source: 'upload' | 'import' | 'sample'
      heldAt?: string | null
      attendees?: Attendee[]
      /** One that was scheduled. */
      meetingId?: number | null
      /** What else belongs to it: all of it holds or nothing. */
      also?: (trx: Handle, recordingId: number) => Promise<void>
    }): Promise<Recording> {
      const { title, extension } = checkUpload(file)
      const folder = newFolderName()
      const files = recordingPaths(paths, folder)
      await mkdir(files.cache, { recursive: true, mode: 0o700 })
      const original = files.original(extension)
      await moveIntoPlace(file.path, original)
      await syncFolder(paths.recordings)
      let id: number
      try {
        id = await transact(db, async (trx) => {
          const { heldAt = null, meetingId: known = null, personId: ownerId } = file
          const meetingId = await scheduledOrNew(trx, { meetingId: known, title, heldAt, ownerId })
          if (file.attendees)
            await saveMeetingInfo(trx, meetingId, { attendees: file.attendees, location: null })
          const recordingId = await insertRecording(trx, {
            meeting_id: meetingId,
            person_id: file.personId,
            source_type: file.source,
            folder,
            audio_file: basename(original),
            original_name: basename(file.name).slice(0, 255) || basename(original),
            audio_format: extension,
            audio_bytes: file.bytes,
            ...noConsentNotice,
          })
          for (const hook of hooks.soundArrived) await hook(trx, recordingId)
          await file.also?.(trx, recordingId)
          await publishRecordingChanged(trx, recordingId)
          return recordingId
        })
      } catch (error) {
        await rename(original, file.path)
        await rm(files.folder, { recursive: true, force: true })
        throw error
      }
      return get(db.write, id)
    },

    /**
     * A recording without sound yet, as the recorder makes it before it starts. One that has begun goes on beyond the quota.
     * @throws AppError quota_reached
     */
    async create(input: NewRecording): Promise<Recording> {
      await requireQuota(input.personId, 1)
      return get(db.write, await insertNew(db, input, publishRecordingChanged))
    },

    requireQuota,

    /** The same in a transaction that does more. @returns its id */
    createIn: (trx: Handle, input: NewRecording): Promise<number> =>
      insertNewIn(trx, input, publishRecordingChanged),

    /** @throws AppError not_found, invalid_input */
    async change(id: number, changes: RecordingChanges, personId: number | null = null): Promise<Recording> {
      await transact(db, (trx) => changeIn(trx, id, changes, personId))
      return get(db.write, id)
    },

    changeIn,

    publishMeetingChanged,

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
      const files = filesOf(row)
      const meeting = (await meetingsById(handle, [row.meeting_id])).get(row.meeting_id)
      return {
        ...{ recordingId: id, row, files, original: join(files.folder, row.audio_file) },
        ...{ durationMs: row.duration_ms, decoded: row.duration_read === 1 },
        joints: readJoints(row.joints),
        title: meeting?.title ?? '',
      }
    },

    /** What decoding found out about the sound. */
    async describeSound(
      handle: Handle,
      id: number,
      found: { durationMs: number; hasVideo: boolean },
    ): Promise<void> {
      await updateRecordingRow(handle, id, {
        duration_ms: Math.round(found.durationMs),
        captured_ms: Math.round(found.durationMs),
        duration_read: 1,
        has_video: found.hasVideo ? 1 : 0,
      })
      await recordEvent(handle, 'recording', id)
    },

    async currentTranscript(handle: Handle, id: number): Promise<number | null> {
      return (await requireRecording(handle, id)).transcript_id
    },

    async setTranscript(
      handle: Handle,
      id: number,
      transcript: { id: number; bundled: boolean; words: number; edited: boolean } | null,
    ): Promise<void> {
      await updateRecordingRow(handle, id, {
        transcript_id: transcript?.id ?? null,
        transcript_bundled: transcript?.bundled ? 1 : 0,
        transcript_words: transcript?.words ?? null,
        transcript_edited: transcript?.edited ? 1 : 0,
      })
      await publishRecordingChanged(handle, id)
    },

    ...createMinutesOfRecordings(publishRecordingChanged),

    ...createIntake({ db, paths, hooks }),

    ...bin,

    ...createStriking({ db, paths, hooks, publishRecordingChanged, forgetOnDisk: bin.forgetOnDisk }),

    /** The meeting of a recording that is not in the bin; null: there is none. */
    async meetingOf(handle: Handle, id: number): Promise<number | null> {
      const row = await findRecording(handle, id)
      return row && row.deleted_at === null ? row.meeting_id : null
    },

    /** What its meeting is called; null: whoever asks may not know, or it is in the bin. */
    async titleFor(handle: Handle, id: number): Promise<string | null> {
      const row = await findRecording(handle, id)
      if (!row || row.deleted_at !== null || !(await maySee(handle, row.meeting_id))) return null
      return (await meetingsById(handle, [row.meeting_id])).get(row.meeting_id)?.title ?? null
    },

    /** Whose it is when its meeting is not open to everybody (0: the administrators'); null: it is. */
    async onlyFor(handle: Handle, id: number): Promise<number | null> {
      const row = await findRecording(handle, id)
      return row ? onlyFor(handle, row.meeting_id) : null
    },

    /** Ids of those that whoever asks may see, as part of a query of another slice's own. */
    visible: (handle: Handle, { bin = false } = {}): Subquery =>
      visibleRecordings(handle, visibleMeetings(handle, currentViewer(), { bin }), { bin }),

    /** Which of these are in the bin. */
    inBin: (handle: Handle, ids: number[]): Promise<number[]> => binnedAmong(handle, ids),

    /** Those that they may not see, or that are in the bin. */
    hidden: (handle: Handle): Promise<number[]> =>
      hiddenRecordings(handle, visibleMeetings(handle, currentViewer())),

    /** Whether a recording's files lie in the folder of this name. */
    hasFolder: (handle: Handle, folder: string): Promise<boolean> => hasFolder(handle, folder),

    /** Ids of all of them, and of those that have a transcript. */
    all: (handle: Handle): Promise<number[]> => recordingIds(handle),
    summarised: (handle: Handle): Promise<number[]> => recordingIds(handle, { summarised: true }),
    transcribed: (handle: Handle): Promise<number[]> => recordingIds(handle, { transcribed: true }),

    bundledTranscribed: (handle: Handle): Promise<number[]> => bundledTranscribed(handle),
    acceptedTypes,
  }
}
