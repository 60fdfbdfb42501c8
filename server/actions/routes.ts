import type Router from '@koa/router'
import * as contract from '#contract/actions.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { ActionsService } from './service.ts'

const { listActions, getRecordingActions, extractActions, updateAction, deleteAction } = contract
const routes = { listActions, getRecordingActions, extractActions, updateAction, deleteAction }

export function actionRoutes(router: Router, { actions }: { actions: ActionsService }): void {
  const handlers: Handlers<typeof routes> = {
    listActions: async ({ query, ctx }) => {
      const { actions: page, next } = await actions.page(query)
      if (next !== null) ctx.set('X-Next-Cursor', String(next))
      return page
    },

    getRecordingActions: ({ params }) => actions.ofRecording(params.id),
    extractActions: ({ params }) => actions.extract(params.id),
    updateAction: ({ params, body, person }) => actions.change(params.id, body, person.id),
    deleteAction: async ({ params, person }) => {
      await actions.dismiss(params.id, person.id)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}
