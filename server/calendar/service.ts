import type { z } from 'zod'
import {
  calendarChanged,
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
  putSeries,
  removeMeeting,
  scheduledMeeting,
  scheduleMeeting,
} from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { createCalendarFeed } from './calendar-feed.ts'
import { createCalendarImport } from './calendar-import.ts'
import { createCalendarItems } from './calendar-items.ts'

export type { CalendarSource } from './calendar-items.ts'

const gone = (): AppError => new AppError('not_found', 'This meeting does not exist, or has been deleted.')
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
  const { items, register } = createCalendarItems({ db, timezone, recordings, actions, companies })

  async function present(handle: Handle, id: number): Promise<ScheduledMeeting> {
    const meeting = await scheduledMeeting(handle, id)
    if (!meeting) throw gone()
    const { series } = await labelsOf(handle, id)
    return { id, ...meeting, series, recordings: await recordings.ofMeeting(handle, id) }
  }

  return {
    register,
    items,
    import: createCalendarImport({ appRoot, db, recordings }),
    ...createCalendarFeed({ db, items, people }),
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
  }
}
