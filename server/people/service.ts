import type { PersonView } from '#contract/people.ts'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { createAdministration } from './administration.ts'
import { createPresenter, noSuchPerson, requirePerson, type Person } from './person.ts'
import { allPeople, anyPassphrase, findPerson, peopleByIds, type PersonRow } from './store.ts'
import { createExternalSignIn } from './external-sign-in.ts'

export { firstPersonId, isRecent, type Person } from './person.ts'
export type { AccountService } from './account.ts'
export type { PersonSettings } from './settings.ts'

export type PeopleService = ReturnType<typeof createPeople>

/**
 * The people of the appliance, as administrators look after them.
 * @param origin what people type into their browsers, for links
 */
export function createPeople({
  config,
  db,
  origin,
}: {
  config: Pick<Config, 'access' | 'admins'>
  db: Db
  origin: () => Promise<string>
}) {
  const { isAdministrator, present, view } = createPresenter(config)

  /**
   * An administrator who still has to set up a second factor, where the appliance wants one: until then they are like
   * everybody else. With other ways of access the company's sign-in looks after that.
   */
  async function isWithoutFactor(handle: Handle, row: PersonRow): Promise<boolean> {
    if (config.access !== 'people' || row.totp_secret !== null || !isAdministrator(row)) return false
    return (await getSetting(handle, 'administrators_need_factor')) === '1'
  }

  return {
    ...createAdministration({ config, db, origin, view }),
    ...createExternalSignIn({ config, db, present }),

    /** @throws AppError not_found */
    get: async (handle: Handle, id: number): Promise<Person> => present(await requirePerson(handle, id)),

    /** Who this is, as they come in; null: nobody who may still come in. */
    whoIs: async (handle: Handle, id: number): Promise<Person | null> => {
      const row = await findPerson(handle, { id })
      if (!row || row.removed_at !== null) return null
      return (await isWithoutFactor(handle, row)) ? { ...present(row), administrator: false } : present(row)
    },

    isWithoutFactor,

    /** What is asked of administrators. */
    policy: async (handle: Handle): Promise<{ administratorsNeedFactor: boolean }> => ({
      administratorsNeedFactor: (await getSetting(handle, 'administrators_need_factor')) === '1',
    }),

    /** @throws AppError second_factor_needed when whoever asks would shut themselves out */
    setPolicy: (personId: number, policy: { administratorsNeedFactor: boolean }): Promise<void> =>
      transact(db, async (trx) => {
        const row = await requirePerson(trx, personId)
        if (policy.administratorsNeedFactor && config.access === 'people' && row.totp_secret === null)
          throw new AppError(
            'second_factor_needed',
            'Set up your own second factor first, in the settings under Security; else you would no longer be an administrator.',
          )
        await setSetting(trx, 'administrators_need_factor', policy.administratorsNeedFactor ? '1' : null)
        for (const { id } of await allPeople(trx)) await recordEvent(trx, 'me', id)
      }),

    list: async (handle: Handle): Promise<PersonView[]> => (await allPeople(handle)).map(view),

    /** What to call somebody who did something, who may have been removed since. */
    nameOf: async (handle: Handle, id: number): Promise<string> => {
      const row = await findPerson(handle, { id })
      return row?.name ?? row?.email ?? `User ${id}`
    },

    /** The same for many; those who have been removed are left out. */
    namesOf: async (handle: Handle, ids: number[]): Promise<Map<number, string>> =>
      new Map(
        (await peopleByIds(handle, ids)).map(({ id, name, email }) => [id, name ?? email ?? `User ${id}`]),
      ),

    /** @throws AppError not_found */
    find: async (handle: Handle, by: { id: number } | { email: string }): Promise<PersonView> => {
      const row = await findPerson(handle, by)
      if (!row || row.removed_at !== null) throw noSuchPerson()
      return view(row)
    },

    /** Whether anybody can sign in with a passphrase. */
    claimed: (handle: Handle): Promise<boolean> => anyPassphrase(handle),
  }
}
