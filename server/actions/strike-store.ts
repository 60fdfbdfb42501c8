import type { Handle } from '../db/open.ts'
import { evidenceOf, type ActionRow } from './store.ts'

/** Actions that rest on words between two moments go, unless a person has put them into words of their own: those lose the quotation. */
export async function strikeActions(
  trx: Handle,
  recordingId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<void> {
  const rows: Pick<ActionRow, 'id' | 'evidence' | 'changed_by'>[] = await trx('action')
    .where({ recording_id: recordingId })
    .select('id', 'evidence', 'changed_by')
  for (const row of rows) {
    const all = evidenceOf(row)
    const left = all.filter(
      ({ start, end }) => start * 1000 >= toMs || Math.max(end, start + 0.001) * 1000 <= fromMs,
    )
    if (left.length === all.length) continue
    if (row.changed_by === null) await trx('action').where({ id: row.id }).delete()
    else
      await trx('action')
        .where({ id: row.id })
        .update({ evidence: JSON.stringify(left) })
  }
}
