import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { binChanged, binDays, type Binned } from '#contract/meetings.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange, recordEvent } from '../db/events.ts'
import { scrub, transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { newFolderName, recordingPaths, type Paths } from '../files/paths.ts'
import { renameIfThere } from '../files/rename.ts'
import { meetingsById, removeMeeting, setMeetingDeleted, visibleMeetings } from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import { currentViewer } from '../viewer.ts'
import type { RecordingHooks } from './hooks.ts'
import { endWork } from './intake.ts'
import { recordingNotFound, requireRecording } from './require-recording.ts'
import {
  binnedBefore,
  binnedRows,
  countOfMeeting,
  deleteRecordingRow,
  findRecording,
  recordingsOfMeeting,
  updateRecordingRow,
  type RecordingRow,
} from './store.ts'
import type { PublishRecordingChanged } from './publish-change.ts'

const dayMs = 86_400_000

/** The part of the recordings' service that deletes: first into the bin, and for good after 30 days or when asked to. */
export function createBin({
  db,
  paths,
  people,
  audit,
  hooks,
  publishRecordingChanged,
}: {
  db: Db
  paths: Paths
  people: PeopleService
  audit: AuditService
  hooks: RecordingHooks
  publishRecordingChanged: PublishRecordingChanged
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

  const actor = (): number | null => currentViewer()?.id ?? null

  const note = (trx: Handle, act: `recording.${string}`, id: number): Promise<void> =>
    audit.record(trx, { personId: actor(), act, subjectKind: 'recording', subjectId: id })

  async function needBinned(handle: Handle, id: number): Promise<RecordingRow> {
    const row = await findRecording(handle, id)
    if (!row || row.deleted_at === null) throw recordingNotFound()
    return row
  }

  async function takeOut(trx: Handle, row: RecordingRow): Promise<void> {
    await updateRecordingRow(trx, row.id, { deleted_at: null, deleted_by: null })
    await setMeetingDeleted(trx, row.meeting_id, null)
  }

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
    const files = recordingPaths(paths, row.folder)
    const doomed = join(paths.uploads, `${row.folder}.deleted`)
    const moved = await renameIfThere(files.folder, doomed)
    try {
      await transactDurably(db, async (trx) => {
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
      })
    } catch (error) {
      if (moved) await rename(doomed, files.folder)
      throw error
    }
    await rm(doomed, { recursive: true, force: true })
    await forgetOnDisk()
  }

  /** What was deleted is neither in the database's journal nor in the copies that an upgrade made. */
  async function forgetOnDisk(): Promise<void> {
    await scrub(db)
    await rm(paths.copies, { recursive: true, force: true })
  }

  return {
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
      const files = recordingPaths(paths, row.folder)
      const doomed = join(paths.uploads, `${row.folder}.deleted`)
      const moved = await renameIfThere(files.folder, doomed)
      try {
        await transactDurably(db, async (trx) => {
          await mayDelete(trx, id)
          await updateRecordingRow(trx, id, {
            ...{ audio_file: null, audio_format: null, audio_bytes: null },
            // Of another name: what a crash leaves of the old one belongs to nobody and is swept.
            folder: newFolderName(),
            sound_gone_at: new Date().toISOString(),
          })
          await recordEvent(trx, 'recording', id)
          await note(trx, 'recording.soundDeleted', id)
        })
      } catch (error) {
        if (moved) await rename(doomed, files.folder)
        throw error
      }
      await rm(doomed, { recursive: true, force: true })
    },

    /**
     * Into the bin: the work on it ends, and pages, search and Clara know it no longer.
     * @throws AppError not_found, in_progress, legal_hold
     */
    async remove(id: number): Promise<void> {
      await requireRecording(db.read, id)
      await mayDelete(db.read, id)
      await endWork(db, hooks, id, 5000)
      await transactDurably(db, async (trx) => {
        const row = await requireRecording(trx, id)
        await mayDelete(trx, id)
        for (const hook of hooks.binned) await hook(trx, id)
        const now = new Date().toISOString()
        await updateRecordingRow(trx, id, { deleted_at: now, deleted_by: actor() })
        if ((await recordingsOfMeeting(trx, row.meeting_id)).length === 0)
          await setMeetingDeleted(trx, row.meeting_id, now)
        await publishChange(trx, binChanged)
        await recordEvent(trx, 'recording_deleted', id)
        await note(trx, 'recording.deleted', id)
      })
    },

    /** @throws AppError not_found */
    restore: (id: number): Promise<void> =>
      transactDurably(db, async (trx) => {
        const row = await needBinned(trx, id)
        await takeOut(trx, row)
        await publishRecordingChanged(trx, id)
        await publishChange(trx, binChanged)
        await note(trx, 'recording.restored', id)
      }),

    /** Of a recording in the bin; null: it is not there. */
    async binnedMeeting(handle: Handle, id: number): Promise<number | null> {
      const row = await findRecording(handle, id)
      return row && row.deleted_at !== null ? row.meeting_id : null
    },

    /** Those of whoever asks, the last deleted first. */
    async bin(): Promise<Binned[]> {
      const viewer = currentViewer()
      const rows = await binnedRows(db.read, visibleMeetings(db.read, viewer, { bin: true }))
      const meetings = await meetingsById(
        db.read,
        rows.map((row) => row.meeting_id),
      )
      const names = await people.namesOf(
        db.read,
        rows.flatMap(({ deleted_by }) => deleted_by ?? []),
      )
      const mine = (row: RecordingRow): boolean =>
        viewer === null || viewer.administrator || meetings.get(row.meeting_id)?.ownerId === viewer.id
      return rows.filter(mine).map((row) => ({
        id: row.id,
        title: meetings.get(row.meeting_id)?.title ?? '',
        meetingDate: meetings.get(row.meeting_id)?.heldAt ?? row.created_at,
        durationSeconds: row.duration_ms / 1000,
        deletedAt: row.deleted_at!,
        deletedBy: row.deleted_by === null ? null : (names.get(row.deleted_by) ?? null),
        goneAt: new Date(Date.parse(row.deleted_at!) + binDays * dayMs).toISOString(),
      }))
    },

    /** Deletes for good what has been in the bin for 30 days. @returns how many */
    async emptyOldBin(now = Date.now()): Promise<number> {
      const ids = await binnedBefore(db.read, new Date(now - binDays * dayMs).toISOString())
      let count = 0
      for (const id of ids)
        try {
          await removeForGood(id)
          count += 1
        } catch (error) {
          // It stays in the bin; the others go all the same.
          if (!(error instanceof AppError && error.code === 'legal_hold')) throw error
        }
      return count
    },
  }
}
