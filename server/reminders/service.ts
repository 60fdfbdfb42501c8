import type { Reminder } from '#contract/reminders.ts'
import type { CalendarService } from '../calendar/service.ts'
import type { Config } from '../config.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { DocumentsService } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import type { ExportsService } from '../exports/service.ts'
import type { Log } from '../log.ts'
import type { MailService } from '../mail/service.ts'
import { meetingInfo, meetingsSoon, type SoonMeeting } from '../meetings/service.ts'
import { firstPersonId, type PeopleService, type Person, type PersonSettings } from '../people/service.ts'
import type { ProfileService } from '../profile/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { asViewer } from '../viewer.ts'
import * as store from './store.ts'
import type { Phones } from './phone.ts'
import { dayMail, meetingMail, minutesMail, timeIn } from './words.ts'

const hourMs = 3_600_000
const keptMs = 60 * 24 * hourMs
/** The digest goes at 07:00, and later on the day where the appliance was off then. */
const digestFrom = 7

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
  const { timezone } = config

  async function addressesOf(
    handle: Handle,
    person: Person,
  ): Promise<{ main: string | null; other: string | null }> {
    const own = await profile.ofPerson(handle, person.id)
    return { main: person.email ?? (own?.email || null), other: own?.secondaryEmail || null }
  }

  /** Those within the hour that concern the person. */
  async function soonFor(person: Person): Promise<SoonMeeting[]> {
    const now = Date.now()
    const range = { from: new Date(now).toISOString(), to: new Date(now + hourMs).toISOString() }
    const all = await asViewer(person, () => meetingsSoon(db.read, range))
    const { main, other } = await addressesOf(db.read, person)
    const alone = (config.access === 'local' || config.access === 'open') && person.id === firstPersonId
    const concerned = all.filter(
      ({ scheduledBy, emails }) =>
        alone ||
        scheduledBy === person.id ||
        [main, other].some((one) => one && emails.includes(one.toLowerCase())),
    )
    const begun = new Set(
      (
        await recordings.ofMeetings(
          db.read,
          concerned.map(({ id }) => id),
        )
      ).map((one) => one.meeting_id),
    )
    return concerned.filter(({ id }) => !begun.has(id))
  }

  async function remindOf(person: Person, to: string[], base: string): Promise<void> {
    for (const meeting of await soonFor(person))
      await transact(db, async (trx) => {
        // A meeting that has been moved is told anew.
        if (!(await store.remember(trx, person.id, `meeting ${meeting.id} ${meeting.startsAt}`))) return
        await mail.queue(trx, {
          to,
          personId: person.id,
          ...meetingMail(meeting, { origin: base, timezone }),
        })
      })
  }

  /** By text message; what the gateway does not take now is posted again while the meeting is still to come. */
  async function textOf(person: Person): Promise<void> {
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

  async function tellOfDay(person: Person, to: string[], base: string, digest: boolean): Promise<void> {
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

  return {
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
        if (phones.isOn && wanted.smsReminders) await textOf(person)
        const { main, other } = await addressesOf(db.read, person)
        if (!mail.isOn || main === null || (!wanted.emailNotifications && !wanted.dailyDigest)) continue
        const to = wanted.secondaryEmailNotifications && other ? [main, other] : [main]
        if (wanted.emailNotifications) await remindOf(person, to, base)
        await tellOfDay(person, to, base, wanted.dailyDigest)
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

    async recipients(recordingId: number) {
      const meetingId = await recordings.meetingOf(db.read, recordingId)
      if (meetingId === null)
        throw new AppError('not_found', 'This recording does not exist, or has been deleted.')
      const { attendees } = await meetingInfo(db.read, meetingId)
      return {
        on: mail.isOn,
        attendees: attendees.flatMap(({ name, email }) => (email ? [{ name, email }] : [])),
      }
    },

    /** The current minutes as a PDF. @throws AppError mail_off, not_found, export_failed */
    async sendMinutes(recordingId: number, to: readonly string[], person: Person, signal: AbortSignal) {
      if (!mail.isOn)
        throw new AppError(
          'mail_off',
          'Email is not set up on this appliance. An administrator names the mail server (APPLIANCE_SMTP_URL).',
        )
      const file = await exports.minutesFile(recordingId, 'pdf', signal)
      const { title } = await recordings.get(db.read, recordingId)
      const approved = await documents.isApproved(db.read, recordingId)
      const words = minutesMail(title, approved, await people.nameOf(db.read, person.id))
      const bytes = 'bytes' in file ? Buffer.from(file.bytes) : Buffer.alloc(0)
      const all = [...new Set(to.map((one) => one.toLowerCase()))]
      const name = approved ? file.name : `Draft ${file.name.charAt(0).toLowerCase()}${file.name.slice(1)}`
      await transact(db, (trx) => mail.queue(trx, { to: all, ...words, file: { name, bytes } }))
      return { sent: all.length, approved }
    },
  }
}
