import type { AuditService } from '../audit/service.ts'
import { publicOrigin } from '../files/running.ts'
import type { Ports, Slice } from '../slice.ts'
import { createAccount, type AccountService } from './account.ts'
import { peopleRoutes } from './routes.ts'
import { accountOf } from './personal-data.ts'
import { createPeople, type PeopleService } from './service.ts'
import { createPersonSettings, type PersonSettings } from './settings.ts'
import { createSignIn, type SignInService } from './sign-in.ts'

export type PeopleServices = {
  people: PeopleService
  signIn: SignInService
  account: AccountService
  settings: PersonSettings
}

export function createPeopleSlice({
  config,
  db,
  log,
  paths,
  directory,
  audit,
}: Ports & { audit: AuditService }): Slice<PeopleServices> {
  const people = createPeople({ config, db, origin: () => publicOrigin(config, paths) })
  const signIn = createSignIn({ db, log, people })
  const account = createAccount({ config, db, fullNameOf: (handle, id) => directory.fullNameOf(handle, id) })
  const settings = createPersonSettings({ db })
  directory.namesOf = people.namesOf
  return {
    name: 'people',
    service: { people, signIn, account, settings },
    personalData: accountOf({ people, account, settings }),
    routes: (router, { gate }) =>
      peopleRoutes(router, { config, db, gate, people, signIn, account, settings, audit }),
  }
}
