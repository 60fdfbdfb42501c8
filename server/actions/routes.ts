import type Router from '@koa/router'
import * as contract from '#contract/actions.ts'
import * as personalContract from '#contract/personal-actions.ts'
import { attachment } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { ActionsService } from './service.ts'

const { listActions, getRecordingActions, extractActions, updateAction, deleteAction } = contract
const { mattersArising, meetingMattersArising } = contract
const { listPersonalActions, addPersonalAction, changePersonalAction, deletePersonalAction, exportActions } =
  personalContract
const routes = {
  ...{ mattersArising, meetingMattersArising },
  ...{ exportActions, listActions, getRecordingActions, extractActions, updateAction, deleteAction },
  ...{ listPersonalActions, addPersonalAction, changePersonalAction, deletePersonalAction },
}

export function actionRoutes(router: Router, { actions }: { actions: ActionsService }): void {
  const handlers: Handlers<typeof routes> = {
    listActions: async ({ query, ctx }) => {
      const { actions: page, next } = await actions.page(query)
      if (next !== null) ctx.set('X-Next-Cursor', String(next))
      return page
    },

    listPersonalActions: ({ person }) => actions.personal.list(person.id),
    addPersonalAction: ({ body, person }) => actions.personal.add(body, person.id),
    changePersonalAction: ({ params, body, person }) => actions.personal.change(params.id, body, person.id),
    deletePersonalAction: async ({ params, person }) => {
      await actions.personal.remove(params.id, person.id)
      return { success: true }
    },

    exportActions: async ({ params: { format }, person, ctx }) => {
      const text = await actions.exported(format, person.id)
      ctx.set({ 'Content-Disposition': attachment(`Actions.${format}`), 'Cache-Control': 'no-store' })
      ctx.type = `${format === 'csv' ? 'text/csv' : 'text/calendar'}; charset=utf-8`
      ctx.body = text
    },

    getRecordingActions: ({ params }) => actions.ofRecording(params.id),
    mattersArising: ({ params }) => actions.arisingIn(params.id),
    meetingMattersArising: ({ params }) => actions.arising(params.id),
    extractActions: ({ params }) => actions.extract(params.id),
    updateAction: ({ params, body, person }) => actions.change(params.id, body, person.id),
    deleteAction: async ({ params, person }) => {
      await actions.dismiss(params.id, person.id)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}
