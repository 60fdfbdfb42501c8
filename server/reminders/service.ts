import type { Reminder } from '#contract/reminders.ts'
import type { CalendarService } from '../calendar/service.ts'
import type { Config } from '../config.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { DocumentsService } from '../documents/service.ts'
import type { ExportsService } from '../exports/service.ts'
import type { Log } from '../log.ts'
import type { MailService } from '../mail/service.ts'
import type { PeopleService, Person, PersonSettings } from '../people/service.ts'
import type { ProfileService } from '../profile/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { createRecipients } from './recipients.ts'
import { createMinutesMail } from './minutes-mail.ts'
import type { Phones } from './phone.ts'
import * as store from './store.ts'
import { createReminderSender } from './send-reminders.ts'

const keptMs = 60 * 86_400_000

export type RemindersService = ReturnType<typeof createReminders>

/** Tells people of what is near: in the app, and by email where there is a mail server. */
export function createReminders({
  config,
  db,
  mail,
  phones,
  log,
  people,
  settings,
  profile,
  calendar,
  recordings,
  documents,
  exports,
  origin,
}: {
  config: Pick<Config, 'access' | 'timezone'>
  db: Db
  mail: MailService
  phones: Phones
  log: Log
  people: PeopleService
  settings: PersonSettings
  profile: ProfileService
  calendar: CalendarService
  recordings: RecordingsService
  documents: Pick<DocumentsService, 'isApproved'>
  exports: ExportsService
  /** What people type into their browsers. */
  origin: () => Promise<string>
}) {
  const { addressesOf, soonFor } = createRecipients({ config, db, profile, recordings })

  const { sendMeetingReminders, sendTextMessages, sendDayMail } = createReminderSender({
    timezone: config.timezone,
    db,
    mail,
    phones,
    log,
    calendar,
    soonFor,
  })

  return {
    ...createMinutesMail({ db, mail, people, recordings, documents, exports }),

    /** For the page: what begins within the hour. */
    list: async (person: Person): Promise<Reminder[]> =>
      (await soonFor(person)).map(({ id, title, startsAt, place, url }) => ({
        ...{ meetingId: id, title, startsAt, place, url },
      })),

    /** Sends what is due to everybody who wants it. */
    async look(): Promise<void> {
      if (!mail.isOn && !phones.isOn) return
      const base = await origin()
      for (const person of await people.list(db.read)) {
        const wanted = await settings.get(db.read, person.id)
        if (phones.isOn && wanted.smsReminders) await sendTextMessages(person)
        const { main, other } = await addressesOf(db.read, person)
        if (!mail.isOn || main === null || (!wanted.emailNotifications && !wanted.dailyDigest)) continue
        const to = wanted.secondaryEmailNotifications && other ? [main, other] : [main]
        if (wanted.emailNotifications) await sendMeetingReminders(person, to, base)
        await sendDayMail(person, to, base, wanted.dailyDigest)
      }
      const old = new Date(Date.now() - keptMs).toISOString()
      await transact(db, (trx) => store.forgetBefore(trx, old))
    },

    /** Work on a transcript has moved: whoever made the recording is told once that it is there. */
    async transcriptMoved(trx: Handle, recordingId: number): Promise<void> {
      if (!mail.isOn) return
      const recording = await recordings.get(trx, recordingId)
      if (recording.status !== 'done' || !recording.transcriptionSuccess) return
      const person = await people.whoIs(trx, recording.userId)
      const wanted = person && (await settings.get(trx, person.id))
      const { main, other } = person ? await addressesOf(trx, person) : { main: null, other: null }
      if (!person || !wanted?.emailNotifications || main === null) return
      if (!(await store.remember(trx, person.id, `transcript ${recordingId}`))) return
      await mail.queue(trx, {
        to: wanted.secondaryEmailNotifications && other ? [main, other] : [main],
        personId: person.id,
        subject: `Transcript ready: ${recording.title}`,
        text: `The transcript of ${recording.title} is ready:\n${await origin()}/recordings/${recordingId}\n`,
      })
    },
  }
}
