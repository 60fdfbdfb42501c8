import * as store from './store.ts'

export type { HoldRow } from './store.ts'

export type HoldsService = typeof holds

/**
 * Which meetings must be kept whatever happens: whoever deletes something of a meeting asks here first. Administrators place
 * and lift holds with the retention rules, which note it in the log.
 */
export const holds = {
  /** Whether the meeting of a recording is held. */
  isOnHold: store.isOnHold,
  /** Those in force, the oldest first. */
  open: store.openHolds,
  place: store.insertHold,
  /** @returns false: there is none, or it was lifted before */
  lift: store.closeHold,
  /** Holds that were lifted go with their meeting: the audit log keeps that they were. */
  forget: store.forgetHolds,
  meetingsOfSeries: store.meetingsOfSeries,
}
