import { createHash } from 'node:crypto'
import type { AuditVerdict } from '#contract/audit.ts'
import type { AuditRow } from './store.ts'

export const beforeTheFirst = '0'.repeat(64)

/** The order of the fields is part of the format: it is what the hash covers. */
export const hashOf = (row: Omit<AuditRow, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        row.id,
        row.at,
        row.person_id,
        row.act,
        row.subject_kind,
        row.subject_id,
        row.details,
        row.previous_hash,
      ]),
    )
    .digest('hex')

/** Whether each entry follows from the one before, from the first on. */
export async function verifyChain(
  batches: AsyncIterable<AuditRow[]>,
  contains?: string,
): Promise<AuditVerdict & { found: boolean }> {
  let [entries, previous, found] = [0, beforeTheFirst, contains === undefined]
  const verdict = (brokenAt: number | null) => ({
    entries,
    intact: brokenAt === null,
    brokenAt,
    lastHash: entries === 0 ? null : previous,
    found,
  })
  for await (const rows of batches)
    for (const row of rows) {
      const { hash, ...rest } = row
      if (row.id !== entries + 1 || row.previous_hash !== previous || hashOf(rest) !== hash)
        return verdict(row.id)
      entries += 1
      previous = hash
      found ||= hash === contains
    }
  return verdict(null)
}
