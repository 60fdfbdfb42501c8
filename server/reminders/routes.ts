import type Router from '@koa/router'
import { listReminders, minutesRecipients, sendMinutes } from '#contract/reminders.ts'
import { goneSignal } from '../http/client-gone.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { RemindersService } from './service.ts'

const routes = { listReminders, minutesRecipients, sendMinutes }

export function reminderRoutes(router: Router, { reminders }: { reminders: RemindersService }): void {
  mount(router, routes, {
    listReminders: ({ person }) => reminders.list(person),
    minutesRecipients: ({ params }) => reminders.recipients(params.id),
    sendMinutes: ({ params, body, person, ctx }) =>
      reminders.sendMinutes(params.id, body.to, person, goneSignal(ctx)),
  } satisfies Handlers<typeof routes>)
}
