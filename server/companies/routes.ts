import type Router from '@koa/router'
import * as contract from '#contract/companies.ts'
import type { Db } from '../db/open.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { CompaniesService } from './service.ts'

const { listCompanies, getCompany, addCompany, updateCompany, deleteCompany, listDeadlines } = contract
const { addOfficer, updateOfficer, deleteOfficer, addReferenceChange, deleteReferenceChange } = contract
const routes = {
  ...{ listCompanies, getCompany, addCompany, updateCompany, deleteCompany, listDeadlines },
  ...{ addOfficer, updateOfficer, deleteOfficer, addReferenceChange, deleteReferenceChange },
}

export function companyRoutes(
  router: Router,
  { db, companies }: { db: Db; companies: CompaniesService },
): void {
  const handlers: Handlers<typeof routes> = {
    listCompanies: () => companies.list(db.read),
    getCompany: ({ params }) => companies.get(db.read, params.id),
    addCompany: ({ body }) => companies.add(body),
    updateCompany: ({ params, body }) => companies.update(params.id, body),
    deleteCompany: async ({ params }) => {
      await companies.remove(params.id)
      return { success: true }
    },
    listDeadlines: ({ query }) => companies.deadlines(db.read, query),
    addOfficer: ({ params, body }) => companies.addOfficer(params.id, body),
    updateOfficer: ({ params, body }) => companies.updateOfficer(params.id, params.officerId, body),
    deleteOfficer: ({ params }) => companies.removeOfficer(params.id, params.officerId),
    addReferenceChange: ({ params, body }) => companies.addReferenceChange(params.id, body),
    deleteReferenceChange: ({ params }) => companies.removeReferenceChange(params.id, params.changeId),
  }
  mount(router, routes, handlers)
}
