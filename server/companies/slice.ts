import { transact } from '../db/open.ts'
import { regularly } from '../regularly.ts'
import type { Core, Slice } from '../slice.ts'
import { today } from './days.ts'
import { companyFacts } from './facts.ts'
import { companyRoutes } from './routes.ts'
import { createCompanies, type CompaniesService } from './service.ts'

const lookEveryMs = 3_600_000

export function createCompaniesSlice({ config, db, log, search }: Core): Slice<CompaniesService> {
  const companies = createCompanies({ config, db })
  companies.hooks.changed.push((trx, id) => search.refresh(trx, 'company', String(id)))
  companies.hooks.deleting.push((trx, id) => search.remove(trx, 'company', String(id)))

  let readOn = ''
  /** What is due next changes with the day. */
  async function readAgain(): Promise<void> {
    const day = today(config.timezone)
    if (day === readOn) return
    for (const id of await companies.ids(db.read))
      await transact(db, (trx) => search.refresh(trx, 'company', String(id)))
    readOn = day
  }

  return {
    name: 'companies',
    service: companies,
    routes: (router) => companyRoutes(router, { db, companies }),
    search: [companyFacts(companies)],
    start: () =>
      regularly(lookEveryMs, readAgain, (error) =>
        log.warn({ err: error }, 'the facts of companies could not be read again'),
      ),
  }
}
