import type { Handle } from '../db/open.ts'

export type AuditRow = {
  id: number
  at: string
  person_id: number | null
  act: string
  subject_kind: string | null
  subject_id: string | null
  /** JSON. */
  details: string
  previous_hash: string
  hash: string
}

export async function lastEntry(handle: Handle): Promise<Pick<AuditRow, 'id' | 'hash'> | null> {
  const row: Pick<AuditRow, 'id' | 'hash'> | undefined = await handle('audit_entry')
    .orderBy('id', 'desc')
    .first('id', 'hash')
  return row ?? null
}

export async function insertEntry(handle: Handle, row: AuditRow): Promise<void> {
  await handle('audit_entry').insert(row)
}

export type Filter = { before?: number; limit: number; person?: number; act?: string }

/** The newest first. */
export function findEntries(handle: Handle, { before, limit, person, act }: Filter): Promise<AuditRow[]> {
  const query = handle('audit_entry').orderBy('id', 'desc').limit(limit)
  if (before !== undefined) void query.where('id', '<', before)
  if (person !== undefined) void query.where({ person_id: person })
  if (act !== undefined) void query.whereRaw('substr(act, 1, ?) = ?', [act.length, act])
  return query
}

/** What was done with one thing, the oldest first. */
export function entriesAbout(handle: Handle, kind: string, id: string): Promise<AuditRow[]> {
  return handle('audit_entry').where({ subject_kind: kind, subject_id: id }).orderBy('id').limit(5000)
}

/** The oldest first, for whoever reads all of it. */
export function entriesAfter(handle: Handle, id: number, limit: number): Promise<AuditRow[]> {
  return handle('audit_entry').where('id', '>', id).orderBy('id').limit(limit)
}
