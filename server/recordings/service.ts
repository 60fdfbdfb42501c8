import type { z } from 'zod'
import type { Recording, updateRecording } from '#contract/recordings.ts'
import type { AuditService } from '../audit/service.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { Paths } from '../files/paths.ts'
import { changeMeeting } from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import { createAddRecording } from './add-recording.ts'
import { createBin } from './bin.ts'
import { storeConsentNotice, type Said } from './consent-notice.ts'
import { createDeletion } from './deletion.ts'
import type { RecordingHooks } from './hooks.ts'
import { createIntake } from './intake.ts'
import { acceptedTypes } from './media.ts'
import { createMinutesOfRecordings } from './minutes.ts'
import { createChangePublisher } from './publish-change.ts'
import { createRecordingQueries } from './recording-queries.ts'
import { requireRecording } from './require-recording.ts'
import { updateRecordingRow } from './store.ts'
import { createStriking } from './strike.ts'
import { visibility } from './visibility.ts'
import { processingOptions } from './processing-options.ts'

export type { NewRecording } from './create.ts'
export type { Ended } from './ended.ts'
export type { Capture, CapturePhase, Captured } from './intake.ts'
export {
  addHandlers,
  newHooks,
  type Passage,
  type RecordingHandlers,
  type RecordingHooks,
  type WrittenSummary,
} from './hooks.ts'
export { readClock, type Breaks } from './gaps.ts'
export { checkUpload, isMediaFile, titleFromFileName } from './check.ts'

export { diarisationJobName, transcriptionJobName, type Sound } from './recording-queries.ts'

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

  const queries = createRecordingQueries({ paths, people, hooks })
  const { get } = queries

  const deletion = createDeletion({ db, paths, audit, hooks })
  const { removeForGood, disposeSound, forgetOnDisk } = deletion

  /** @throws AppError not_found, stale_version */
  async function changeIn(
    trx: Handle,
    id: number,
    changes: RecordingChanges,
    personId: number | null = null,
  ): Promise<void> {
    const { duration, sourceType, meetingDate, told, summary, summaryBasedOn, ...texts } = changes
    const row = await requireRecording(trx, id)
    await changeMeeting(trx, row.meeting_id, { ...texts, heldAt: meetingDate })
    if (told) await storeConsentNotice(trx, row, told)
    if (summary !== undefined) {
      const written = { text: summary, basedOn: summaryBasedOn, personId }
      for (const hook of hooks.summaryWritten) await hook(trx, id, written)
    }
    if (sourceType) await updateRecordingRow(trx, id, { source_type: sourceType })
    // What decoding found is exact; a player's idea of it only fills the gap.
    if (duration !== undefined && row.duration_read === 0)
      await updateRecordingRow(trx, id, { duration_ms: Math.round(duration * 1000) })
    await publishMeetingChanged(trx, row.meeting_id)
  }

  return {
    ...queries,

    ...visibility,

    ...createAddRecording({ db, paths, hooks, quotaBytes, get, publishRecordingChanged }),

    /** @throws AppError not_found, invalid_input, stale_version */
    async change(id: number, changes: RecordingChanges, personId: number | null = null): Promise<Recording> {
      await transact(db, (trx) => changeIn(trx, id, changes, personId))
      return get(db.write, id)
    },

    changeIn,

    publishMeetingChanged,

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

    ...processingOptions,

    removeForGood,
    disposeSound,
    forgetOnDisk,

    ...createBin({ db, people, hooks, deletion, publishRecordingChanged }),

    ...createStriking({ db, paths, hooks, publishRecordingChanged, forgetOnDisk }),

    acceptedTypes,
  }
}
