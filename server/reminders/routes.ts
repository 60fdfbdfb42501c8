import type Router from '@koa/router'
import * as contract from '#contract/reminders.ts'
import { goneSignal } from '../http/client-gone.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { Phones } from './phone.ts'
import type { RemindersService } from './service.ts'

const { listReminders, minutesRecipients, sendMinutes, getPhone, sendPhoneCode, verifyPhone } = contract
const routes = { listReminders, minutesRecipients, sendMinutes, getPhone, sendPhoneCode, verifyPhone }

export function reminderRoutes(
  router: Router,
  { reminders, phones }: { reminders: RemindersService; phones: Phones },
): void {
  mount(router, routes, {
    getPhone: ({ person }) => phones.get(person.id),
    sendPhoneCode: ({ body, person }) => phones.sendCode(person.id, body.number),
    verifyPhone: ({ body, person }) => phones.verify(person.id, body.code),
    listReminders: ({ person }) => reminders.list(person),
    minutesRecipients: ({ params }) => reminders.recipients(params.id),
    sendMinutes: ({ params, body, person, ctx }) =>
      reminders.sendMinutes(params.id, body.to, person, goneSignal(ctx)),
  } satisfies Handlers<typeof routes>)
}
