import type { ApiToken, Session } from '#contract/people.ts'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import {
  deleteSession,
  deleteSessionsOf,
  deleteToken,
  insertToken,
  sessionsOf,
  tokensOf,
  type TokenRow,
} from './access-store.ts'
import { requireRow, type Person } from './person.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Every API token begins with this, so that a leaked one can be searched for and recognised. */
export const tokenPrefix = 'appliance_'

const presentToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
})

/** A person's sessions and API tokens: listed, created and ended. */
export function createSessionsAndTokens({ config, db }: { config: Pick<Config, 'access'>; db: Db }) {
  return {
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
        await requireRow(trx, personId)
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

    /** @returns the secret, which is shown only once. @throws AppError access_off where sign-in is off */
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
  }
}
