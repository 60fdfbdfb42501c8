import type Router from '@koa/router'
import * as contract from '#contract/minutes.ts'
import { goneSignal } from '../http/client-gone.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { MinutesService } from './service.ts'

const { getMinutes, getSummaryEngine, createSummary, restoreMinutes, judgeDoubtful } = contract
const { listTemplates, getTemplate, putTemplate, previewTemplate } = contract
const routes = {
  getMinutes,
  getSummaryEngine,
  createSummary,
  restoreMinutes,
  judgeDoubtful,
  listTemplates,
  previewTemplate,
  getTemplate,
  putTemplate,
}

export function minutesRoutes(router: Router, { minutes }: { minutes: MinutesService }): void {
  const { templates } = minutes
  const handlers: Handlers<typeof routes> = {
    getMinutes: ({ params, query }) => minutes.get(params.id, query.version),

    getSummaryEngine: () => minutes.engine(),

    createSummary: ({ ctx, params, body, person }) =>
      minutes.generate(params.id, {
        personId: person.id,
        gone: goneSignal(ctx),
        ...(body?.template !== undefined && { template: body.template }),
      }),

    restoreMinutes: ({ params, body, person }) =>
      minutes.restore(params.id, { version: body.version, personId: person.id }),

    judgeDoubtful: ({ params, body, person }) => minutes.judge(params.id, { ...body, personId: person.id }),

    listTemplates: () => templates.list(),
    previewTemplate: async ({ body }) => ({ markdown: templates.preview(body.text) }),
    getTemplate: ({ params }) => templates.get(params.id),
    putTemplate: ({ params, body }) => templates.put(params.id, body.text),
  }
  mount(router, routes, handlers)
}
