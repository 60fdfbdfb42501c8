import { z } from 'zod'
import { minutesContent, type Minutes, type MinutesContent } from '#contract/minutes.ts'
import type { Handle } from '../db/open.ts'
import type { RefLine } from './statements.ts'

export type MinutesRow = {
  id: number
  recording_id: number
  version: number
  origin: Minutes['origin']
  model: string | null
  template: string
  markdown: string
  /** JSON. */
  content: string | null
  /** JSON of RefLine[]. */
  lines: string
  transcript_version: number | null
  failure: string | null
  /** Made by itself while a person's edit was the current version. */
  offered: 0 | 1
  person_id: number | null
  /** The work that wrote it; null: a person wrote it or brought it back. */
  job_id: number | null
  /** What wrote the words first; null: a person. */
  written_by: 'rules' | 'model' | null
  edited_by: number | null
  checked_by: number | null
  /** The meeting's date that they were written with; '': it had none; null: nobody knows. */
  held: string | null
  created_at: string
}

/** A person has had a hand in them: nothing that is made by itself takes their place. */
export const isPersons = ({ origin }: Pick<MinutesRow, 'origin'>): boolean =>
  origin === 'edit' || origin === 'checked'

const refLines = z.array(z.object({ line: z.number(), refs: z.array(z.string()) }))

export const contentOf = (row: MinutesRow): MinutesContent | null =>
  row.content === null ? null : minutesContent.parse(JSON.parse(row.content))

export const linesOf = (row: MinutesRow): RefLine[] => refLines.parse(JSON.parse(row.lines))

export async function insertMinutes(
  handle: Handle,
  row: Omit<MinutesRow, 'id' | 'version' | 'created_at' | 'content' | 'lines'> & {
    content: MinutesContent | null
    lines: RefLine[]
  },
): Promise<MinutesRow> {
  const last: { version?: number | null } | undefined = await handle('minutes')
    .where({ recording_id: row.recording_id })
    .max({ version: 'version' })
    .first()
  const [id] = await handle('minutes').insert({
    ...row,
    content: row.content === null ? null : JSON.stringify(row.content),
    lines: JSON.stringify(row.lines),
    version: (last?.version ?? 0) + 1,
    created_at: new Date().toISOString(),
  })
  return (await findMinutes(handle, { id: id! }))!
}

type Key = { id: number } | { recording_id: number; version: number } | { job_id: number }

/** By its id, by its version of a recording's minutes, or what a job has written; null: there is none. */
export async function findMinutes(handle: Handle, key: Key): Promise<MinutesRow | null> {
  const row: MinutesRow | undefined = await handle('minutes').where(key).first()
  return row ?? null
}

/** Newest first, without their texts. */
export function minutesVersions(
  handle: Handle,
  recordingId: number,
): Promise<Omit<MinutesRow, 'markdown' | 'content' | 'lines'>[]> {
  return handle('minutes')
    .where({ recording_id: recordingId })
    .orderBy('version', 'desc')
    .select(
      ...['id', 'recording_id', 'version', 'origin', 'model', 'template', 'transcript_version'],
      ...['failure', 'offered', 'person_id', 'job_id', 'created_at'],
      ...['written_by', 'edited_by', 'checked_by', 'held'],
    )
}

/** What waits to be chosen waits no longer. */
export async function forgetOffers(handle: Handle, recordingId: number): Promise<void> {
  await handle('minutes').where({ recording_id: recordingId, offered: 1 }).update({ offered: 0 })
}

/** The newest version, when it is what would be written now: another one of the same words would say nothing. */
export async function findSame(
  handle: Handle,
  {
    content,
    ...made
  }: Pick<
    MinutesRow,
    'recording_id' | 'origin' | 'model' | 'template' | 'markdown' | 'transcript_version' | 'held'
  > & { content: MinutesContent },
): Promise<MinutesRow | null> {
  const newest: MinutesRow | undefined = await handle('minutes')
    .where({ recording_id: made.recording_id })
    .orderBy('version', 'desc')
    .first()
  const before = newest && contentOf(newest)
  // Read, so that the order of its keys is the same whoever wrote it.
  if (!newest || JSON.stringify(before) !== JSON.stringify(minutesContent.parse(content))) return null
  const keys = ['origin', 'model', 'template', 'markdown', 'transcript_version', 'held'] as const
  return keys.every((key) => newest[key] === made[key]) ? newest : null
}

/** Other work has come to the same: the version is that work's now, unless a person has brought it back. */
export async function writtenAgain(
  handle: Handle,
  row: MinutesRow,
  work: Partial<Pick<MinutesRow, 'failure' | 'offered' | 'person_id' | 'job_id'>>,
): Promise<MinutesRow> {
  await handle('minutes').where({ id: row.id }).update(work)
  return { ...row, ...work }
}
