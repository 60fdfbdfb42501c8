import { ordinalOf, ordinalPattern, numberOf, numberPattern } from './numbers.ts'

/** When something is due, as it is said, and as a day where the meeting's own date tells it. */

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const days = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const month = `(?:${months.join('|')})`
const day = `(?:${days.join('|')})`

/** "The second Tuesday in January", "the last Friday of the month". */
export const weekdayOfMonth = String.raw`(?:first|second|third|fourth|last) ${day} (?:in|of) (?:${month}|(?:the|each|every|next) (?:month|quarter))`

const dayOfMonth = String.raw`the ${ordinalPattern} of (?:this|next) month|(?:the )?${ordinalPattern}(?: of)? ${month}(?: (?:19|20)\d\d)?|${month} (?:the )?${ordinalPattern}|(?:the )?(?:${ordinalPattern})(?! (?:of )?[a-z])(?<=(?:st|nd|rd|th|first|second|third|eth))`
const relative = String.raw`close of (?:play|business)(?: (?:on )?(?:${day}|today|tomorrow|the ${ordinalPattern}(?: of ${month})?))?|(?:the )?(?:end|close|middle|start|beginning) of (?:(?:the|this|next|play|business) ?)?(?:day|week|month|year|quarter|today|tomorrow|play|business|term|${day}|${month})?(?: ${day}| today| tomorrow)?|(?:this|next|the following) (?:week|month|quarter|year|meeting|board|${day})|the (?:next|following) (?:(?:board|committee|trustee) )?meeting|(?:the )?(?:agm|year end|month end|half year|audit|holidays|weekend)|${day}(?: (?:week|morning|afternoon|evening|lunchtime|noon|night|at the latest|of next week))?|tomorrow(?: (?:morning|afternoon|night|lunchtime))?|tonight|today|lunchtime|noon|easter|christmas|new year|half term|${month}(?: (?:19|20)\d\d)?`
const span = String.raw`(?:the (?:next|coming) )?(?:(?:a|${numberPattern}|couple of|a couple of|few|a few|fortnight'?s?)(?: working| business| calendar)?[- ])?(?:days?|weeks?|months?|fortnight|hours?|week or so)(?:'? time| of (?:today|now|this meeting|the meeting))?`

/** "Within fourteen days of the appointment": not of today. */
const ofEvent = String.raw`(?: (?:of|from|after|following) (?:the|its|that|their|his|her|such) (?:date of (?:the |its |that )?)?[a-z]+)`
const isOfEvent = new RegExp(String.raw`${ofEvent}$`)
const ofThisMeeting = / (?:the )?(?:meeting|resolution|decision)$/

/** The due date in a sentence; `said` with its preposition. */
const duePattern = new RegExp(
  String.raw`\b(?:(?:by|before|until|no later than|not later than|ahead of|in time for|due|for|on|at|from)(?: (?:the )?(?:latest|close|start|end|middle|beginning) (?:of|on))? (?:${dayOfMonth}|${day} (?:the )?${ordinalPattern}(?: (?:of )?${month})?|${relative})|(?:in|within|inside|over) ${span}${ofEvent}?|(?:end of|first thing|early|late|later|sometime) (?:next week|this week|the week|the month|next month|play|business|day|${day}|tomorrow|today|the week|on ${day})|(?:this|next) (?:week|month|${day})|tomorrow(?: (?:morning|afternoon))?|tonight|today|this (?:afternoon|evening|morning)|straight after (?:this|the meeting)|after (?:this|the) meeting|a week (?:on|from) ${day}|${day} week)\b`,
  'g',
)

/** "for the board", "on Monday's figures" and the like are no dates. */
const weak = /^(?:for|on|at|from) (?:the )?(?:audit|year end|month end|half year|holidays|agm|today)\b/

export type Due = { said: string; at: number }

/** The last date of a sentence is what it is due by: "the March figures by Friday". @param plain in small letters */
export function dueIn(plain: string): Due | null {
  const found = [...plain.matchAll(duePattern)].filter(({ 0: said }) => !weak.test(said))
  const strong = found.filter(({ 0: said }) =>
    /^(?:by|before|no later|not later|ahead|in time|within|due|end of|until)/.test(said),
  )
  const best = strong.at(-1) ?? found.at(-1)
  return best ? { said: best[0].trim(), at: best.index } : null
}

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const plus = (date: Date, count: number): Date => new Date(date.getTime() + count * 86_400_000)

/**
 * The day that was meant, as an ISO date. Of what can be read in two ways (a span, "next week") nothing is made up: null.
 * @param said as `dueIn` gives it @param held ISO date or time of the meeting; null: unknown
 */
export function dayOf(said: string, held: string | null): string | null {
  if (!held || Number.isNaN(Date.parse(held))) return null
  const base = new Date(`${held.slice(0, 10)}T00:00:00Z`)
  const text = said.toLowerCase()
  const named = new RegExp(
    `(${ordinalPattern})(?: of)? (${month})|(${month}) (?:the )?(${ordinalPattern})`,
  ).exec(text)
  if (named) {
    const number = ordinalOf((named[1] ?? named[4])!)
    const at = months.indexOf((named[2] ?? named[3])!)
    if (number === null || number < 1 || number > 31) return null
    const year = /\b((?:19|20)\d\d)\b/.exec(text)
    const date = new Date(Date.UTC(year ? Number(year[1]) : base.getUTCFullYear(), at, number))
    if (date.getUTCMonth() !== at) return null // 31 June
    // "By the tenth of January", said in November, is next year's.
    if (!year && date.getTime() < base.getTime() - 31 * 86_400_000)
      date.setUTCFullYear(date.getUTCFullYear() + 1)
    return iso(date)
  }
  const counted = new RegExp(
    `\\b(first|second|third|fourth|last) (${day}) (?:in|of) (${month}|\\w+ \\w+)`,
  ).exec(text)
  if (counted) return nthWeekday(counted, base)
  if (/\btomorrow\b/.test(text)) return iso(plus(base, 1))
  if (/\b(?:today|tonight|this afternoon|this evening|end of play$|close of business$)\b/.test(text))
    return iso(base)
  // Friday: the last day on which offices work.
  if (/\bend of (?:next|the following) week\b/.test(text))
    return iso(plus(base, 12 - ((base.getUTCDay() + 6) % 7) - 1))
  if (/\bend of (?:next|the following) month\b/.test(text))
    return iso(new Date(Date.UTC(base.getUTCFullYear(), base.getUTCMonth() + 2, 0)))
  if (/\bend of (?:the |this )?month\b|\bmonth end\b/.test(text))
    return iso(new Date(Date.UTC(base.getUTCFullYear(), base.getUTCMonth() + 1, 0)))
  const endOf = new RegExp(`\\bend of (${month})\\b`).exec(text)
  if (endOf) {
    const at = months.indexOf(endOf[1]!)
    const year = base.getUTCFullYear() + (at < base.getUTCMonth() ? 1 : 0)
    return iso(new Date(Date.UTC(year, at + 1, 0)))
  }
  const weekday = new RegExp(`\\b(next |a week on )?(${day})( week| of next week)?\\b`).exec(text)
  if (weekday) {
    // "Next Friday" is this week's for some and the week after for others.
    if (weekday[1] === 'next ') return null
    const ahead = (days.indexOf(weekday[2]!) - base.getUTCDay() + 7) % 7 || 7
    if (weekday[3] === ' of next week') return null
    return iso(plus(base, ahead + (weekday[1] || weekday[3] ? 7 : 0)))
  }
  if (/\bend of (?:the |this )?week\b/.test(text)) return iso(plus(base, (5 - base.getUTCDay() + 7) % 7))
  const alone = new RegExp(`\\bthe (${ordinalPattern})(?: of (this|next) month)?$`).exec(text)
  if (alone) return dayOfThisOrNext(ordinalOf(alone[1]!), alone[2], base)
  const spanned = new RegExp(`\\b(?:in|within) (${numberPattern}|a) (days?|weeks?|fortnight)\\b`).exec(text)
  if (spanned) {
    if (isOfEvent.test(text) && !ofThisMeeting.test(text)) return null
    const count = spanned[1] === 'a' ? 1 : numberOf(spanned[1]!)
    const unit = spanned[2]!.startsWith('day') ? 1 : spanned[2] === 'fortnight' ? 14 : 7
    return count === null ? null : iso(plus(base, count * unit))
  }
  return null
}

/** "By the 20th": the next one; of today's number it is not clear which is meant. */
function dayOfThisOrNext(day: number | null, which: string | undefined, base: Date): string | null {
  if (day === null || day < 1 || (which === undefined && day === base.getUTCDate())) return null
  const ahead = which === 'next' || (which === undefined && day < base.getUTCDate()) ? 1 : 0
  const date = new Date(Date.UTC(base.getUTCFullYear(), base.getUTCMonth() + ahead, day))
  return date.getUTCDate() === day ? iso(date) : null
}

/** The next one of the kind after `base`; null: of which month is not said. */
function nthWeekday([, which, name, of]: RegExpExecArray, base: Date): string | null {
  const at = months.indexOf(of!)
  if (at === -1) return null
  const dayIn = (year: number): Date => {
    const first = new Date(Date.UTC(year, at, 1))
    const from = plus(first, (days.indexOf(name!) - first.getUTCDay() + 7) % 7)
    if (which !== 'last') return plus(from, 7 * ['first', 'second', 'third', 'fourth'].indexOf(which!))
    return plus(from, 28).getUTCMonth() === at ? plus(from, 28) : plus(from, 21)
  }
  const date = dayIn(base.getUTCFullYear())
  return iso(date > base ? date : dayIn(base.getUTCFullYear() + 1))
}
