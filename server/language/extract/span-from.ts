import { monthPattern } from '../calendar-words.ts'
import { dayOf } from './dates.ts'
import { numberOf, numberPattern, ordinalPattern } from './numbers.ts'
import type { Sentence } from './talk.ts'

/** When something is due so long after an event whose day was named: "… within fourteen days of the appointment". */

const span = new RegExp(
  String.raw`\b(?:in|within|inside) (?<count>${numberPattern}|a) (?:calendar )?(?<unit>days?|weeks?|fortnight) (?:of|from|after|following) (?:the|its|that|their|his|her|such) (?:date of (?:the |its |that )?)?(?<event>[a-z]+)$`,
)
const day = new RegExp(
  String.raw`\b(?:(?:the )?${ordinalPattern}(?: of)? (?:${monthPattern})|(?:${monthPattern}) (?:the )?${ordinalPattern})(?: (?:19|20)\d\d)?\b`,
  'g',
)
/** Sentences before it in which the event may have its day. */
const reach = 3
/** "appointment", "appointed" */
const stem = 6

/** @param said as `dueIn` gives it @returns an ISO date; null: no day of the event is named, or more than one */
export function dayAfterEvent(
  said: string,
  { index }: Sentence,
  talk: readonly Sentence[],
  held: string | null,
): string | null {
  const { count, unit, event } = span.exec(said.toLowerCase())?.groups ?? {}
  if (count === undefined || unit === undefined || event === undefined) return null
  const of = new RegExp(String.raw`\b${event.slice(0, stem)}`)
  const near = talk
    .slice(Math.max(0, index - reach), index + 1)
    .map(({ plain }) => plain.replace(said.toLowerCase(), ''))
  const days = new Set(
    near
      .filter((plain) => of.test(plain))
      .flatMap((plain) => [...plain.matchAll(day)].map(([named]) => dayOf(named, held))),
  )
  const [only] = days
  const number = count === 'a' ? 1 : numberOf(count)
  if (days.size !== 1 || !only || number === null) return null
  const length = unit.startsWith('day') ? 1 : unit === 'fortnight' ? 14 : 7
  const due = new Date(`${only}T00:00:00Z`)
  due.setUTCDate(due.getUTCDate() + number * length)
  return due.toISOString().slice(0, 10)
}
