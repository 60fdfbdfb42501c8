import { organisationsChanged, type Organisation } from '#contract/organisations.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import {
  allOrganisations,
  changeOrganisation,
  deleteOrganisation,
  findOrganisation,
  insertOrganisation,
  type OrganisationRow,
} from './store.ts'

export type OrganisationsService = ReturnType<typeof createOrganisations>

const present = ({ id, name }: OrganisationRow): Organisation => ({ id, name })

/** On whose behalf people sign. */
export function createOrganisations({ db }: { db: Db }) {
  async function need(handle: Handle, id: number): Promise<OrganisationRow> {
    const row = await findOrganisation(handle, { id })
    if (!row) throw new AppError('not_found', 'There is no such organisation.')
    return row
  }

  return {
    list: async (): Promise<Organisation[]> => (await allOrganisations(db.read)).map(present),

    /** One of that name is there already: that one. */
    add: (name: string): Promise<Organisation> =>
      transact(db, async (trx) => {
        const there = await findOrganisation(trx, { name })
        if (there) return present(there)
        const id = await insertOrganisation(trx, name)
        await publishChange(trx, organisationsChanged, id)
        return { id, name }
      }),

    /** @throws AppError not_found, invalid_input */
    rename: (id: number, name: string): Promise<Organisation> =>
      transact(db, async (trx) => {
        await need(trx, id)
        const other = await findOrganisation(trx, { name })
        if (other && other.id !== id)
          throw new AppError('invalid_input', `There is an organisation called ${other.name} already.`)
        await changeOrganisation(trx, id, name)
        await publishChange(trx, organisationsChanged, id)
        return { id, name }
      }),

    /** @throws AppError not_found */
    remove: (id: number): Promise<void> =>
      transact(db, async (trx) => {
        await need(trx, id)
        await deleteOrganisation(trx, id)
        await publishChange(trx, organisationsChanged, id)
      }),
  }
}
