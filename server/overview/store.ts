import type { MeetingOverview } from '#contract/overview.ts'
import type { Handle, Subquery } from '../db/open.ts'

type Row = {
  id: number
  names: string
  open_actions: number
  to_check: number | null
  series: string | null
  tags: string
}

/**
 * Counts across several slices' tables, for a whole page at once: asked one by one they would take hundreds of queries.
 * @param visible ids of recordings
 */
export async function overviewsOf(
  handle: Handle,
  ids: readonly number[],
  visible: Subquery,
): Promise<MeetingOverview[]> {
  const rows: Row[] = await handle('recording')
    .whereIn('recording.id', ids)
    .whereIn('recording.id', visible)
    .select(
      'recording.id',
      handle.raw(`(SELECT json_group_array(name) FROM
        (SELECT name FROM attendee WHERE attendee.meeting_id = recording.meeting_id AND name <> '' ORDER BY position)) AS names`),
      handle.raw(`(SELECT count(*) FROM action WHERE action.recording_id = recording.id
        AND dismissed = 0 AND doubt IS NULL AND status <> 'completed') AS open_actions`),
      handle.raw(
        `(SELECT json_array_length(content, '$.toCheck') FROM minutes WHERE minutes.id = recording.minutes_id) AS to_check`,
      ),
      handle.raw(`(SELECT series.name FROM meeting JOIN series ON series.id = meeting.series_id
        WHERE meeting.id = recording.meeting_id) AS series`),
      handle.raw(`(SELECT json_group_array(tag) FROM
        (SELECT tag FROM meeting_tag WHERE meeting_tag.meeting_id = recording.meeting_id ORDER BY tag)) AS tags`),
    )
  return rows.map((row) => ({
    id: row.id,
    attendees: JSON.parse(row.names) as string[],
    openActions: row.open_actions,
    toCheck: row.to_check ?? 0,
    series: row.series,
    tags: JSON.parse(row.tags) as string[],
  }))
}
