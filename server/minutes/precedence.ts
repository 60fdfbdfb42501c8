import type { MinutesRow } from './store.ts'

/**
 * Whether the minutes that are there stay, so that new ones only wait to be chosen: a person's stay until a person who
 * knows of them asks for something else, and what the language model wrote is not lost to the rules because it is away just
 * now. `over` is the id of those that were there when a person asked; null: there were none.
 */
export function staysBefore(
  before: Pick<MinutesRow, 'id' | 'origin' | 'model' | 'job_id'> | null,
  made: { origin: 'rules' | 'model'; personId: number | null; over?: number | null | undefined },
): boolean {
  if (before === null) return false
  if (made.origin === 'rules' && before.model !== null) return true
  if (made.personId === null) return before.origin === 'edit'
  // Other work may have written meanwhile; that gives way as it would have before.
  return made.over !== undefined && before.id !== made.over && before.job_id === null
}
