import { join } from 'node:path'
import type { z } from 'zod'
import { calendarChanged, type importCalendar as importRoute } from '#contract/calendar.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { changeScheduledMeeting, maySee, meetingOfUid, scheduleMeeting } from '../meetings/service.ts'
import { createThread, ThreadDeadline } from '../processes/thread.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { ReadCalendar, ReadEvent } from './read-ics.ts'

const readWithinMs = 20_000

/** What a calendar's event says of a meeting. */
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

/** Takes in the events of an ICS file, which a thread of its own reads. */
export function createCalendarImport({
  appRoot,
  db,
  recordings,
}: {
  appRoot: string
  db: Db
  recordings: RecordingsService
}) {
  const read = createThread(join(appRoot, 'dist', 'server', 'calendar-reader.js'))

  /** Of what is there only that changes which the same person's calendar brought. */
  return async function importCalendar(
    content: string,
    personId: number,
  ): Promise<z.infer<typeof importRoute.response>> {
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
  }
}
