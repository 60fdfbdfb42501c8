import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { binChanged } from '#contract/meetings.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange, recordEvent } from '../db/events.ts'
import { scrub, transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { newFolderName, recordingPaths, type Paths } from '../files/paths.ts'
import { renameIfThere } from '../files/rename.ts'
import { removeMeeting, setMeetingDeleted } from '../meetings/service.ts'
import { currentViewer } from '../viewer.ts'
import type { RecordingHooks } from './hooks.ts'
import { endWork } from './intake.ts'
import { recordingNotFound, requireRecording } from './require-recording.ts'
import {
  countOfMeeting,
  deleteRecordingRow,
  findRecording,
  updateRecordingRow,
  type RecordingRow,
} from './store.ts'

/** Out of the bin. */
export async function takeOut(trx: Handle, row: RecordingRow): Promise<void> {
  await updateRecordingRow(trx, row.id, { deleted_at: null, deleted_by: null })
  await setMeetingDeleted(trx, row.meeting_id, null)
}

/** Puts a recording's files aside while `work` deletes its rows: they go when that holds, and are back when it does not. */
async function withoutFiles(paths: Paths, row: RecordingRow, work: () => Promise<void>): Promise<void> {
  const { folder } = recordingPaths(paths, row.folder)
  const doomed = join(paths.uploads, `${row.folder}.deleted`)
  const moved = await renameIfThere(folder, doomed)
  try {
    await work()
  } catch (error) {
    if (moved) await rename(doomed, folder)
    throw error
  }
  await rm(doomed, { recursive: true, force: true })
}

export type Deletion = ReturnType<typeof createDeletion>

/** Deletes recordings for good. */
export function createDeletion({
  db,
  paths,
  audit,
  hooks,
}: {
  db: Db
  paths: Paths
  audit: AuditService
  hooks: RecordingHooks
}) {
  /** @throws AppError in_progress, legal_hold */
  async function mayDelete(handle: Handle, id: number, { binned = false } = {}): Promise<void> {
    for (const refuse of hooks.refuseDelete) {
      const reason = await refuse(handle, id)
      // Nobody can record into what is in the bin: only what must be kept is still refused.
      const passing = typeof reason === 'string' || reason?.code === 'in_progress'
      if (reason !== null && !(binned && passing))
        throw reason instanceof AppError ? reason : new AppError('in_progress', reason)
    }
  }

  /** Who did it is whoever asks. */
  const note = (trx: Handle, act: `recording.${string}`, id: number): Promise<void> =>
    audit.record(trx, { personId: currentViewer()?.id ?? null, act, subjectKind: 'recording', subjectId: id })

  /**
   * Ends the work on it, then deletes rows and files.
   * @throws AppError not_found, in_progress, legal_hold
   */
  async function removeForGood(id: number): Promise<void> {
    const row = await findRecording(db.read, id)
    if (!row) throw recordingNotFound()
    const binned = row.deleted_at !== null
    if (!binned) {
      await mayDelete(db.read, id)
      // If it does not answer in time its next write finds no row and ends there.
      await endWork(db, hooks, id, 5000)
      await mayDelete(db.read, id) // as long as its files are where they are looked for
    }
    await withoutFiles(paths, row, () =>
      transactDurably(db, async (trx) => {
        // Whoever is asked looks it up, and what is in the bin is not found.
        if (binned) await takeOut(trx, row)
        await mayDelete(trx, id, { binned })
        for (const hook of hooks.deleting) await hook(trx, id)
        await deleteRecordingRow(trx, id)
        if ((await countOfMeeting(trx, row.meeting_id)) === 0) {
          for (const hook of hooks.meetingDeleting) await hook(trx, row.meeting_id)
          await removeMeeting(trx, row.meeting_id)
        }
        if (binned) await publishChange(trx, binChanged)
        else await recordEvent(trx, 'recording_deleted', id)
        await note(trx, 'recording.deletedForGood', id)
      }),
    )
    await forgetOnDisk()
  }

  /** What was deleted is neither in the database's journal nor in the copies that an upgrade made. */
  async function forgetOnDisk(): Promise<void> {
    await scrub(db)
    await rm(paths.copies, { recursive: true, force: true })
  }

  return {
    mayDelete,
    note,
    removeForGood,
    forgetOnDisk,

    /**
     * Deletes the sound and every copy of it; the meeting, its words and its minutes stay.
     * @throws AppError not_found, in_progress, legal_hold
     */
    async disposeSound(id: number): Promise<void> {
      const row = await requireRecording(db.read, id)
      if (row.audio_file === null) return
      await mayDelete(db.read, id)
      await endWork(db, hooks, id, 5000)
      await withoutFiles(paths, row, () =>
        transactDurably(db, async (trx) => {
          await mayDelete(trx, id)
          await updateRecordingRow(trx, id, {
            ...{ audio_file: null, audio_format: null, audio_bytes: null },
            // Of another name: what a crash leaves of the old one belongs to nobody and is swept.
            folder: newFolderName(),
            sound_gone_at: new Date().toISOString(),
          })
          await recordEvent(trx, 'recording', id)
          await note(trx, 'recording.soundDeleted', id)
        }),
      )
    },
  }
}
