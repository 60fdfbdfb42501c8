/** Days and times as people and services write them into file names → moments. */

/** Local, as it was written; without a time it is a day. */
export type Written = { day: string; time: string | null; utc: boolean }

/** How far a place is ahead of UTC at a moment; milliseconds. */
function offsetAt(ms: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(new Date(ms))
  const of = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return shown - Math.floor(ms / 1000) * 1000
}

/** A day without a time stands for its noon: the day is then the same wherever it is read. */
export function momentOf({ day, time, utc }: Written, timezone: string): string {
  const plain = Date.parse(`${day}T${time ?? '12:00:00'}Z`)
  if (utc && time !== null) return new Date(plain).toISOString()
  // Twice: the first guess may lie on the other side of a change of the clocks.
  const guess = plain - offsetAt(plain, timezone)
  return new Date(plain - offsetAt(guess, timezone)).toISOString()
}

/** A day that is in the calendar, as ISO text; null: there is none. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const right = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return right && year >= 1900 && year < 2200 ? date.toISOString().slice(0, 10) : null
}

export function timeOf(hours: number, minutes: number, seconds = 0): string | null {
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  return [hours, minutes, seconds].map((n) => String(n).padStart(2, '0')).join(':')
}
