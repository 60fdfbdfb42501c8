import type { Handle, Subquery } from '../db/open.ts'

export type LabelsRow = { series: string | null; tags: string[]; companyId: number | null }

export async function labelsOf(handle: Handle, meetingId: number): Promise<LabelsRow> {
  const row: { series: string | null; company_id: number | null } | undefined = await handle('meeting')
    .leftJoin('series', 'series.id', 'meeting.series_id')
    .where('meeting.id', meetingId)
    .first({ series: 'series.name', company_id: 'meeting.company_id' })
  const tags: string[] = await handle('meeting_tag')
    .where({ meeting_id: meetingId })
    .orderBy('tag')
    .pluck('tag')
  return { series: row?.series ?? null, tags, companyId: row?.company_id ?? null }
}

/** By its name, whatever the case; made where there is none. */
export async function seriesOf(handle: Handle, name: string): Promise<number> {
  const there: { id: number } | undefined = await handle('series').where({ name }).first('id')
  if (there) return there.id
  const [id] = await handle('series').insert({ name, created_at: new Date().toISOString() })
  return id!
}

export async function putSeries(handle: Handle, meetingId: number, name: string | null): Promise<void> {
  const series_id = name === null ? null : await seriesOf(handle, name)
  await handle('meeting').where({ id: meetingId }).update({ series_id })
}

export async function putCompany(handle: Handle, meetingId: number, companyId: number | null): Promise<void> {
  await handle('meeting').where({ id: meetingId }).update({ company_id: companyId })
}

export async function addTags(handle: Handle, meetingId: number, tags: readonly string[]): Promise<void> {
  for (const tag of tags)
    await handle('meeting_tag').insert({ meeting_id: meetingId, tag }).onConflict().ignore()
}

export async function removeTags(handle: Handle, meetingId: number, tags: readonly string[]): Promise<void> {
  await handle('meeting_tag').where({ meeting_id: meetingId }).whereIn('tag', tags).delete()
}

export async function clearTags(handle: Handle, meetingId: number): Promise<void> {
  await handle('meeting_tag').where({ meeting_id: meetingId }).delete()
}

/** A series that no meeting and no action belongs to is forgotten. */
export async function dropEmptySeries(handle: Handle): Promise<void> {
  await handle('series')
    .whereNotExists(handle('meeting').whereRaw('meeting.series_id = series.id').select(handle.raw('1')))
    .whereNotExists(handle('action').whereRaw('action.series_id = series.id').select(handle.raw('1')))
    .delete()
}

/** @param visible ids of meetings */
export function allSeries(
  handle: Handle,
  visible: Subquery,
): Promise<{ id: number; name: string; meetings: number }[]> {
  return handle('series')
    .join('meeting', 'meeting.series_id', 'series.id')
    .whereIn('meeting.id', visible)
    .groupBy('series.id')
    .orderBy('series.name')
    .select('series.id', 'series.name', handle.raw('count(*) AS meetings'))
}

export function allTags(handle: Handle, visible: Subquery): Promise<{ tag: string; meetings: number }[]> {
  return handle('meeting_tag')
    .whereIn('meeting_id', visible)
    .groupBy('tag')
    .orderBy('tag')
    .select('tag', handle.raw('count(*) AS meetings'))
}

export async function findSeries(handle: Handle, id: number): Promise<{ id: number; name: string } | null> {
  const row: { id: number; name: string } | undefined = await handle('series')
    .where({ id })
    .first('id', 'name')
  return row ?? null
}

export async function nameSeries(handle: Handle, id: number, name: string): Promise<void> {
  await handle('series').where({ id }).update({ name })
}

/** Its meetings, and the actions that have outlived theirs, belong to the other one from then on. */
export async function mergeSeries(handle: Handle, id: number, into: number): Promise<void> {
  await handle('meeting').where({ series_id: id }).update({ series_id: into })
  await handle('action').where({ series_id: id }).update({ series_id: into })
  await deleteSeries(handle, id)
}

/** What belongs to it stays. */
export async function deleteSeries(handle: Handle, id: number): Promise<void> {
  await handle('series').where({ id }).delete()
}

export async function seriesNamed(handle: Handle, name: string): Promise<{ id: number } | null> {
  const row: { id: number } | undefined = await handle('series').where({ name }).first('id')
  return row ?? null
}

/** Narrows meetings by what they are filed under. */
export function filedUnder(
  handle: Handle,
  { series, tag, company }: { series?: number; tag?: string; company?: number },
): Subquery {
  const meetings = handle('meeting').select('meeting.id')
  if (series !== undefined) void meetings.where('meeting.series_id', series)
  if (company !== undefined) void meetings.where('meeting.company_id', company)
  if (tag !== undefined)
    void meetings.whereIn('meeting.id', handle('meeting_tag').where({ tag }).select('meeting_id'))
  return meetings
}

/** The earlier meetings of a meeting's series; nothing where it belongs to none. */
export function earlierInSeries(handle: Handle, meetingId: number): Subquery {
  const when = 'coalesce(meeting.held_at, meeting.created_at)'
  return handle('meeting')
    .whereRaw('meeting.series_id = (SELECT series_id FROM meeting AS this WHERE this.id = ?)', [meetingId])
    .whereNot('meeting.id', meetingId)
    .whereRaw(
      `${when} <= (SELECT coalesce(this.held_at, this.created_at) FROM meeting AS this WHERE this.id = ?)`,
      [meetingId],
    )
    .select('meeting.id')
}

export async function seriesIdOf(handle: Handle, meetingId: number): Promise<number | null> {
  const row: { series_id: number | null } | undefined = await handle('meeting')
    .where({ id: meetingId })
    .first('series_id')
  return row?.series_id ?? null
}
