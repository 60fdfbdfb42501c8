import type Router from '@koa/router'
import type { Context } from 'koa'
import * as contract from '#contract/people.ts'
import { getSettings, putSettings } from '#contract/settings.ts'
import type { AuditService } from '../audit/service.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { signInPath, type Caller, type Gate } from '../http/gate.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { Log } from '../log.ts'
import type { AccountService } from './account.ts'
import { OidcRefusal, type OidcService } from './oidc.ts'
import type { PeopleService } from './service.ts'
import { onlyGiven, unavailableOn, type PersonSettings } from './settings.ts'
import type { Place, SignInOutcome, SignInService } from './sign-in.ts'

type Deps = {
  config: Pick<Config, 'access' | 'smtpUrl' | 'smsWebhook'>
  db: Db
  gate: Gate
  log: Log
  people: PeopleService
  signIn: SignInService
  /** null: people do not sign in that way. */
  oidc: OidcService | null
  account: AccountService
  settings: PersonSettings
  audit: AuditService
}

export function peopleRoutes(router: Router, deps: Deps): void {
  signInRoutes(router, deps)
  accountRoutes(router, deps)
  settingsRoutes(router, deps)
  administrationRoutes(router, deps)
}

/** How somebody comes in, and goes. */
function signInRoutes(router: Router, deps: Deps): void {
  const { config, db, gate, people, signIn: signingIn, audit } = deps
  const { getSignIn, signIn, signInWithCode, lookAtLink, claimLink, signOut, startOidc, finishOidc } =
    contract
  const routes = { getSignIn, signIn, signInWithCode, lookAtLink, claimLink, signOut, startOidc, finishOidc }
  const { place, requirePeople, tried, admit, throughProvider } = createAdmission(deps)

  const handlers: Handlers<typeof routes> = {
    getSignIn: async ({ caller }) => ({
      mode: config.access,
      signedIn: caller !== null,
      claimed: config.access === 'oidc' || (await people.claimed(db.read)),
    }),
    signIn: async ({ body, ctx, caller }) => {
      requirePeople()
      return admit(ctx, caller, await tried(signingIn.withPassphrase(body, place(ctx))))
    },
    signInWithCode: async ({ body, ctx, caller }) => {
      requirePeople()
      return admit(ctx, caller, await tried(signingIn.withCode(body, place(ctx))))
    },
    lookAtLink: async ({ body }) => {
      requirePeople()
      return signingIn.lookAtLink(body.token)
    },
    claimLink: async ({ body, ctx, caller }) => {
      requirePeople()
      return admit(ctx, caller, await tried(signingIn.claim(body, place(ctx))))
    },
    startOidc: async ({ query, ctx }) => {
      await throughProvider(ctx, async (service) => {
        const { url, secret } = await service.begin(ownPath(query.next))
        gate.setPending(ctx, secret)
        return url
      })
    },
    finishOidc: async ({ ctx, caller }) => {
      await throughProvider(ctx, async (service) => {
        const held = gate.pendingOf(ctx)
        gate.setPending(ctx, null)
        const done = await tried(service.finish(ctx.querystring, held, place(ctx)))
        if (caller && caller.sessionId !== null) await signingIn.signOut(caller.person.id, caller.sessionId)
        gate.setCookie(ctx, done.secret)
        await audit.note({ personId: done.personId, act: 'session.started' })
        return done.next
      })
    },
    signOut: async ({ person, sessionId, ctx }) => {
      if (sessionId !== null) await signingIn.signOut(person.id, sessionId)
      gate.setCookie(ctx, null)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}

/** What the calls of signing in have in common. */
function createAdmission({ config, gate, log, signIn: signingIn, oidc, audit }: Deps) {
  const place = (ctx: Context): Place => ({
    address: gate.clientOf(ctx.req).address,
    userAgent: ctx.get('User-Agent'),
  })

  function requirePeople(): void {
    if (config.access !== 'people')
      throw new AppError('access_off', 'Passphrase sign-in is off on this appliance.')
  }

  /** A try that fails is written down too; whose address was typed is personal, and is not. */
  async function tried<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt
    } catch (error) {
      if (error instanceof AppError)
        await audit.note({ personId: null, act: 'session.refused', details: { code: error.code } })
      throw error
    }
  }

  /** The secret goes into the cookie alone. */
  async function admit(
    ctx: Context,
    caller: Caller | null,
    outcome: SignInOutcome,
  ): Promise<{ next: 'done' } | { next: 'second_factor'; ticket: string }> {
    if (outcome.next === 'second_factor') return outcome
    // This browser's earlier session: nobody holds it any longer.
    if (caller && caller.sessionId !== null) await signingIn.signOut(caller.person.id, caller.sessionId)
    gate.setCookie(ctx, outcome.secret)
    const held = await signingIn.bySession(outcome.secret, null)
    if (held) await audit.note({ personId: held.person.id, act: 'session.started' })
    return { next: 'done' }
  }

  /** The browser itself goes there and back, so a failure is told on the page and not as JSON. */
  async function throughProvider(
    ctx: Context,
    work: (service: OidcService) => Promise<string>,
  ): Promise<void> {
    if (!oidc)
      throw new AppError('access_off', "Sign-in at your company's provider is off on this appliance.")
    ctx.set('Cache-Control', 'no-store')
    try {
      ctx.redirect(await work(oidc))
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error
      log.warn({ err: error.cause ?? error, why: error.why }, "a sign-in at the company's provider failed")
      ctx.redirect(`${signInPath}?failed=${error.why}`)
    }
  }

  return { place, requirePeople, tried, admit, throughProvider }
}

/** What somebody does with their own way in. */
function accountRoutes(router: Router, { gate, account }: Deps): void {
  const address = (ctx: Context): string => gate.clientOf(ctx.req).address

  const { getMe, changePassphrase, listSessions, endSession, endOtherSessions } = contract
  const { listTokens, createToken, revokeToken } = contract
  const { startTwoFactor, confirmTwoFactor, removeTwoFactor, renewRecoveryCodes } = contract
  const routes = {
    ...{ getMe, changePassphrase, listSessions, endSession, endOtherSessions },
    ...{ listTokens, createToken, revokeToken },
    ...{ startTwoFactor, confirmTwoFactor, removeTwoFactor, renewRecoveryCodes },
  }
  mount(router, routes, {
    getMe: ({ person }) => account.me(person),
    changePassphrase: async ({ person, body, sessionId, ctx }) => {
      const ended = await account.changePassphrase(person, body, sessionId, address(ctx))
      return { success: true, ...ended }
    },
    listSessions: ({ person, sessionId }) => account.sessions(person.id, sessionId),
    endSession: async ({ person, params }) => {
      await account.endSession(person, params.id)
      return { success: true }
    },
    endOtherSessions: async ({ person, sessionId }) => ({
      ended: await account.endOtherSessions(person, sessionId),
    }),
    listTokens: ({ person }) => account.tokens(person.id),
    createToken: async ({ person, body, ctx }) => {
      await account.confirmSelf(person, body.passphrase ?? '', address(ctx))
      return account.createToken(person.id, body)
    },
    revokeToken: async ({ person, params }) => {
      await account.revokeToken(person.id, params.id)
      return { success: true }
    },
    startTwoFactor: ({ person, body, ctx }) => account.startTwoFactor(person, body.passphrase, address(ctx)),
    confirmTwoFactor: async ({ person, body, ctx }) => ({
      recoveryCodes: await account.confirmTwoFactor(person, body.code, address(ctx)),
    }),
    removeTwoFactor: async ({ person, body, ctx }) => {
      await account.removeTwoFactor(person, body.passphrase, address(ctx))
      return { success: true }
    },
    renewRecoveryCodes: async ({ person, body, ctx }) => ({
      recoveryCodes: await account.renewRecoveryCodes(person, body.passphrase, address(ctx)),
    }),
  } satisfies Handlers<typeof routes>)
}

function settingsRoutes(router: Router, { config, db, settings }: Deps): void {
  const unavailable = unavailableOn(config)
  const routes = { getSettings, putSettings }
  mount(router, routes, {
    getSettings: async ({ person }) => ({ settings: await settings.get(db.read, person.id), unavailable }),
    putSettings: async ({ person, body, ctx }) => {
      const change = onlyGiven(body, ctx.request.body)
      return { settings: await settings.change(person.id, change), unavailable }
    },
  } satisfies Handlers<typeof routes>)
}

/** What administrators do with everybody. */
function administrationRoutes(router: Router, { db, people, account }: Deps): void {
  const { listPeople, addPerson, updatePerson, resetPerson, removePerson } = contract
  const { getAccessPolicy, putAccessPolicy, listSessionsOf, endSessionsOf } = contract
  const routes = {
    // Before those with a number in their path.
    ...{ getAccessPolicy, putAccessPolicy, listSessionsOf, endSessionsOf },
    ...{ listPeople, addPerson, updatePerson, resetPerson, removePerson },
  }
  mount(router, routes, {
    getAccessPolicy: () => people.policy(db.read),
    putAccessPolicy: async ({ person, body }) => {
      await people.setPolicy(person.id, body)
      return people.policy(db.read)
    },
    listSessionsOf: async ({ params, sessionId }) => {
      await people.get(db.read, params.id)
      return account.sessions(params.id, sessionId)
    },
    endSessionsOf: async ({ params, body, sessionId }) => ({
      ended: await account.endSessionsOf(params.id, body.sessionId, sessionId),
    }),

    listPeople: () => people.list(db.read),
    addPerson: ({ body }) => people.add(body),
    updatePerson: ({ params, body }) => people.setAdministrator(params.id, body.administrator),
    resetPerson: async ({ params }) => ({ link: await people.reset(params.id) }),
    removePerson: async ({ params }) => {
      await people.remove(params.id)
      return { success: true }
    },
  } satisfies Handlers<typeof routes>)
}

/** Where somebody wanted to be: a path of ours, whatever was handed in. */
function ownPath(next: string | undefined): string {
  const base = 'http://appliance.invalid'
  if (!next || !URL.canParse(next, base)) return '/'
  const url = new URL(next, base)
  // "/..//elsewhere.example" leads elsewhere once its dots are gone.
  const isOurs = url.origin === base && next.startsWith('/') && !url.pathname.startsWith('//')
  return isOurs ? url.pathname + url.search + url.hash : '/'
}
