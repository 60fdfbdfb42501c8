import type { Me } from '#contract/people.ts'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { countRecoveryCodes, deleteSessionsOf, deleteTokensOf } from './access-store.ts'
import { createPassphraseCheck } from './passphrase-check.ts'
import { hashPassphrase, refuseWeak } from './passphrase.ts'
import { requireRow } from './person.ts'
import { createSecondFactor } from './second-factor.ts'
import type { PeopleService, Person } from './service.ts'
import { changePerson } from './store.ts'
import { createSessionsAndTokens } from './sessions-and-tokens.ts'

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
  const { requirePassphrases, confirm } = createPassphraseCheck({ config, db })

  return {
    ...createSessionsAndTokens({ config, db }),
    ...createSecondFactor({ db, confirm, requirePassphrases }),

    async me(person: Person): Promise<Me> {
      const row = await requireRow(db.read, person.id)
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
        throw new AppError('weak_passphrase', 'This is already your passphrase.')
      await refuseWeak(given.next, person)
      const passphrase = await hashPassphrase(given.next)
      return transact(db, async (trx) => {
        // Reset meanwhile: what was right then is not any more.
        if ((await requireRow(trx, person.id)).passphrase !== checked.passphrase)
          throw new AppError('wrong_passphrase', 'This is not your passphrase.')
        await changePerson(trx, person.id, { passphrase })
        const endedSessions = given.endSessions ? await deleteSessionsOf(trx, person.id, sessionId) : 0
        const endedTokens = given.endTokens ? await deleteTokensOf(trx, person.id) : 0
        await recordEvent(trx, 'me', person.id)
        return { endedSessions, endedTokens }
      })
    },
  }
}
