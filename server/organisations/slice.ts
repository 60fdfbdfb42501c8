import type { Core, Slice } from '../slice.ts'
import { organisationRoutes } from './routes.ts'
import { createOrganisations, type OrganisationsService } from './service.ts'

export function createOrganisationsSlice(core: Core): Slice<OrganisationsService> {
  const organisations = createOrganisations({ db: core.db })
  return {
    name: 'organisations',
    service: organisations,
    routes: (router) => organisationRoutes(router, { organisations }),
  }
}
