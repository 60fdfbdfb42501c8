import type { CalendarService } from '../calendar/service.ts'
import type { DocumentsService } from '../documents/service.ts'
import type { ExportsService } from '../exports/service.ts'
import { publicOrigin } from '../files/running.ts'
import type { MailService } from '../mail/service.ts'
import type { ProfileService } from '../profile/service.ts'
import { regularly } from '../regularly.ts'
import type { Core, Slice } from '../slice.ts'
import { createPhones } from './phone.ts'
import { reminderRoutes } from './routes.ts'
import { createReminders, type RemindersService } from './service.ts'
import { forgetPerson } from './store.ts'

const lookEveryMs = 30_000

type Needs = Core & {
  mail: MailService
  profile: ProfileService
  calendar: CalendarService
  documents: DocumentsService
  exports: ExportsService
}

export function createRemindersSlice(core: Needs): Slice<RemindersService> {
  const { config, db, log, paths } = core
  const phones = createPhones({ db, webhook: config.smsWebhook })
  const reminders = createReminders({ ...core, phones, origin: () => publicOrigin(config, paths) })
  return {
    name: 'reminders',
    service: reminders,
    routes: (router) => reminderRoutes(router, { reminders, phones }),
    transcripts: { workMoved: reminders.transcriptMoved },
    personalData: { name: 'reminders', collect: phones.ofPerson, erase: forgetPerson },
    start: () =>
      core.mail.isOn || phones.isOn
        ? regularly(lookEveryMs, reminders.look, (error) =>
            log.warn({ err: error }, 'reminders could not be sent'),
          )
        : () => undefined,
  }
}
