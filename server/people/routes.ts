import type Router from '@koa/router'
import type { Context } from 'koa'
import * as contract from '#contract/people.ts'
import { getSettings, putSettings } from '#contract/settings.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Caller, Gate } from '../http/gate.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { AuditService } from '../audit/service.ts'
import type { AccountService } from './account.ts'
import type { PeopleService } from './service.ts'
import { onlyGiven, unavailableOn, type PersonSettings } from './settings.ts'
import type { Place, SignInOutcome, SignInService } from './sign-in.ts'

const { getSignIn, signIn, signInWithCode, lookAtLink, claimLink, signOut } = contract
const { getMe, changePassphrase, listSessions, endSession, endOtherSessions } = contract
const { listTokens, createToken, revokeToken } = contract
const { startTwoFactor, confirmTwoFactor, removeTwoFactor, renewRecoveryCodes } = contract
const { listPeople, addPerson, updatePerson, resetPerson, removePerson } = contract
const routes = {
  ...{ getSignIn, signIn, signInWithCode, lookAtLink, claimLink, signOut },
  ...{ getMe, changePassphrase, listSessions, endSession, endOtherSessions },
  ...{ listTokens, createToken, revokeToken },
  ...{ startTwoFactor, confirmTwoFactor, removeTwoFactor, renewRecoveryCodes },
  ...{ listPeople, addPerson, updatePerson, resetPerson, removePerson },
  ...{ getSettings, putSettings },
}

export function peopleRoutes(
  router: Router,
  {
    config,
    db,
    gate,
    people,
    signIn: signingIn,
    account,
    settings,
    audit,
  }: {
    config: Pick<Config, 'access' | 'smtpUrl' | 'smsWebhook'>
    db: Db
    gate: Gate
    people: PeopleService
    signIn: SignInService
    account: AccountService
    settings: PersonSettings
    audit: AuditService
  },
): void {
  const unavailable = unavailableOn(config)
  const address = (ctx: Context): string => gate.clientOf(ctx.req).address
  const place = (ctx: Context): Place => ({ address: address(ctx), userAgent: ctx.get('User-Agent') })

  function needPeople(): void {
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

  const handlers: Handlers<typeof routes> = {
    getSignIn: async ({ caller }) => ({
      mode: config.access,
      signedIn: caller !== null,
      claimed: await people.claimed(db.read),
    }),
    signIn: async ({ body, ctx, caller }) => {
      needPeople()
      return admit(ctx, caller, await tried(signingIn.withPassphrase(body, place(ctx))))
    },
    signInWithCode: async ({ body, ctx, caller }) => {
      needPeople()
      return admit(ctx, caller, await tried(signingIn.withCode(body, place(ctx))))
    },
    lookAtLink: async ({ body }) => {
      needPeople()
      return signingIn.lookAtLink(body.token)
    },
    claimLink: async ({ body, ctx, caller }) => {
      needPeople()
      return admit(ctx, caller, await tried(signingIn.claim(body, place(ctx))))
    },
    signOut: async ({ person, sessionId, ctx }) => {
      if (sessionId !== null) await signingIn.signOut(person.id, sessionId)
      gate.setCookie(ctx, null)
      return { success: true }
    },

    getMe: ({ person }) => account.me(person),
    changePassphrase: async ({ person, body, sessionId, ctx }) => {
      await account.changePassphrase(person, body, sessionId, address(ctx))
      return { success: true }
    },
    listSessions: ({ person, sessionId }) => account.sessions(person, sessionId),
    endSession: async ({ person, params }) => {
      await account.endSession(person, params.id)
      return { success: true }
    },
    endOtherSessions: async ({ person, sessionId }) => ({
      ended: await account.endOtherSessions(person, sessionId),
    }),
    listTokens: ({ person }) => account.tokens(person.id),
    createToken: ({ person, body }) => account.createToken(person.id, body),
    revokeToken: async ({ person, params }) => {
      await account.revokeToken(person.id, params.id)
      return { success: true }
    },
    startTwoFactor: ({ person }) => account.startTwoFactor(person),
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

    getSettings: async ({ person }) => ({ settings: await settings.get(db.read, person.id), unavailable }),
    putSettings: async ({ person, body, ctx }) => {
      const change = onlyGiven(body, ctx.request.body)
      return { settings: await settings.change(person.id, change), unavailable }
    },

    listPeople: () => people.list(db.read),
    addPerson: ({ body }) => people.add(body),
    updatePerson: ({ params, body }) => people.setAdministrator(params.id, body.administrator),
    resetPerson: async ({ params }) => ({ link: await people.reset(params.id) }),
    removePerson: async ({ params }) => {
      await people.remove(params.id)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}
