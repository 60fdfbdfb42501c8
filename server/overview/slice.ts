import type { Core, Slice } from '../slice.ts'
import { overviewRoutes } from './routes.ts'
import { createOverview, type OverviewService } from './service.ts'

/** What the list of meetings shows beside each recording. */
export function createOverviewSlice({ db, recordings }: Core): Slice<OverviewService> {
  const overview = createOverview({ db, recordings })
  return { name: 'overview', service: overview, routes: (router) => overviewRoutes(router, { overview }) }
}
