import type { Handle } from '../../db/open.ts'
import { folded } from '../../speech/prompt.ts'

export type TermRow = {
  id: number
  /** Null: everybody's. */
  person_id: number | null
  text: string
  folded: string
  added_by: number | null
  created_at: string
  /** When it was added or heard last. */
  used_at: string
}

/** Everybody's and, with a person, theirs; the most recently used first. */
export function termsFor(handle: Handle, personId: number | null): Promise<TermRow[]> {
  return handle('term')
    .where((query) => {
      void query.whereNull('person_id')
      if (personId !== null) void query.orWhere({ person_id: personId })
    })
    .orderBy([
      { column: 'used_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
}

export async function findTerm(handle: Handle, id: number): Promise<TermRow | null> {
  const row: TermRow | undefined = await handle('term').where({ id }).first()
  return row ?? null
}

export async function findTermByText(
  handle: Handle,
  personId: number | null,
  text: string,
): Promise<TermRow | null> {
  const row: TermRow | undefined = await handle('term')
    .where({ person_id: personId, folded: folded(text) })
    .first()
  return row ?? null
}

export async function insertTerm(
  handle: Handle,
  term: { personId: number | null; text: string; addedBy: number | null },
): Promise<TermRow> {
  const now = new Date().toISOString()
  const row = {
    person_id: term.personId,
    text: term.text,
    folded: folded(term.text),
    added_by: term.addedBy,
    created_at: now,
    used_at: now,
  }
  const [id] = await handle('term').insert(row)
  return { ...row, id: id! }
}

export async function changeTerm(
  handle: Handle,
  id: number,
  change: { text?: string; used_at?: string },
): Promise<void> {
  await handle('term').where({ id }).update(change)
}

export async function deleteTerm(handle: Handle, id: number): Promise<void> {
  await handle('term').where({ id }).delete()
}

export async function markUsed(handle: Handle, ids: number[]): Promise<void> {
  if (ids.length > 0) await handle('term').whereIn('id', ids).update({ used_at: new Date().toISOString() })
}

export type Correction = { heard: string; meant: string }

export async function insertCorrections(
  handle: Handle,
  by: { personId: number; recordingId: number },
  corrections: readonly Correction[],
): Promise<void> {
  const created_at = new Date().toISOString()
  const rows = corrections.map(({ heard, meant }) => ({
    person_id: by.personId,
    recording_id: by.recordingId,
    heard,
    folded: folded(heard),
    meant,
    created_at,
  }))
  if (rows.length > 0) await handle.batchInsert('correction', rows, 100)
}

/** Corrections that a person has made so often and has not said "No" to; the latest first. */
export function repeatedCorrections(
  handle: Handle,
  personId: number,
  times: number,
): Promise<(Correction & { times: number; recordingId: number })[]> {
  return handle.raw(
    `SELECT last.heard, last.meant, found.times, last.recording_id AS recordingId
     FROM (
       SELECT max(id) AS id, count(*) AS times FROM correction AS one
       WHERE person_id = ? AND NOT EXISTS (
         SELECT 1 FROM correction_declined AS no
         WHERE no.person_id = one.person_id AND no.folded = one.folded AND no.meant = one.meant
       )
       GROUP BY folded, meant HAVING count(*) >= ?
     ) AS found JOIN correction AS last ON last.id = found.id
     ORDER BY last.id DESC LIMIT 50`,
    [personId, times],
  )
}

export async function declineCorrection(
  handle: Handle,
  personId: number,
  { heard, meant }: Correction,
): Promise<void> {
  await handle('correction_declined')
    .insert({ person_id: personId, folded: folded(heard), meant })
    .onConflict()
    .ignore()
}

/** A person's own words. */
export function termsOf(handle: Handle, personId: number): Promise<TermRow[]> {
  return handle('term').where({ person_id: personId }).orderBy('id')
}

export function correctionsOf(
  handle: Handle,
  personId: number,
): Promise<(Correction & { created_at: string })[]> {
  return handle('correction')
    .where({ person_id: personId })
    .orderBy('id')
    .select('heard', 'meant', 'created_at')
}

/** Everybody's words stay, without a name to them. */
export async function forgetWordsOf(handle: Handle, personId: number): Promise<void> {
  await handle('correction').where({ person_id: personId }).delete()
  await handle('correction_declined').where({ person_id: personId }).delete()
  await handle('term').where({ person_id: personId }).delete()
  await handle('term').where({ added_by: personId }).update({ added_by: null })
}
