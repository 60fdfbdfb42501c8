/** Months and days as they are written, in small letters. */
export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

/** Sunday first, as `Date.getUTCDay` counts. */
export const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** For regular expressions. */
export const monthPattern = months.join('|')
