import type { RetentionRule } from '#contract/retention.ts'
import type { Handle } from '../db/open.ts'

type Kind = RetentionRule['kind']

export async function listRules(handle: Handle): Promise<RetentionRule[]> {
  const rows: { kind: Kind; series_id: number | null; after: number }[] =
    await handle('retention_rule').orderBy('id')
  return rows.map(({ kind, series_id, after }) => ({ kind, seriesId: series_id, after }))
}

export async function replaceRules(handle: Handle, rules: readonly RetentionRule[]): Promise<void> {
  await handle('retention_rule').delete()
  for (const { kind, seriesId, after } of rules)
    await handle('retention_rule').insert({ kind, series_id: seriesId, after })
}

export function listSeries(handle: Handle): Promise<{ id: number; name: string }[]> {
  return handle('series').orderBy('name').select('id', 'name')
}

export type CandidateRow = {
  id: number
  meeting_id: number
  title: string
  series_id: number | null
  held_at: string | null
  created_at: string
  folder: string
  audio_file: string | null
  audio_bytes: number | null
  approved_at: string | null
  on_hold: 0 | 1
}

/** Every recording that is not in the bin and not being made, with what rules look at. @param id that one alone */
export function candidates(handle: Handle, id?: number): Promise<CandidateRow[]> {
  const query = handle('recording')
    .join('meeting', 'meeting.id', 'recording.meeting_id')
    .whereNull('recording.deleted_at')
    .whereRaw("(recording.capture IS NULL OR recording.capture <> 'open')")
    .orderBy('recording.id')
    .select(
      'recording.id',
      'recording.meeting_id',
      'meeting.title',
      'meeting.series_id',
      'meeting.held_at',
      'recording.created_at',
      'recording.folder',
      'recording.audio_file',
      'recording.audio_bytes',
      handle.raw(
        '(SELECT max(approved_at) FROM document WHERE document.recording_id = recording.id) AS approved_at',
      ),
      handle.raw(
        'EXISTS (SELECT 1 FROM legal_hold WHERE legal_hold.meeting_id = meeting.id AND lifted_at IS NULL) AS on_hold',
      ),
    )
  return id === undefined ? query : query.where('recording.id', id)
}

export async function insertRetentionRun(handle: Handle): Promise<number> {
  const [id] = await handle('retention_run').insert({ at: new Date().toISOString() })
  return id!
}

export async function closeRun(handle: Handle, id: number, sha256: string | null): Promise<void> {
  await handle('retention_run').where({ id }).update({ ended_at: new Date().toISOString(), sha256 })
}

/** One that was broken off. */
export async function openRun(handle: Handle): Promise<number | null> {
  const row: { id: number } | undefined = await handle('retention_run').whereNull('ended_at').first('id')
  return row?.id ?? null
}

export async function lastRunAt(handle: Handle): Promise<string | null> {
  const row: { at: string } | undefined = await handle('retention_run').orderBy('id', 'desc').first('at')
  return row?.at ?? null
}

export type RunRow = { id: number; at: string; sha256: string; items: number; bytes: number }

export function runsWithDisposals(handle: Handle): Promise<RunRow[]> {
  return handle('retention_run')
    .join('disposal', 'disposal.run_id', 'retention_run.id')
    .whereNotNull('retention_run.sha256')
    .groupBy('retention_run.id')
    .orderBy('retention_run.id', 'desc')
    .limit(100)
    .select('retention_run.id', 'retention_run.at', 'retention_run.sha256')
    .count({ items: 'disposal.id' })
    .sum({ bytes: 'disposal.bytes' }) as unknown as Promise<RunRow[]>
}

export type DisposalRow = {
  id: number
  run_id: number
  at: string
  kind: Kind
  recording_id: number
  title: string
  held_at: string | null
  rule: string
  bytes: number
  sha256: string | null
  done: 0 | 1
}

export async function insertDisposal(
  handle: Handle,
  row: Omit<DisposalRow, 'id' | 'at' | 'done'>,
): Promise<number> {
  const [id] = await handle('disposal').insert({ ...row, at: new Date().toISOString() })
  return id!
}

/** @param gone false: it stayed after all */
export async function settleDisposal(handle: Handle, id: number, gone: boolean): Promise<void> {
  if (gone) await handle('disposal').where({ id }).update({ done: 1 })
  else await handle('disposal').where({ id }).delete()
}

export function disposalsOf(handle: Handle, runId: number): Promise<DisposalRow[]> {
  return handle('disposal').where({ run_id: runId }).orderBy('id')
}

export async function findRun(
  handle: Handle,
  id: number,
): Promise<{ at: string; sha256: string | null } | null> {
  const row: { at: string; sha256: string | null } | undefined = await handle('retention_run')
    .where({ id })
    .first('at', 'sha256')
  return row ?? null
}
