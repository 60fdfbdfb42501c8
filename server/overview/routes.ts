import type Router from '@koa/router'
import { listOverviews } from '#contract/overview.ts'
import { mount } from '../http/routes.ts'
import type { OverviewService } from './service.ts'

export function overviewRoutes(router: Router, { overview }: { overview: OverviewService }): void {
  mount(router, { listOverviews }, { listOverviews: ({ query }) => overview.list(query.ids) })
}
