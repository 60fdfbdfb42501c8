import ICAL from 'ical.js'

/** A meeting as a calendar file tells it. */
export type ReadEvent = {
  uid: string
  title: string
  startsAt: string
  minutes: number
  location: string | null
  description: string
  attendees: { name: string; email: string | null }[]
}
export type ReadCalendar = { events: ReadEvent[]; remarks: string[] }

/** A file holds no more events, and an event no more dates from today on, with its last ones before. */
const [mostEvents, mostDates, mostPastDates, mostSteps] = [2000, 200, 50, 10_000]
const dayMs = 86_400_000
/** Milliseconds since 1970. */
type Window = { from: number; today: number; to: number }
/** Some write a day without saying that it is one. */
const bareDay = /^(DTSTART|DTEND):(\d{8})(?=\r?$)/gm

/** Reads an iCalendar file; what cannot be read is left out with a remark. Runs in a thread. */
export function readIcs({ content, now }: { content: string; now: string }): ReadCalendar {
  const remarks: string[] = []
  const events: ReadEvent[] = []
  const today = Date.parse(now)
  // From a year ago to two years ahead.
  const window = { from: today - 365 * dayMs, today, to: today + 730 * dayMs }
  let calendars: ICAL.Component[]
  try {
    const parsed: unknown = ICAL.parse(content.replace(bareDay, '$1;VALUE=DATE:$2'))
    const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
    calendars = all.map((one) => new ICAL.Component(one as never))
  } catch {
    return { events, remarks: ['This is not a calendar file, or it is damaged.'] }
  }
  for (const calendar of calendars) {
    ICAL.TimezoneService.reset()
    for (const zone of calendar.getAllSubcomponents('vtimezone').slice(0, 100))
      attempt(() => ICAL.TimezoneService.register(zone))
    const components = calendar.getAllSubcomponents('vevent')
    // Of several changes of one date the last revision holds: it is told last.
    const changed = components
      .filter((one) => one.hasProperty('recurrence-id'))
      .sort((a, b) => revisionOf(a) - revisionOf(b))
    for (const component of components.slice(0, mostEvents)) {
      if (component.hasProperty('recurrence-id')) continue
      const title = String(component.getFirstPropertyValue('summary') ?? '').trim() || 'Meeting'
      const read = datesAsReadable(component, changed, window)
      if (read === null) remarks.push(`“${title.slice(0, 80)}” could not be read and was left out.`)
      else events.push(...read.slice(0, mostEvents - events.length))
      if (read?.filter(({ startsAt }) => Date.parse(startsAt) >= today).length === mostDates)
        remarks.push(`Of “${title.slice(0, 80)}” only the next ${mostDates} dates were read.`)
    }
    if (components.length > mostEvents) remarks.push(`Only the first ${mostEvents} entries were read.`)
  }
  return { events, remarks: remarks.slice(0, 20) }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

const revisionOf = (component: ICAL.Component): number =>
  Number(component.getFirstPropertyValue('sequence')) || 0

/** What cannot be read of a repetition is left out, rather than the whole: first its exceptions, then the repetition. */
function datesAsReadable(
  component: ICAL.Component,
  changed: readonly ICAL.Component[],
  window: Window,
): ReadEvent[] | null {
  const whole = attempt(() => datesOf(component, changed, window))
  if (whole !== null) return whole
  for (const names of [['exdate'], ['rrule', 'rdate']]) {
    for (const name of names) component.removeAllProperties(name)
    const rest = attempt(() => datesOf(component, changed, window))
    if (rest !== null) return rest
  }
  return null
}

function datesOf(component: ICAL.Component, changed: readonly ICAL.Component[], window: Window): ReadEvent[] {
  const event = new ICAL.Event(component, { strictExceptions: true })
  for (const one of changed)
    if (one.getFirstPropertyValue('uid') === event.uid) attempt(() => event.relateException(one))
  if (!event.startDate) return []
  if (!event.isRecurring()) {
    const one = described(event, event.startDate, event.endDate)
    return one && isWithin(one, window) ? [one] : []
  }
  const past: ReadEvent[] = []
  const found: ReadEvent[] = []
  const dates = event.iterator()
  for (let step = 0; step < mostSteps && found.length < mostDates; step++) {
    const next = dates.next() as ICAL.Time | undefined
    if (!next || next.toJSDate().getTime() > window.to) break
    const details = event.getOccurrenceDetails(next)
    const one = described(details.item, details.startDate, details.endDate)
    if (!one || !isWithin(one, window)) continue
    const isPast = Date.parse(one.startsAt) < window.today
    ;(isPast ? past : found).push({ ...one, uid: `${one.uid}#${next.toString()}` })
  }
  return [...past.slice(-mostPastDates), ...found]
}

const isWithin = ({ startsAt }: ReadEvent, { from, to }: Window): boolean =>
  Date.parse(startsAt) >= from && Date.parse(startsAt) <= to

function described(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time | null): ReadEvent | null {
  const [begins, ends] = [start.toJSDate(), end?.toJSDate() ?? start.toJSDate()]
  if (Number.isNaN(begins.getTime())) return null
  if (event.component.getFirstPropertyValue('status') === 'CANCELLED') return null
  return {
    uid: (event.uid || `${event.summary}-${begins.toISOString()}`).slice(0, 500),
    title: (event.summary || 'Meeting').trim().slice(0, 300) || 'Meeting',
    startsAt: begins.toISOString(),
    minutes: Math.min(1440, Math.max(5, Math.round((ends.getTime() - begins.getTime()) / 60_000) || 60)),
    location: event.location ? event.location.slice(0, 200) : null,
    description: (event.description || '').slice(0, 20_000),
    attendees: event.attendees.slice(0, 200).flatMap((one) => {
      const email = String(one.getFirstValue() ?? '')
        .replace(/^mailto:/i, '')
        .slice(0, 254)
      const name = String(one.getParameter('cn') ?? email)
        .slice(0, 200)
        .trim()
      return name === '' ? [] : [{ name, email: email.includes('@') ? email : null }]
    }),
  }
}
