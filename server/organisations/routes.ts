import type Router from '@koa/router'
import {
  addOrganisation,
  listOrganisations,
  removeOrganisation,
  renameOrganisation,
} from '#contract/organisations.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { OrganisationsService } from './service.ts'

const routes = { listOrganisations, addOrganisation, renameOrganisation, removeOrganisation }

export function organisationRoutes(
  router: Router,
  { organisations }: { organisations: OrganisationsService },
): void {
  const handlers: Handlers<typeof routes> = {
    listOrganisations: async () => ({ organizations: await organisations.list() }),
    addOrganisation: async ({ body }) => ({ organization: await organisations.add(body.name) }),
    renameOrganisation: async ({ params, body }) => ({
      organization: await organisations.rename(params.id, body.name),
    }),
    removeOrganisation: async ({ params }) => {
      await organisations.remove(params.id)
      return { id: params.id }
    },
  }
  mount(router, routes, handlers)
}
