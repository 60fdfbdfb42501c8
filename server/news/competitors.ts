import { competitorProblems, newsChanged, type Competitor } from '#contract/news.ts'
import type { CompaniesService } from '../companies/service.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import * as feedStore from './feed-store.ts'
import { matchAgain } from './intake.ts'

/** The competitors that a company watches. */
export function createCompetitors({ db, companies }: { db: Db; companies: CompaniesService }) {
  return {
    competitors: async (handle: Handle, companyId: number): Promise<Competitor[]> => {
      await companies.get(handle, companyId)
      return (await feedStore.competitorsOf(handle, companyId)).map(presentCompetitor)
    },

    /** @throws AppError invalid_input, not_found */
    addCompetitor: (
      companyId: number,
      given: { name: string; website: string; trackNews: boolean },
    ): Promise<Competitor> =>
      transact(db, async (trx) => {
        const problems = competitorProblems(given)
        const problem = problems.name ?? problems.website
        if (problem) throw new AppError('invalid_input', problem)
        await companies.get(trx, companyId)
        const name = given.name.trim()
        const there = await feedStore.competitorsOf(trx, companyId)
        if (there.some((one) => one.name.toLowerCase() === name.toLowerCase()))
          throw new AppError('invalid_input', `${name} is among the competitors already.`)
        const made = await feedStore.insertCompetitor(trx, {
          company_id: companyId,
          name,
          website: given.website.trim() || null,
          track_news: given.trackNews ? 1 : 0,
        })
        await matchAgain(trx, made)
        await publishChange(trx, newsChanged, companyId)
        return presentCompetitor(made)
      }),

    /** @throws AppError not_found */
    removeCompetitor: (id: number): Promise<void> =>
      transact(db, async (trx) => {
        const competitor = await feedStore.findCompetitor(trx, id)
        if (!competitor) throw new AppError('not_found', 'There is no such competitor.')
        await feedStore.removeCompetitor(trx, id)
        await publishChange(trx, newsChanged, competitor.company_id)
      }),
  }
}

const presentCompetitor = (row: feedStore.CompetitorRow): Competitor => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  website: row.website,
  trackNews: row.track_news === 1,
})
