import { transact, type Db } from '../db/open.ts'
import type { DocumentsService } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import type { ExportsService } from '../exports/service.ts'
import type { MailService } from '../mail/service.ts'
import { meetingInfo } from '../meetings/service.ts'
import type { PeopleService, Person } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { minutesMail } from './words.ts'

/** Minutes that somebody sends to those who were there. */
export const createMinutesMail = ({
  db,
  mail,
  people,
  recordings,
  documents,
  exports,
}: {
  db: Db
  mail: MailService
  people: PeopleService
  recordings: RecordingsService
  documents: Pick<DocumentsService, 'isApproved'>
  exports: ExportsService
}) => ({
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
})
