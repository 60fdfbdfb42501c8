import type { Handle } from '../db/open.ts'
import type { AccountService } from './account.ts'
import type { PeopleService } from './service.ts'
import type { PersonSettings } from './settings.ts'

/** The account of a person: what it is to their export, and how it is emptied. No secret is ever in it. */
export function accountOf(services: {
  people: PeopleService
  account: AccountService
  settings: PersonSettings
}) {
  const { people, account, settings } = services
  return {
    name: 'account',
    collect: async (handle: Handle, id: number): Promise<unknown> => ({
      person: await people.find(handle, { id }),
      settings: await settings.get(handle, id),
      sessions: await account.sessions(id, null),
      tokens: await account.tokens(id),
    }),
    erase: people.forget,
  }
}
