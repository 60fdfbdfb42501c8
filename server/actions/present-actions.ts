import type { Action } from '#contract/actions.ts'
import type { Handle } from '../db/open.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { evidenceOf, type ActionRow } from './store.ts'

export type PresentActions = ReturnType<typeof createPresentActions>

/** Rows → API shapes. */
export function createPresentActions({
  people,
  recordings,
}: {
  people: PeopleService
  recordings: RecordingsService
}) {
  return async function present(handle: Handle, rows: ActionRow[]): Promise<Action[]> {
    const ids = [...new Set(rows.flatMap(({ changed_by }) => changed_by ?? []))]
    const names = await people.namesOf(handle, ids)
    const gone = await recordings.inBin(
      handle,
      rows.flatMap(({ recording_id }) => recording_id ?? []),
    )
    const shown = rows.map((row) =>
      row.recording_id !== null && gone.includes(row.recording_id)
        ? { ...row, recording_id: null, evidence: '[]', owner_speaker: null }
        : row,
    )
    return shown.map((row) => ({
      id: row.id,
      recordingId: row.recording_id,
      meetingTitle: row.meeting_title,
      meetingDate: row.meeting_date,
      title: row.title,
      owner: row.owner,
      ownerSpeaker: row.owner_speaker,
      due: row.due,
      dueDate: row.due_date,
      status: row.status,
      doubt: row.doubt,
      origin: row.origin,
      model: row.model,
      evidence: evidenceOf(row),
      transcriptVersion: row.transcript_version,
      start: row.start_ms / 1000,
      end: row.end_ms / 1000,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      changedBy: row.changed_by === null ? null : (names.get(row.changed_by) ?? null),
    }))
  }
}
