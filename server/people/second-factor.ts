import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { replaceRecoveryCodes } from './access-store.ts'
import type { PassphraseCheck } from './passphrase-check.ts'
import { requireRow, type Person } from './person.ts'
import { changePerson, useTotpStep } from './store.ts'
import { beginTry } from './tries.ts'
import { enrolment, hashRecoveryCode, matchTotp, newRecoveryCodes, newTotpSecret } from './two-factor.ts'

/** Otherwise somebody at an unlocked browser could replace the factor with their own. */
const hasFactor = (): AppError =>
  new AppError('invalid_input', 'There is a second factor already. Remove it first, with your passphrase.')

async function renewCodes(trx: Handle, personId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(trx, personId, codes.map(hashRecoveryCode))
  await recordEvent(trx, 'me', personId)
  return codes
}

/** Sets up and removes a person's second factor. */
export function createSecondFactor({ db, confirm, requirePassphrases }: PassphraseCheck & { db: Db }) {
  return {
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
      const { totp_pending: pending } = await requireRow(db.read, person.id)
      const attempt = await beginTry(db, `code of ${person.id}`, address)
      const step = pending === null ? null : matchTotp(pending, code)
      if (step === null)
        throw new AppError('wrong_code', 'This code is not right. Is the clock of the phone right?')
      await attempt.succeeded()
      return transact(db, async (trx) => {
        if ((await requireRow(trx, person.id)).totp_secret !== null) throw hasFactor()
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
