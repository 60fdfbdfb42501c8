import type Router from '@koa/router'
import * as contract from '#contract/retention.ts'
import { listStrikes, strikePassage } from '#contract/strikes.ts'
import { attachment } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { RetentionService } from './service.ts'
import type { StrikesService } from './strikes.ts'

const { getRetention, previewRetention, putRetentionRules, startRetention } = contract
const { placeHold, liftHold, downloadDisposalCertificate } = contract
const routes = {
  ...{ getRetention, previewRetention, putRetentionRules, startRetention },
  ...{ placeHold, liftHold, downloadDisposalCertificate, listStrikes, strikePassage },
}

export function retentionRoutes(
  router: Router,
  { retention, strikes }: { retention: RetentionService; strikes: StrikesService },
): void {
  mount(router, routes, {
    getRetention: () => retention.view(),
    previewRetention: async ({ body }) => ({ items: await retention.preview(body.rules) }),
    async putRetentionRules({ body, person }) {
      await retention.setRules(body.rules, person.id)
      return retention.view()
    },
    async startRetention() {
      await retention.start()
      return retention.view()
    },
    async placeHold({ body, person }) {
      await retention.hold(body, body.reason, person.id)
      return retention.view()
    },
    async liftHold({ params, person }) {
      await retention.lift(params.id, person.id)
      return retention.view()
    },
    listStrikes: ({ params }) => strikes.view(params.id),
    async strikePassage({ params, body, person }) {
      await strikes.begin(params.id, body, person.id)
      return strikes.view(params.id)
    },
    async downloadDisposalCertificate({ params, ctx }) {
      const text = await retention.certificate(params.id)
      ctx.set({
        'Content-Disposition': attachment(`Certificate of disposal ${params.id}.txt`),
        'Cache-Control': 'no-store',
      })
      ctx.type = 'text/plain; charset=utf-8'
      ctx.body = text
    },
  } satisfies Handlers<typeof routes>)
}
