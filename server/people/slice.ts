import type { AuditService } from '../audit/service.ts'
import { publicOrigin } from '../files/running.ts'
import type { Ports, Slice } from '../slice.ts'
import { createAccount, type AccountService } from './account.ts'
import { createOidc } from './oidc.ts'
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
  const account = createAccount({
    ...{ config, db, people },
    fullNameOf: (handle, id) => directory.fullNameOf(handle, id),
  })
  const settings = createPersonSettings({ db })
  const oidc = config.oidc ? createOidc({ oidc: config.oidc, people, signIn }) : null
  directory.namesOf = people.namesOf
  return {
    name: 'people',
    service: { people, signIn, account, settings },
    personalData: accountOf({ people, account, settings }),
    routes: (router, { gate }) =>
      peopleRoutes(router, { config, db, gate, log, people, signIn, oidc, account, settings, audit }),
  }
}
