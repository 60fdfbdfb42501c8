import type { Core, Slice } from '../slice.ts'
import { createLabels } from '../meetings/service.ts'
import { labelRoutes, overviewRoutes } from './routes.ts'
import { createOverview, type OverviewService } from './service.ts'

/** What the list of meetings shows beside each recording. */
export function createOverviewSlice({ access, db, recordings }: Core): Slice<OverviewService> {
  const overview = createOverview({ db, recordings })
  const labels = createLabels({ db, changed: recordings.publishMeetingChanged })
  return {
    name: 'overview',
    service: overview,
    routes(router) {
      overviewRoutes(router, { overview })
      labelRoutes(router, { access, db, labels, recordings })
    },
  }
}
