import { en } from 'chrono-node'
import { months } from '../calendar-words.ts'

/** When something is due: as it was said, and as an ISO date where the meeting's own date tells it. */
export type Due = { said: string; date: string | null }

const before =
  /(?:\b(?:by|before|until|on|no later than|not later than|ahead of|in time for|within|due|for|from|at)(?: the)? )$/i
/** What chrono does not know, and no day can be worked out from. */
const events =
  /\b(?:by|before|for|at|until|ahead of|in time for) (?:the |our )?(?:next|following) (?:board |committee )?meeting\b/i
const seasons =
  /\b(?:by|before|until|after|for) (?:easter|christmas|new year|half term|the agm|the holidays|year end)\b/i
const ends = new RegExp(
  String.raw`\b(?:by |before |at )?(?:the )?end of (?:the |this |next |play|business|close)?` +
    String.raw`(?:week|month|day|quarter|year|today|tomorrow)?\b`,
  'i',
)
const immediate = /\b(?:straight away|right away|right after this|first thing)\b/i

/** The last date of a sentence is what it is due by: "the March figures by Friday". */
export function dueIn(text: string, held: string | null): Due | null {
  const found = datesIn(text, held).filter(({ index }) => isDue(text, index))
  const strong = found.findLast(({ index }) =>
    /\b(?:by|before|until|within|later than) (?:the )?$/i.test(text.slice(0, index)),
  )
  const best = strong ?? found.at(-1)
  const other = (
    ends.exec(text) ??
    events.exec(text) ??
    seasons.exec(text) ??
    immediate.exec(text)
  )?.[0].trim()
  if (other && (!best || /^(?:by |before |at )?(?:the )?end of/i.test(other))) {
    const whole = best && text.includes(`${other} ${best.said}`) ? `${other} ${best.said}` : other
    return { said: whole, date: endOf(whole, held) }
  }
  if (!best) return null
  const lead = before.exec(text.slice(0, best.index))?.[0] ?? ''
  return { said: `${lead}${best.said}`.trim(), date: best.date }
}

/** "Last Friday" is no day by which something is done, and "Friday's figures" name none. */
const isDue = (text: string, index: number): boolean =>
  !/\b(?:last|since|of|from)(?: the)? $/i.test(text.slice(0, index)) || before.test(text.slice(0, index))

export type Dated = { said: string; index: number; date: string | null }

/** Dates and days that are named. Of what can be read in two ways ("next Friday") no day is worked out. */
export function datesIn(text: string, held: string | null): Dated[] {
  const reference = noonOf(held)
  return en.GB.parse(
    text,
    { instant: reference ?? new Date('2000-06-15T12:00:00Z'), timezone: 0 },
    { forwardDate: true },
  )
    .filter(
      ({ start, text: said }) =>
        !/^(?:now|this time|may|march|mar|sun|sat|second|a second|the day)$/i.test(said) &&
        // "At ten" by itself is no day.
        (!start.isCertain('hour') || namesDay.test(said)),
    )
    .map(({ start, text: said, index }) => {
      const isClear =
        start.isCertain('day') ||
        start.isCertain('weekday') ||
        /\b(?:today|tomorrow|tonight|days?|weeks?|fortnight)\b/i.test(said)
      const isVague =
        /\b(?:next|coming) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:next|this) (?:week|month|year|quarter)\b/i.test(
          said,
        )
      const isKnown = reference !== null || /\b(?:19|20)\d\d\b/.test(said)
      return { said, index, date: isClear && !isVague && isKnown ? isoOf(start) : null }
    })
    .reduce<Dated[]>((all, one) => {
      const last = all.at(-1)
      const between = last ? text.slice(last.index + last.said.length, one.index) : ''
      // "Friday the fourth of December" is one day.
      if (!last || !/^,? (?:the )?$/.test(between) || !/^(?:on )?[a-z]+day$/i.test(last.said))
        return [...all, one]
      return [...all.slice(0, -1), { ...one, index: last.index, said: `${last.said}${between}${one.said}` }]
    }, [])
}

const noonOf = (held: string | null): Date | null =>
  held === null || Number.isNaN(Date.parse(held)) ? null : new Date(`${held.slice(0, 10)}T12:00:00Z`)

const isoOf = (start: { get(part: 'year' | 'month' | 'day'): number | null }): string =>
  [
    start.get('year')!,
    ...(['month', 'day'] as const).map((part) => String(start.get(part)!).padStart(2, '0')),
  ].join('-')

/** "End of next month" → its last day. */
function endOf(said: string, held: string | null): string | null {
  const base = noonOf(held)
  if (base === null) return null
  const text = said.toLowerCase()
  const ahead = text.includes('next') ? 1 : 0
  const iso = (date: Date): string => date.toISOString().slice(0, 10)
  const at = months.findIndex((month) => text.includes(month))
  if (at !== -1) {
    const year = base.getUTCFullYear() + (at < base.getUTCMonth() ? 1 : 0)
    return iso(new Date(Date.UTC(year, at + 1, 0)))
  }
  if (text.includes('month'))
    return iso(new Date(Date.UTC(base.getUTCFullYear(), base.getUTCMonth() + 1 + ahead, 0)))
  const friday = (5 - base.getUTCDay() + 7) % 7
  if (text.includes('week')) return iso(new Date(base.getTime() + (friday + 7 * ahead) * 86_400_000))
  if (text.includes('tomorrow')) return iso(new Date(base.getTime() + 86_400_000))
  return /\b(?:day|today|play|business)\b/.test(text) ? iso(base) : null
}
const namesDay = new RegExp(`[a-z]{3,}day|${months.join('|')}|tomorrow|tonight|today`, 'i')
