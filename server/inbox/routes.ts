import type Router from '@koa/router'
import { getInbox, resumeInbox, retryInboxFile } from '#contract/inbox.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { InboxService } from './service.ts'

const routes = { getInbox, retryInboxFile, resumeInbox }

export function inboxRoutes(router: Router, { inbox }: { inbox: InboxService }): void {
  const handlers: Handlers<typeof routes> = {
    getInbox: () => inbox.view(),
    retryInboxFile: async ({ params, person }) => {
      await inbox.retry(params.id, person.id)
      return inbox.view()
    },
    resumeInbox: async () => {
      await inbox.resume()
      return inbox.view()
    },
  }
  mount(router, routes, handlers)
}
