import type { MinutesRow } from './store.ts'

/**
 * Whether the minutes that are there stay, so that new ones only wait to be chosen: a person's stay until a person puts
 * something in their place, and what the language model wrote is not lost to the rules because it is away just now.
 */
export const staysBefore = (
  before: Pick<MinutesRow, 'origin' | 'model'> | null,
  { origin, personId }: { origin: 'rules' | 'model'; personId: number | null },
): boolean =>
  before !== null &&
  ((before.origin === 'edit' && personId === null) || (origin === 'rules' && before.model !== null))
