import { z } from 'zod'
import type { OpenEnd } from '#contract/capture.ts'
import type { RecordingRow } from './store.ts'

/**
 * How a recording ended whose recorder may have sound that it had not sent by then.
 * `person`: on another page than the one that recorded it; `recorder`: on that page, but others had recorded before it;
 * `silence`: nothing came for a while.
 */
const shape = z.object({
  at: z.string(),
  how: z.enum(['person', 'recorder', 'silence']),
  by: z.number().nullable(),
  /** The recorders of its parts that have not said that nothing is left; '' is one that does not say which it is. */
  waitsFor: z.array(z.string()),
})
export type Ended = z.infer<typeof shape>

export const writeEnded = (ended: Ended | null): string | null => (ended ? JSON.stringify(ended) : null)

export const readEnded = (json: string | null): Ended | null =>
  json === null ? null : shape.parse(JSON.parse(json))

/** Whose names its capture facts show. */
export function peopleIn(row: RecordingRow): number[] {
  if (row.started_at === null) return []
  const by = readEnded(row.ended)?.by
  return by == null ? [row.person_id] : [row.person_id, by]
}

export function presentOpenEnd(row: RecordingRow, names: ReadonlyMap<number, string>): OpenEnd | null {
  const ended = row.capture === 'lapsed' ? readEnded(row.ended) : null
  if (!ended || ended.how === 'recorder' || ended.waitsFor.length === 0) return null
  const { at, how, by } = ended
  return { at, how, by: by === null ? null : (names.get(by) ?? null) }
}
