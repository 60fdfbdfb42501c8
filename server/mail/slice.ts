import { regularly } from '../regularly.ts'
import type { Ports, Slice } from '../slice.ts'
import { createMail, type MailService } from './service.ts'

const sendEveryMs = 5000

export function createMailSlice({ config, db, log }: Ports): Slice<MailService> {
  const mail = createMail({ config, db, log })
  return {
    name: 'mail',
    service: mail,
    findings: mail.findings,
    personalData: { name: 'mail', collect: async () => null, erase: mail.forgetPerson },
    start: () =>
      mail.isOn
        ? regularly(sendEveryMs, mail.sendDue, (error) =>
            log.warn({ err: error }, 'the outbox could not be looked at'),
          )
        : () => undefined,
    close: mail.close,
  }
}
