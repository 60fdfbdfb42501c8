import { mkdir, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Recording } from '#contract/recordings.ts'
import type { Attendee } from '#contract/transcripts.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { newFolderName, recordingPaths, type Paths } from '../files/paths.ts'
import { bytes } from '../files/size.ts'
import { moveIntoPlace, syncFolder } from '../files/write.ts'
import { saveMeetingInfo } from '../meetings/service.ts'
import { checkUpload } from './check.ts'
import { noConsentNotice } from './consent-notice.ts'
import { insertNew, insertNewIn, scheduledOrNew, type NewRecording } from './create.ts'
import type { RecordingHooks } from './hooks.ts'
import type { PublishRecordingChanged } from './publish-change.ts'
import { bytesOfPerson, insertRecording } from './store.ts'

/** Adds recordings: from a file, or empty for the recorder. */
export function createAddRecording({
  db,
  paths,
  hooks,
  quotaBytes,
  get,
  publishRecordingChanged,
}: {
  db: Db
  paths: Paths
  hooks: RecordingHooks
  /** What one person's recordings may take; null: no limit. */
  quotaBytes: number | null
  get: (handle: Handle, id: number) => Promise<Recording>
  publishRecordingChanged: PublishRecordingChanged
}) {
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

  return {
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
  }
}
