import type { CalendarService } from '../calendar/service.ts'
import { transact, type Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { MailService } from '../mail/service.ts'
import type { SoonMeeting } from '../meetings/service.ts'
import type { Person } from '../people/service.ts'
import { asViewer } from '../viewer.ts'
import type { Phones } from './phone.ts'
import * as store from './store.ts'
import { dayMail, meetingMail, timeIn } from './words.ts'

/** The digest is sent at 07:00, or later that day if the appliance was off then. */
const digestFrom = 7

/** Sends a person's reminders, each once: by email, by text message, and as the digest of the day. */
export function createReminderSender({
  timezone,
  db,
  mail,
  phones,
  log,
  calendar,
  soonFor,
}: {
  timezone: string
  db: Db
  mail: MailService
  phones: Phones
  log: Log
  calendar: CalendarService
  soonFor: (person: Person) => Promise<SoonMeeting[]>
}) {
  async function sendMeetingReminders(person: Person, to: string[], base: string): Promise<void> {
    for (const meeting of await soonFor(person))
      await transact(db, async (trx) => {
        // A meeting that has been moved gets a new reminder.
        if (!(await store.remember(trx, person.id, `meeting ${meeting.id} ${meeting.startsAt}`))) return
        await mail.queue(trx, {
          to,
          personId: person.id,
          ...meetingMail(meeting, { origin: base, timezone }),
        })
      })
  }

  /** By text message; what the gateway does not take now is posted again while the meeting is still to come. */
  async function sendTextMessages(person: Person): Promise<void> {
    const { number, verified } = await phones.get(person.id)
    if (number === null || !verified) return
    for (const meeting of await soonFor(person)) {
      const what = `text ${meeting.id} ${meeting.startsAt}`
      if (await store.wasTold(db.read, person.id, what)) continue
      const where = meeting.place ? `, ${meeting.place}` : ''
      try {
        await phones.post(number, `${meeting.title} begins at ${timeIn(timezone, meeting.startsAt)}${where}.`)
        await transact(db, (trx) => store.remember(trx, person.id, what))
      } catch (error) {
        log.warn({ err: error, meetingId: meeting.id }, 'a text message could not be sent')
      }
    }
  }

  async function sendDayMail(person: Person, to: string[], base: string, digest: boolean): Promise<void> {
    const now = new Date()
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now)
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: timezone }).format(now),
    )
    if (hour < digestFrom) return
    const items = await asViewer(person, () => calendar.items(day, day, person.id))
    const told = dayMail(items, {
      ...{ origin: base, timezone, day },
      subject: digest ? 'Your day' : 'Due today',
      only: digest ? ['meeting', 'action', 'signature', 'deadline'] : ['action', 'signature', 'deadline'],
    })
    await transact(db, async (trx) => {
      if (!(await store.remember(trx, person.id, `day ${day}`)) || !told) return
      await mail.queue(trx, { to, personId: person.id, ...told })
    })
  }

  return { sendMeetingReminders, sendTextMessages, sendDayMail }
}
