import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { z } from 'zod'
import {
  calendarChanged,
  type CalendarItem,
  type importCalendar,
  type ScheduledMeeting,
  type scheduleMeeting as scheduleRoute,
} from '#contract/calendar.ts'
import type { ActionsService } from '../actions/service.ts'
import type { CompaniesService } from '../companies/service.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import {
  changeScheduledMeeting,
  labelsOf,
  maySee,
  putSeries,
  meetingOfUid,
  meetingsBetween,
  removeMeeting,
  scheduledMeeting,
  scheduleMeeting,
} from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import { asViewer } from '../viewer.ts'
import { createThread, ThreadDeadline } from '../processes/thread.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { ReadCalendar, ReadEvent } from './read-ics.ts'
import * as store from './store.ts'
import { writeIcs } from '../print/ics.ts'

/** What another slice has that stands in the calendar; registered in slices.ts. */
export type CalendarSource = (
  handle: Handle,
  days: { from: string; to: string; personId: number },
) => Promise<CalendarItem[]>

const dayMs = 86_400_000
const mostDays = 400
const readWithinMs = 20_000

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const gone = (): AppError => new AppError('not_found', 'This meeting does not exist, or has been deleted.')
const byTime = (a: CalendarItem, b: CalendarItem): number =>
  a.day.localeCompare(b.day) || (a.at ?? '').localeCompare(b.at ?? '') || a.title.localeCompare(b.title)

export type CalendarService = ReturnType<typeof createCalendar>

export function createCalendar({
  appRoot,
  db,
  timezone,
  recordings,
  actions,
  companies,
  people,
}: {
  appRoot: string
  db: Db
  timezone: string
  recordings: RecordingsService
  actions: ActionsService
  companies: CompaniesService
  people: PeopleService
}) {
  const sources: CalendarSource[] = []
  const read = createThread(join(appRoot, 'dist', 'server', 'calendar-reader.js'))
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

  async function present(handle: Handle, id: number): Promise<ScheduledMeeting> {
    const meeting = await scheduledMeeting(handle, id)
    if (!meeting) throw gone()
    const { series } = await labelsOf(handle, id)
    return { id, ...meeting, series, recordings: await recordings.ofMeeting(handle, id) }
  }

  const fieldsOf = (event: ReadEvent) => ({
    ...{ title: event.title, startsAt: event.startsAt, minutes: event.minutes, companyId: null },
    attendees: event.attendees.map(({ name, email }) => ({
      speakerId: '',
      name,
      ...(email !== null && /^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email) && { email }),
    })),
    location: event.location ? { type: 'physical' as const, name: event.location } : null,
    agenda: event.description,
  })

  return {
    register: (source: CalendarSource): void => void sources.push(source),
    items,
    get: (id: number): Promise<ScheduledMeeting> => present(db.read, id),

    /** @throws AppError invalid_input */
    async schedule(meeting: z.infer<typeof scheduleRoute.body>, personId: number): Promise<ScheduledMeeting> {
      const id = await transact(db, async (trx) => {
        const made = await scheduleMeeting(trx, meeting, { personId, uid: null })
        if (meeting.series !== undefined) await putSeries(trx, made, meeting.series)
        await publishChange(trx, calendarChanged)
        return made
      })
      return present(db.write, id)
    },

    /** @throws AppError not_found, invalid_input */
    async change(id: number, meeting: z.infer<typeof scheduleRoute.body>): Promise<ScheduledMeeting> {
      await transact(db, async (trx) => {
        await present(trx, id)
        await changeScheduledMeeting(trx, id, meeting)
        if (meeting.series !== undefined) await putSeries(trx, id, meeting.series)
        await recordings.publishMeetingChanged(trx, id)
        await publishChange(trx, calendarChanged)
      })
      return present(db.write, id)
    },

    /** @throws AppError not_found, in_progress */
    async cancel(id: number): Promise<void> {
      await transact(db, async (trx) => {
        const { recordings: recorded } = await present(trx, id)
        if (recorded.length > 0)
          throw new AppError('in_progress', 'This meeting has been recorded: delete its recording instead.')
        await removeMeeting(trx, id)
        await publishChange(trx, calendarChanged)
      })
    },

    /** Of what is there only that changes which the same person's calendar brought. */
    async import(content: string, personId: number): Promise<z.infer<typeof importCalendar.response>> {
      const { events, remarks } = (await read(
        { content, now: new Date().toISOString() },
        { deadlineMs: readWithinMs },
      ).catch((error: unknown) => {
        if (!(error instanceof ThreadDeadline)) throw error
        throw new AppError('invalid_input', 'This calendar takes too long to read.')
      })) as ReadCalendar
      let [added, changed] = [0, 0]
      await transact(db, async (trx) => {
        for (const event of events) {
          const there = await meetingOfUid(trx, personId, event.uid)
          if (there === null) {
            await scheduleMeeting(trx, fieldsOf(event), { personId, uid: event.uid })
            added++
            continue
          }
          if (!(await maySee(trx, there))) continue
          // Once it has been recorded people's own words of it stand.
          if ((await recordings.ofMeeting(trx, there)).length > 0) continue
          await changeScheduledMeeting(trx, there, fieldsOf(event))
          changed++
        }
        await publishChange(trx, calendarChanged)
      })
      return { added, changed, remarks }
    },

    async feedSince(personId: number): Promise<string | null> {
      return (await store.feedOf(db.read, personId))?.created_at ?? null
    },

    /** The secret is told once; another one makes the earlier useless. */
    async makeFeed(personId: number): Promise<string> {
      const secret = randomBytes(24).toString('base64url')
      await transact(db, (trx) => store.putFeed(trx, personId, digest(secret)))
      return secret
    },

    revokeFeed: (personId: number): Promise<void> => store.deleteFeed(db.write, personId),

    /** @throws AppError not_found */
    async feed(secret: string): Promise<string> {
      const personId = await store.personOfFeed(db.read, digest(secret))
      if (personId === null) throw new AppError('not_found', 'There is no calendar at this address.')
      const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
      const { id, email, administrator } = await people.find(db.read, { id: personId })
      // What a calendar program shows is what the person may see.
      const all = await asViewer({ id, email, administrator }, () =>
        items(day(Date.now() - 90 * dayMs), day(Date.now() + 300 * dayMs), personId),
      )
      return writeIcs(
        all.map(({ kind, id, title, at, day: on, detail }) => ({
          uid: `${kind}-${id}-${on}@meeting-appliance`,
          ...{ title, start: at ?? on, minutes: 60, location: kind === 'meeting' ? detail : null },
          ...{ description: kind === 'meeting' ? null : detail, kind: 'VEVENT' as const },
        })),
      )
    },
  }
}
