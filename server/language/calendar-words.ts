/** Months and days as they are written, in small letters. */
export const months: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')

/** Sunday first, as `Date.getUTCDay` counts. */
export const days: readonly string[] = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
