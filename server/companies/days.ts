/** Days of the calendar as ISO text ("2026-02-28"), and the Act's way of counting months. */

const parts = (day: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}

export const isoDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** @param month 1 to 12; 13 is January of the next year */
export const lastOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

export const isMonthEnd = (day: string): boolean => {
  const [year, month, date] = parts(day)
  return date === lastOfMonth(year, month)
}

export function addDays(day: string, count: number): string {
  const [year, month, date] = parts(day)
  return isoDay(year, month, date + count)
}

/** Days from one to the other; negative when it lies before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The same day so many months later; where that month is shorter, its last day. */
export function sameDayAfter(day: string, months: number): string {
  const [year, month, date] = parts(day)
  const last = lastOfMonth(year, month + months)
  return isoDay(year, month + months, Math.min(date, last))
}

/**
 * So many months from or after a day, as s.443 counts: the corresponding day; from the last day of a month to the last
 * day of the month; from the 29th or 30th to the end of a February that is shorter.
 */
export function monthsAfter(day: string, months: number): string {
  const [year, month] = parts(day)
  if (isMonthEnd(day)) return isoDay(year, month + months, lastOfMonth(year, month + months))
  return sameDayAfter(day, months)
}

/** The last day of a period of so many months that begins on a day. */
export function lastDayOf(start: string, months: number): string {
  const [year, month, date] = parts(start)
  // A period that begins on the 31st, or on 29 February, ends with a month that has no such day.
  const last = lastOfMonth(year, month + months)
  return date > last ? isoDay(year, month + months, last) : isoDay(year, month + months, date - 1)
}

export const today = (timezone: string, now: Date = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now)

/** The days in a sentence that writes them as 2027-03-31. */
export const daysInWords = (sentence: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => inWords(day))

/** "31 March 2027" */
export const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
