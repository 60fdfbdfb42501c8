import { Readable } from 'node:stream'
import type Router from '@koa/router'
import { exportAudit, listAudit, verifyAudit } from '#contract/audit.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { AuditService } from './service.ts'

const routes = { listAudit, exportAudit, verifyAudit }

export function auditRoutes(router: Router, { audit }: { audit: AuditService }): void {
  const handlers: Handlers<typeof routes> = {
    listAudit: ({ query }) => audit.list(query),
    exportAudit: async ({ person, ctx }) => {
      await audit.note({ personId: person.id, act: 'audit.exported' })
      ctx.type = 'application/x-ndjson'
      ctx.attachment(`audit-${new Date().toISOString().slice(0, 10)}.jsonl`)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = Readable.from(audit.jsonLines())
    },
    verifyAudit: async () => {
      const { found: _, ...verdict } = await audit.verify()
      return verdict
    },
  }
  mount(router, routes, handlers)
}
