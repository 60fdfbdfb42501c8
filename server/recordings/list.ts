import { z } from 'zod'
import type { Recording } from '#contract/recordings.ts'
import { AppError } from '../errors.ts'
import type { Handle, Subquery } from '../db/open.ts'
import { filedUnder } from '../meetings/service.ts'
import { listPage, sorts, type Position, type Sort } from './list-store.ts'
import type { RecordingRow } from './store.ts'

export type ListQuery = {
  q?: string
  status?: Recording['status']
  sort?: Sort
  limit?: number
  cursor?: string
  /** What its meeting is filed under. */
  series?: number
  tag?: string
  company?: number
}

/** @returns the rows of one page, and where the next one begins (null: there is none) */
export async function readPage(
  handle: Handle,
  { q, status, sort = 'newest', limit, cursor, ...filed }: ListQuery,
  { jobName, meetings }: { jobName: string; meetings: Subquery },
): Promise<{ rows: RecordingRow[]; next: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor, sort)
  // One more than asked for tells whether there is more.
  const found = await listPage(handle, {
    jobName,
    meetings,
    filed: Object.values(filed).some((one) => one !== undefined) ? filedUnder(handle, filed) : null,
    q,
    status,
    sort,
    after,
    limit: limit === undefined ? undefined : limit + 1,
  })
  const rows = limit === undefined ? found : found.slice(0, limit)
  const last = rows.at(-1)
  const next = last && found.length > rows.length ? { value: last.sorted_by, id: last.id } : null
  return { rows, next: next && writeCursor(sort, next) }
}

const cursorShape = z.tuple([z.enum(sorts), z.union([z.string(), z.number()]), z.number().int()])

function writeCursor(sort: Sort, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

function readCursor(cursor: string, sort: Sort): Position {
  const shape = cursorShape.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
  if (!shape.success || shape.data[0] !== sort)
    throw new AppError('invalid_input', 'This page of the list does not belong to that order: start again.')
  return { value: shape.data[1], id: shape.data[2] }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
