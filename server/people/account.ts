import type { ApiToken, Me, Session } from '#contract/people.ts'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import {
  countRecoveryCodes,
  deleteSession,
  deleteSessionsOf,
  deleteToken,
  deleteTokensOf,
  insertToken,
  replaceRecoveryCodes,
  sessionsOf,
  tokensOf,
  type TokenRow,
} from './access-store.ts'
import { checkPassphrase, hashPassphrase, refuseWeak } from './passphrase.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { PeopleService, Person } from './service.ts'
import { changePerson, findPerson, useTotpStep, type PersonRow } from './store.ts'
import { beginTry } from './tries.ts'
import { enrolment, hashRecoveryCode, matchTotp, newRecoveryCodes, newTotpSecret } from './two-factor.ts'

/** Begins every API token, so that one that leaked into a file is found and known for what it is. */
export const tokenPrefix = 'appliance_'

const presentToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
})

/** Else whoever finds a browser unlocked could put a factor of their own in its place. */
const hasFactor = (): AppError =>
  new AppError('invalid_input', 'There is a second factor already. Remove it first, with your passphrase.')

export type AccountService = ReturnType<typeof createAccount>

/** What a person looks after of their own way in. */
export function createAccount({
  config,
  db,
  fullNameOf,
  people,
}: {
  config: Pick<Config, 'access'>
  db: Db
  /** From their profile; null: they have not said. */
  fullNameOf: (handle: Handle, personId: number) => Promise<string | null>
  people: PeopleService
}) {
  async function need(handle: Handle, id: number): Promise<PersonRow> {
    const row = await findPerson(handle, { id })
    if (!row) throw new AppError('not_found', 'There is no such person.')
    return row
  }

  function requirePassphrases(): void {
    if (config.access === 'people') return
    throw new AppError(
      'access_off',
      config.access === 'header' || config.access === 'oidc'
        ? "Passphrases and two-factor sign-in are managed by your company's sign-in."
        : 'Everyone uses this appliance as one person, so there are no passphrases.',
    )
  }

  /** @throws AppError wrong_passphrase, too_many_tries */
  async function confirm(person: Person, passphrase: string, address: string): Promise<PersonRow> {
    requirePassphrases()
    const row = await need(db.read, person.id)
    const attempt = await beginTry(db, `passphrase of ${person.id}`, address)
    if (!(await checkPassphrase(passphrase, row.passphrase)))
      throw new AppError('wrong_passphrase', 'This is not your passphrase.')
    await attempt.succeeded()
    return row
  }

  async function renewCodes(trx: Handle, personId: number): Promise<string[]> {
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(trx, personId, codes.map(hashRecoveryCode))
    await recordEvent(trx, 'me', personId)
    return codes
  }

  return {
    async me(person: Person): Promise<Me> {
      const row = await need(db.read, person.id)
      return {
        ...person,
        name: (await fullNameOf(db.read, person.id)) ?? person.name,
        access: config.access,
        twoFactor: row.totp_secret !== null,
        recoveryCodesLeft: await countRecoveryCodes(db.read, person.id),
        needsFactor: await people.isWithoutFactor(db.read, row),
      }
    },

    /**
     * Whether it is really them, before what cannot be undone. Where nobody has a passphrase nobody is asked.
     * @throws AppError wrong_passphrase, too_many_tries
     */
    async confirmSelf(person: Person, passphrase: string, address: string): Promise<void> {
      if (config.access === 'people') await confirm(person, passphrase, address)
    },

    /**
     * @param sessionId the session that asks, which stays; all others end, and the tokens, unless they are to stay
     * @throws AppError wrong_passphrase, weak_passphrase, too_many_tries, access_off
     */
    async changePassphrase(
      person: Person,
      given: { current: string; next: string; endSessions: boolean; endTokens: boolean },
      sessionId: number | null,
      address: string,
    ): Promise<{ endedSessions: number; endedTokens: number }> {
      const checked = await confirm(person, given.current, address)
      if (given.next === given.current)
        throw new AppError('weak_passphrase', 'This is the one that you have already.')
      await refuseWeak(given.next, person)
      const passphrase = await hashPassphrase(given.next)
      return transact(db, async (trx) => {
        // Reset meanwhile: what was right then is not any more.
        if ((await need(trx, person.id)).passphrase !== checked.passphrase)
          throw new AppError('wrong_passphrase', 'This is not your passphrase.')
        await changePerson(trx, person.id, { passphrase })
        const endedSessions = given.endSessions ? await deleteSessionsOf(trx, person.id, sessionId) : 0
        const endedTokens = given.endTokens ? await deleteTokensOf(trx, person.id) : 0
        await recordEvent(trx, 'me', person.id)
        return { endedSessions, endedTokens }
      })
    },

    async sessions(personId: number, sessionId: number | null): Promise<Session[]> {
      return (await sessionsOf(db.read, personId)).map((row) => ({
        id: row.id,
        device: row.device,
        address: row.address,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        current: row.id === sessionId,
      }))
    },

    /** @throws AppError not_found */
    endSession: (person: Person, id: number): Promise<void> =>
      transact(db, async (trx) => {
        if ((await deleteSession(trx, person.id, id)) === 0)
          throw new AppError('not_found', 'This session has ended already.')
        await recordEvent(trx, 'me', person.id)
      }),

    /** For administrators: one of somebody's sessions, or all of them. @throws AppError not_found */
    endSessionsOf: (personId: number, id: number | undefined, own: number | null): Promise<number> =>
      transact(db, async (trx) => {
        await need(trx, personId)
        const ended =
          id === undefined
            ? await deleteSessionsOf(trx, personId, own)
            : await deleteSession(trx, personId, id)
        if (id !== undefined && ended === 0)
          throw new AppError('not_found', 'This session has ended already.')
        await recordEvent(trx, 'me', personId)
        return ended
      }),

    endOtherSessions: (person: Person, sessionId: number | null): Promise<number> =>
      transact(db, async (trx) => {
        const ended = await deleteSessionsOf(trx, person.id, sessionId)
        await recordEvent(trx, 'me', person.id)
        return ended
      }),

    tokens: async (personId: number): Promise<ApiToken[]> =>
      (await tokensOf(db.read, personId)).map(presentToken),

    /** @returns the secret, which nobody can see again. @throws AppError access_off where everybody is one person anyhow */
    createToken: (
      personId: number,
      given: { name: string; scope?: ApiToken['scope']; expiresInDays: number | null },
    ): Promise<{ token: ApiToken; secret: string }> => {
      if (config.access === 'local' || config.access === 'open')
        throw new AppError('access_off', 'Sign-in is off, so scripts do not need a token.')
      const secret = tokenPrefix + newSecret()
      const { name, scope = 'write', expiresInDays } = given
      return transact(db, async (trx) => {
        const row = await insertToken(trx, {
          person_id: personId,
          secret_hash: hashSecret(secret),
          name,
          scope,
          expires_at:
            expiresInDays === null ? null : new Date(Date.now() + expiresInDays * 86_400_000).toISOString(),
        })
        await recordEvent(trx, 'me', personId)
        return { token: presentToken(row), secret }
      })
    },

    /** @throws AppError not_found */
    revokeToken: (personId: number, id: number): Promise<void> =>
      transact(db, async (trx) => {
        if ((await deleteToken(trx, personId, id)) === 0)
          throw new AppError('not_found', 'There is no such token (any more).')
        await recordEvent(trx, 'me', personId)
      }),

    /** Nothing changes until a code of it comes back. @throws AppError access_off, wrong_passphrase, too_many_tries */
    async startTwoFactor(
      person: Person,
      passphrase: string | undefined,
      address: string,
    ): Promise<{ secret: string; uri: string; qr: string }> {
      const row = await confirm(person, passphrase ?? '', address)
      if (row.totp_secret !== null) throw hasFactor()
      const secret = newTotpSecret()
      await transact(db, (trx) => changePerson(trx, person.id, { totp_pending: secret }))
      return { secret, ...enrolment(secret, person.email ?? String(person.id)) }
    },

    /** @returns recovery codes, shown once. @throws AppError wrong_code, too_many_tries */
    async confirmTwoFactor(person: Person, code: string, address: string): Promise<string[]> {
      requirePassphrases()
      const { totp_pending: pending } = await need(db.read, person.id)
      const attempt = await beginTry(db, `code of ${person.id}`, address)
      const step = pending === null ? null : matchTotp(pending, code)
      if (step === null)
        throw new AppError('wrong_code', 'This code is not right. Is the clock of the phone right?')
      await attempt.succeeded()
      return transact(db, async (trx) => {
        if ((await need(trx, person.id)).totp_secret !== null) throw hasFactor()
        await changePerson(trx, person.id, { totp_secret: pending, totp_pending: null, totp_step: 0 })
        await useTotpStep(trx, person.id, step)
        return renewCodes(trx, person.id)
      })
    },

    /** @throws AppError wrong_passphrase, too_many_tries, access_off */
    async removeTwoFactor(person: Person, passphrase: string, address: string): Promise<void> {
      await confirm(person, passphrase, address)
      await transact(db, async (trx) => {
        await changePerson(trx, person.id, { totp_secret: null, totp_pending: null })
        await replaceRecoveryCodes(trx, person.id, [])
        await recordEvent(trx, 'me', person.id)
      })
    },

    /** @throws AppError wrong_passphrase, too_many_tries, access_off, invalid_input */
    async renewRecoveryCodes(person: Person, passphrase: string, address: string): Promise<string[]> {
      const row = await confirm(person, passphrase, address)
      if (row.totp_secret === null)
        throw new AppError(
          'invalid_input',
          'Two-factor sign-in is not set up, so there are no recovery codes.',
        )
      return transact(db, (trx) => renewCodes(trx, person.id))
    },
  }
}
