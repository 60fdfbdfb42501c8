import { binChanged, binDays, type Binned } from '#contract/meetings.ts'
import { publishChange, recordEvent } from '../db/events.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { meetingsById, setMeetingDeleted, visibleMeetings } from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import { currentViewer } from '../viewer.ts'
import { takeOut, type Deletion } from './deletion.ts'
import type { RecordingHooks } from './hooks.ts'
import { endWork } from './intake.ts'
import { recordingNotFound, requireRecording } from './require-recording.ts'
import {
  binnedBefore,
  binnedRows,
  findRecording,
  recordingsOfMeeting,
  updateRecordingRow,
  type RecordingRow,
} from './store.ts'
import type { PublishRecordingChanged } from './publish-change.ts'

const dayMs = 86_400_000

async function needBinned(handle: Handle, id: number): Promise<RecordingRow> {
  const row = await findRecording(handle, id)
  if (!row || row.deleted_at === null) throw recordingNotFound()
  return row
}

/** The bin: keeps deleted recordings for 30 days. */
export function createBin({
  db,
  people,
  hooks,
  deletion: { mayDelete, note, removeForGood },
  publishRecordingChanged,
}: {
  db: Db
  people: PeopleService
  hooks: RecordingHooks
  deletion: Deletion
  publishRecordingChanged: PublishRecordingChanged
}) {
  return {
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
        await updateRecordingRow(trx, id, { deleted_at: now, deleted_by: currentViewer()?.id ?? null })
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
