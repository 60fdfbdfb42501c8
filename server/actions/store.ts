import { z } from 'zod'
import type { Action } from '#contract/actions.ts'
import { evidence, type Evidence } from '#contract/minutes.ts'
import type { Handle, Subquery } from '../db/open.ts'
import type { Viewer } from '../viewer.ts'

export type ActionRow = {
  id: number
  /** null: the recording has gone. */
  recording_id: number | null
  meeting_title: string
  meeting_date: string | null
  title: string
  owner: string | null
  owner_speaker: string | null
  due: string | null
  due_date: string | null
  status: Action['status']
  doubt: string | null
  origin: Action['origin']
  model: string | null
  /** JSON of Evidence[]. */
  evidence: string
  transcript_version: number
  start_ms: number
  end_ms: number
  /** A person has said that it is none. */
  dismissed: 0 | 1
  changed_by: number | null
  /** A person has set or cleared the day. */
  due_by_person: 0 | 1
  /** Its recording has gone, and was not open to everybody: whose it was (0: the administrators'). */
  only_for: number | null
  /** Its recording has gone: the series that its meeting stood in. */
  series_id: number | null
  created_at: string
  updated_at: string
}

/** What an extraction has found, as it is stored. */
export type FoundColumns = Pick<
  ActionRow,
  | 'title'
  | 'owner'
  | 'owner_speaker'
  | 'due'
  | 'due_date'
  | 'doubt'
  | 'origin'
  | 'model'
  | 'evidence'
  | 'transcript_version'
  | 'start_ms'
  | 'end_ms'
>

const now = (): string => new Date().toISOString()

export const evidenceOf = (row: Pick<ActionRow, 'evidence'>): Evidence[] =>
  z.array(evidence).parse(JSON.parse(row.evidence))

/** Newest first. */
export function actionsPage(
  handle: Handle,
  {
    recordingId,
    status,
    before,
    limit,
    visible,
    viewer,
    due,
    arising,
  }: {
    recordingId?: number
    status?: Action['status']
    before?: number
    limit?: number
    /** Ids of recordings. */ visible: Subquery
    viewer: Viewer | null
    /** Agreed, not done, and due on these days. */
    due?: { from: string; to: string }
    /** Agreed and not done, of these meetings' recordings, or of ones of the series that have gone. */
    arising?: { meetings: Subquery; seriesId: number }
  },
): Promise<ActionRow[]> {
  return handle('action')
    .where({ dismissed: 0 })
    .where((seen) => {
      void seen.whereIn('recording_id', visible).orWhere((gone) => {
        void gone.whereNull('recording_id')
        if (viewer !== null && !viewer.administrator)
          void gone.andWhere((mine) => {
            void mine.whereNull('only_for').orWhere({ only_for: viewer.id })
          })
      })
    })
    .modify((query) => {
      if (due)
        void query
          .whereNull('doubt')
          .whereNot({ status: 'completed' })
          .whereBetween('due_date', [due.from, due.to])
      if (arising)
        void query
          .whereNull('doubt')
          .whereNot({ status: 'completed' })
          .where((of) => {
            const recordings = handle('recording').whereIn('meeting_id', arising.meetings).select('id')
            void of.whereIn('recording_id', recordings).orWhere({ series_id: arising.seriesId })
          })
      if (recordingId !== undefined) void query.where({ recording_id: recordingId })
      if (status !== undefined) void query.where({ status })
      if (before !== undefined) void query.where('id', '<', before)
      if (limit !== undefined) void query.limit(limit)
    })
    .orderBy('id', 'desc')
}

/** In the order in which they were agreed, those that a person has dismissed among them. */
export function actionsOf(handle: Handle, recordingId: number): Promise<ActionRow[]> {
  return handle('action').where({ recording_id: recordingId }).orderBy(['start_ms', 'id'])
}

export async function findAction(handle: Handle, id: number): Promise<ActionRow | null> {
  const row: ActionRow | undefined = await handle('action').where({ id, dismissed: 0 }).first()
  return row ?? null
}

export async function insertAction(
  handle: Handle,
  row: FoundColumns &
    Pick<ActionRow, 'recording_id' | 'meeting_title' | 'meeting_date'> &
    Partial<Pick<ActionRow, 'changed_by' | 'dismissed'>>,
): Promise<void> {
  await handle('action').insert({ ...row, created_at: now(), updated_at: now() })
}

export async function changeAction(
  handle: Handle,
  id: number,
  changes: Partial<Omit<ActionRow, 'id' | 'created_at' | 'updated_at'>>,
): Promise<void> {
  await handle('action')
    .where({ id })
    .update({ ...changes, updated_at: now() })
}

export async function deleteActions(handle: Handle, ids: number[]): Promise<void> {
  await handle('action').whereIn('id', ids).delete()
}

/** What a meeting is called, and when it was. @returns whether that was news */
export async function nameMeeting(
  handle: Handle,
  recordingId: number,
  meeting: Pick<ActionRow, 'meeting_title' | 'meeting_date'>,
): Promise<boolean> {
  const changed = await handle('action')
    .where({ recording_id: recordingId })
    .whereRaw('(meeting_title <> ? OR meeting_date IS NOT ?)', [meeting.meeting_title, meeting.meeting_date])
    .update(meeting)
  return changed > 0
}

/** Its recording goes: of the words that were said none are left but what its title says. */
export async function outliveRecording(
  handle: Handle,
  recordingId: number,
  { onlyFor, seriesId }: { onlyFor: number | null; seriesId: number | null },
): Promise<void> {
  await handle('action').where({ recording_id: recordingId, dismissed: 1 }).delete()
  await handle('action').where({ recording_id: recordingId }).update({
    recording_id: null,
    evidence: '[]',
    owner_speaker: null,
    only_for: onlyFor,
    series_id: seriesId,
  })
}

export type ExtractionRow = {
  recording_id: number
  /** The transcript's version whose words were queued last. */
  asked_version: number | null
  /** Counts the reasons to look. */
  wanted: number
  /** The last of them that was served. */
  done: number
}

export async function findExtraction(handle: Handle, recordingId: number): Promise<ExtractionRow | null> {
  const row: ExtractionRow | undefined = await handle('action_extraction')
    .where({ recording_id: recordingId })
    .first()
  return row ?? null
}

/** There is a reason to look through the words of this version. */
export async function wantExtraction(handle: Handle, recordingId: number, version: number): Promise<void> {
  await handle.raw(
    `INSERT INTO action_extraction (recording_id, asked_version, wanted) VALUES (?, ?, 1)
     ON CONFLICT (recording_id) DO UPDATE SET asked_version = excluded.asked_version, wanted = wanted + 1`,
    [recordingId, version],
  )
}

export async function extractionDone(handle: Handle, recordingId: number, done: number): Promise<void> {
  await handle('action_extraction').where({ recording_id: recordingId }).update({ done })
}

/** The recordings that have actions, and the actions whose recording has gone. */
export async function placesOfActions(
  handle: Handle,
): Promise<{ recordingIds: number[]; orphans: number[] }> {
  const open = () => handle('action').where({ dismissed: 0 }).whereNull('doubt')
  return {
    recordingIds: await open().whereNotNull('recording_id').distinct().pluck('recording_id'),
    orphans: await open().whereNull('recording_id').pluck('id'),
  }
}

/** Of these the ones that somebody may not see. @param visible ids of recordings */
export async function hiddenActions(
  handle: Handle,
  visible: Subquery,
  viewer: Viewer,
): Promise<{ recordingIds: number[]; orphans: number[] }> {
  return {
    recordingIds: await handle('action')
      .whereNotNull('recording_id')
      .whereNotIn('recording_id', visible)
      .distinct()
      .pluck('recording_id'),
    orphans: await handle('action')
      .whereNull('recording_id')
      .whereNotNull('only_for')
      .whereNot({ only_for: viewer.id })
      .pluck('id'),
  }
}

/** Of a recording, before it goes. */
export function idsOfRecording(handle: Handle, recordingId: number): Promise<number[]> {
  return handle('action').where({ recording_id: recordingId, dismissed: 0 }).pluck('id')
}
