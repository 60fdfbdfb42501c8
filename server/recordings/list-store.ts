import type { Recording } from '#contract/recordings.ts'
import type { Handle, Subquery } from '../db/open.ts'
import type { RecordingRow } from './store.ts'

export const sorts = ['newest', 'oldest', 'title', 'longest'] as const
export type Sort = (typeof sorts)[number]

/** Where a page ended: the value that its last row was sorted by, and its id, which decides between equals. */
export type Position = { value: string | number; id: number }

/** What each order goes by; ids go the same way. */
const orders: Record<Sort, { by: string; direction: 'asc' | 'desc' }> = {
  newest: { by: 'recording.created_at', direction: 'desc' },
  oldest: { by: 'recording.created_at', direction: 'asc' },
  title: { by: 'lower(meeting.title)', direction: 'asc' },
  longest: { by: 'recording.duration_ms', direction: 'desc' },
}

/** The same as `statusOf` in present.ts says of a row: kept in step by list.test.ts. */
const statusSql = `CASE
  WHEN recording.capture = 'open' THEN 'recording'
  WHEN job.state = 'queued' THEN 'waiting'
  WHEN job.state = 'running' THEN 'transcribing'
  WHEN recording.transcript_id IS NOT NULL THEN 'done'
  WHEN job.state IN ('failed', 'cancelled') THEN job.state
  ELSE 'none' END`

/**
 * Reads the meeting's title and the newest job beside the recording's own row: a page that is searched, sorted and cut by
 * them can only be cut in SQL.
 * @param jobName the job whose state is a recording's state
 */
export async function listPage(
  handle: Handle,
  {
    jobName,
    meetings,
    filed = null,
    q,
    status,
    sort,
    after,
    limit,
  }: {
    jobName: string
    /** Ids of the meetings that may be listed. */
    meetings: Subquery
    /** Ids of meetings; null: of all. */
    filed?: Subquery | null
    q?: string
    status?: Recording['status']
    sort: Sort
    after?: Position
    limit?: number
  },
): Promise<(RecordingRow & { sorted_by: string | number })[]> {
  const { by, direction } = orders[sort]
  const query = handle('recording')
    .join('meeting', 'meeting.id', 'recording.meeting_id')
    .select('recording.*', handle.raw(`${by} AS sorted_by`))
    .whereNull('recording.deleted_at')
    .whereIn('recording.meeting_id', meetings)
    .orderByRaw(`${by} ${direction}, recording.id ${direction}`)
  if (filed) void query.whereIn('recording.meeting_id', filed)
  if (status) {
    const newest = 'SELECT max(id) FROM job WHERE name = ? AND subject = recording.id'
    void query
      .joinRaw(`LEFT JOIN job ON job.id = (${newest})`, [jobName])
      .whereRaw(`${statusSql} = ?`, [status])
  }
  for (const word of q?.split(/\s+/).filter(Boolean) ?? []) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    void query.whereRaw(
      "(meeting.title LIKE ? ESCAPE '\\' OR coalesce(meeting.description, '') LIKE ? ESCAPE '\\')",
      [pattern, pattern],
    )
  }
  if (after) {
    const beyond = direction === 'asc' ? '>' : '<'
    void query.whereRaw(`(${by} ${beyond} ? OR (${by} = ? AND recording.id ${beyond} ?))`, [
      after.value,
      after.value,
      after.id,
    ])
  }
  if (limit !== undefined) void query.limit(limit)
  return query
}
