/** Days as text, "2026-11-23": no hour and no time zone can move them. */
const dayMs = 86_400_000

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

export function today(): string {
  const now = new Date()
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export const addDays = (day: string, count: number): string =>
  dayOf(new Date(at(day).getTime() + count * dayMs))

export function addMonths(day: string, count: number): string {
  const date = at(day)
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)))
}

/** From Monday. */
const weekday = (day: string): number => (at(day).getUTCDay() + 6) % 7

/** Whole weeks from Monday: five, and a sixth (or only four) where the month needs it. */
export function monthGrid(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekday(first))
  const last = addDays(addMonths(first, 1), -1)
  const weeks = Math.max(5, Math.ceil((weekday(first) + Number(last.slice(8))) / 7))
  return Array.from({ length: weeks * 7 }, (_, i) => addDays(start, i))
}

/** Whole weeks that hold thirty days. */
export function thirtyDays(day: string): string[] {
  return Array.from({ length: 30 }, (_, i) => addDays(day, i))
}

export function monthsFrom(day: string, rolling: boolean): string[] {
  const first = rolling ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
  return Array.from({ length: 12 }, (_, i) => addMonths(first, i))
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  at(day).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })

export const monthName = (day: string): string => format(day, { month: 'long', year: 'numeric' })
export const fullDay = (day: string): string =>
  format(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
