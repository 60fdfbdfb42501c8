import { z } from 'zod'
import type { CaptureFacts } from '#contract/capture.ts'
import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { peopleIn } from './ended.ts'
import { updateRecordingRow, type RecordingRow } from './store.ts'

/** Whether they were told (1, 0), which person said so, and when: as the recording's row keeps all of them, in order. */
const statements = z.array(z.tuple([z.number(), z.number().nullable(), z.string()]))
type Statements = z.infer<typeof statements>

const readStatements = (json: string): Statements => statements.parse(JSON.parse(json))

/** What a person says, and all that was said before; the columns beside the list are the last of it. */
const columns = (told: Said, before: Statements) => ({
  ...told,
  told: JSON.stringify([...before, [told.people_told, told.told_by, told.told_at]]),
})

/** Whether those present were told, as a person says it now. */
export const said = (told: boolean, personId: number) =>
  ({ people_told: told ? 1 : 0, told_by: personId, told_at: new Date().toISOString() }) as const
export type Said = ReturnType<typeof said>

export const noConsentNotice = { people_told: null, told_by: null, told_at: null, told: '[]' } as const

/**
 * As a recorder has it at its start: its switch stands at "no" until somebody touches it, and that is no statement.
 * @param told null: it has no such switch
 */
export function consentNoticeAtStart(told: boolean | null, personId: number) {
  if (told === null) return noConsentNotice
  return told ? columns(said(true, personId), []) : ({ ...noConsentNotice, people_told: 0 } as const)
}

/** @throws AppError invalid_input */
export async function storeConsentNotice(trx: Handle, row: RecordingRow, told: Said): Promise<void> {
  if (row.source_type !== 'recorder')
    throw new AppError(
      'invalid_input',
      'Whether people were told is only recorded for meetings recorded here.',
    )
  await updateRecordingRow(trx, row.id, columns(told, readStatements(row.told)))
}

/** Each statement with its time and the person's name, if they have not been removed. */
export const presentStatements = (
  row: RecordingRow,
  names: ReadonlyMap<number, string>,
): CaptureFacts['statements'] =>
  readStatements(row.told).map(([told, by, at]) => ({
    told: told === 1,
    by: by === null ? null : (names.get(by) ?? null),
    at,
  }))

/** Whose names show with recordings: who recorded and ended them, and who said that people were told. */
export function peopleNamedIn(rows: readonly RecordingRow[]): number[] {
  const all = rows.flatMap((row) =>
    row.started_at === null
      ? []
      : [...peopleIn(row), ...readStatements(row.told).flatMap(([, by]) => by ?? [])],
  )
  return [...new Set(all)]
}
