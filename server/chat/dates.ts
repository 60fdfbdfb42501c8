import { months } from '../language/calendar-words.ts'

/** The day that a passage is from bears out that day in an answer, and no other figure. */

const month = `(${months.join('|')})`
const day = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const forms = [
  {
    pattern: new RegExp(String.raw`\b${day}(?: of)? ${month}(?:,? (\d{4}))?\b`, 'gi'),
    parts: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(String.raw`\b${month} ${day}(?:,? (\d{4}))?\b`, 'gi'),
    parts: ['month', 'day', 'year'],
  },
  { pattern: new RegExp(String.raw`\b${month} (\d{4})\b`, 'gi'), parts: ['month', 'year'] },
  {
    pattern: new RegExp(String.raw`\b(?<=(?:in|of|since|during) )((?:19|20)\d\d)\b(?!,\d)`, 'gi'),
    parts: ['year'],
  },
] as const

/** A text without the dates in it that are one of the passages' own; a date that contradicts them stays. */
export function withoutDatesOf(text: string, passages: readonly { date: string | null }[]): string {
  const held = passages.flatMap(({ date }) => (date === null ? [] : [new Date(date)]))
  let left = text
  for (const { pattern, parts } of forms)
    left = left.replace(pattern, (written: string, ...groups: (string | undefined)[]) =>
      held.some((date) => parts.every((part, i) => fits(part, groups[i], date))) ? ' ' : written,
    )
  return left
}

function fits(part: 'day' | 'month' | 'year', written: string | undefined, date: Date): boolean {
  if (written === undefined) return true
  if (part === 'month') return months[date.getUTCMonth()] === written.toLowerCase()
  return Number(written) === (part === 'day' ? date.getUTCDate() : date.getUTCFullYear())
}
