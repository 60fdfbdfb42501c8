import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { peopleIn } from './ended.ts'
import { updateRecordingRow, type RecordingRow } from './store.ts'

/** Whether those present were told, as a person says it now. */
export const said = (told: boolean, personId: number) =>
  ({ people_told: told ? 1 : 0, told_by: personId, told_at: new Date().toISOString() }) as const
export type Said = ReturnType<typeof said>

export const saidNothing = { people_told: null, told_by: null, told_at: null } as const

/** @throws AppError invalid_input */
export async function keepSaid(trx: Handle, row: RecordingRow, told: Said): Promise<void> {
  if (row.source_type !== 'recorder')
    throw new AppError('invalid_input', 'Only of what was recorded here is it kept who was told.')
  await updateRecordingRow(trx, row.id, told)
}

/** Whose names show with recordings: who recorded and ended them, and who said that people were told. */
export function namedWith(rows: readonly RecordingRow[]): number[] {
  const all = rows.flatMap((row) =>
    row.started_at === null ? [] : [...peopleIn(row), row.told_by ?? []].flat(),
  )
  return [...new Set(all)]
}
