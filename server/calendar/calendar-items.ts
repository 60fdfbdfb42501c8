import type { CalendarItem } from '#contract/calendar.ts'
import type { ActionsService } from '../actions/service.ts'
import type { CompaniesService } from '../companies/service.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { meetingsBetween } from '../meetings/service.ts'
import type { RecordingsService } from '../recordings/service.ts'

/** What another slice has that stands in the calendar; registered in slices.ts. */
export type CalendarSource = (
  handle: Handle,
  days: { from: string; to: string; personId: number },
) => Promise<CalendarItem[]>

export const dayMs = 86_400_000
const mostDays = 400

const byTime = (a: CalendarItem, b: CalendarItem): number =>
  a.day.localeCompare(b.day) || (a.at ?? '').localeCompare(b.at ?? '') || a.title.localeCompare(b.title)

/** What stands in the calendar: meetings, actions due, filing deadlines, and what other slices have registered. */
export function createCalendarItems({
  db,
  timezone,
  recordings,
  actions,
  companies,
}: {
  db: Db
  timezone: string
  recordings: RecordingsService
  actions: ActionsService
  companies: CompaniesService
}) {
  const sources: CalendarSource[] = []
  const dayHere = new Intl.DateTimeFormat('en-CA', { timeZone: timezone })

  async function meetingItems(from: string, to: string): Promise<CalendarItem[]> {
    // A day more on both sides: which day it is depends on the place.
    const [first, last] = [Date.parse(from) - dayMs, Date.parse(to) + 2 * dayMs]
    const iso = (ms: number): string => new Date(ms).toISOString()
    const meetings = await meetingsBetween(db.read, iso(first), iso(last))
    const recorded = new Map(
      (
        await recordings.ofMeetings(
          db.read,
          meetings.map(({ id }) => id),
        )
      ).map((one) => [one.meeting_id, one.id]),
    )
    return meetings.flatMap((meeting): CalendarItem[] => {
      const day = dayHere.format(new Date(meeting.at))
      if (day < from || day > to) return []
      const recording = recorded.get(meeting.id)
      const href = recording === undefined ? null : `/recordings/${recording}`
      const { id, title, at, place } = meeting
      return [{ kind: 'meeting', id, title, at, day, href, detail: place }]
    })
  }

  async function items(from: string, to: string, personId: number): Promise<CalendarItem[]> {
    if (Date.parse(to) - Date.parse(from) > mostDays * dayMs || to < from)
      throw new AppError('invalid_input', `A calendar shows at most ${mostDays} days.`)
    const deadlines = await companies.deadlines(db.read, { from, to })
    const others = await Promise.all(sources.map((source) => source(db.read, { from, to, personId })))
    return [
      ...(await meetingItems(from, to)),
      ...(await actions.dueBetween({ from, to, personId })),
      ...deadlines.map((one): CalendarItem => ({
        ...{ kind: 'deadline', id: one.companyId, title: `${one.title} due`, at: null, day: one.due },
        ...{ href: '/governance', detail: one.companyName },
      })),
      ...others.flat(),
    ].sort(byTime)
  }

  return { items, register: (source: CalendarSource): void => void sources.push(source) }
}
