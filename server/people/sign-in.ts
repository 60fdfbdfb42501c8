import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import {
  deleteSessionsOf,
  findPass,
  isKnownPlace,
  putPass,
  rememberPlace,
  usePass,
  useRecoveryCode,
} from './access-store.ts'
import { checkPassphrase, hashPassphrase, refuseWeak } from './passphrase.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { PeopleService } from './service.ts'
import { createSignInSessions, type Place } from './sign-in-sessions.ts'
import { changePerson, findPerson, useTotpStep, type PersonRow } from './store.ts'
import { beginTry, networkOf } from './tries.ts'
import { hashRecoveryCode, matchTotp } from './two-factor.ts'

export type { Place } from './sign-in-sessions.ts'

const ticketMs = 5 * 60_000

/** `secret` is what the browser keeps in its cookie. */
export type SignInOutcome = { next: 'done'; secret: string } | { next: 'second_factor'; ticket: string }

export type SignInService = ReturnType<typeof createSignIn>

const failed = (): AppError =>
  new AppError('sign_in_failed', 'The email address or the passphrase is not right.')

/** While it was being checked, somebody may have reset or removed the person. */
async function mustBeAsChecked(trx: Handle, checked: PersonRow): Promise<void> {
  const now = await findPerson(trx, { id: checked.id })
  if (
    !now ||
    now.removed_at !== null ||
    now.passphrase !== checked.passphrase ||
    now.totp_secret !== checked.totp_secret
  )
    throw failed()
}

/** The ticket stays good after a wrong code, for as long as it is. */
function checkCode(trx: Handle, row: PersonRow, code: string): Promise<boolean> {
  const step = row.totp_secret === null ? null : matchTotp(row.totp_secret, code)
  return step === null ? useRecoveryCode(trx, row.id, hashRecoveryCode(code)) : useTotpStep(trx, row.id, step)
}

async function requireLink(
  handle: Handle,
  token: string,
): Promise<{ hash: string; row: PersonRow; expiresAt: string }> {
  const hash = hashSecret(token)
  const pass = await findPass(handle, 'link', hash)
  const row = pass && (await findPerson(handle, { id: pass.person_id }))
  if (!row || row.removed_at !== null)
    throw new AppError(
      'link_invalid',
      'This link has already been used or has expired. An administrator of the appliance can make a new one; if nobody has signed in yet, restart the appliance, which prints one.',
    )
  return { hash, row, expiresAt: pass.expires_at }
}

export function createSignIn({ db, log, people }: { db: Db; log: Log; people: PeopleService }) {
  const { openSession, ...sessions } = createSignInSessions({ db, log, people })

  return {
    ...sessions,

    /** @throws AppError sign_in_failed, too_many_tries */
    async withPassphrase(given: { email: string; passphrase: string }, from: Place): Promise<SignInOutcome> {
      const email = given.email.trim().toLowerCase()
      const row = await findPerson(db.read, { email })
      const isKnown = row !== null && (await isKnownPlace(db.read, row.id, networkOf(from.address)))
      const attempt = await beginTry(db, email, from.address, { isKnown })
      const hash = row && row.removed_at === null ? row.passphrase : null
      if (!(await checkPassphrase(given.passphrase, hash)) || !row) {
        // Not what was typed: it may be a passphrase in the wrong field.
        log.warn({ person: row?.id ?? null, address: from.address }, 'a sign-in was refused')
        throw failed()
      }
      await attempt.succeeded()
      return transact(db, async (trx) => {
        await mustBeAsChecked(trx, row)
        await rememberPlace(trx, row.id, networkOf(from.address))
        if (row.totp_secret === null) return openSession(trx, row.id, from)
        const ticket = newSecret()
        await putPass(trx, {
          kind: 'second_factor',
          person_id: row.id,
          secret_hash: hashSecret(ticket),
          expires_at: new Date(Date.now() + ticketMs).toISOString(),
        })
        return { next: 'second_factor', ticket }
      })
    },

    /** @throws AppError sign_in_expired, wrong_code, too_many_tries */
    async withCode(given: { ticket: string; code: string }, from: Place): Promise<SignInOutcome> {
      const hash = hashSecret(given.ticket)
      const pass = await findPass(db.read, 'second_factor', hash)
      const row = pass && (await findPerson(db.read, { id: pass.person_id }))
      if (!row || row.removed_at !== null)
        throw new AppError('sign_in_expired', 'That took more than five minutes. Please sign in again.')
      const attempt = await beginTry(db, `code of ${row.id}`, from.address)
      const outcome = await transact(db, async (trx) => {
        await mustBeAsChecked(trx, row)
        if (!(await checkCode(trx, row, given.code))) {
          log.warn({ person: row.id, address: from.address }, 'a second factor was refused')
          throw new AppError('wrong_code', 'This code is not right.')
        }
        // Thrown after the code was taken: the transaction gives it back.
        if (!(await usePass(trx, hash)))
          throw new AppError('sign_in_expired', 'This sign-in has been used. Please sign in again.')
        return openSession(trx, row.id, from)
      })
      await attempt.succeeded()
      return outcome
    },

    /** Whose link it is. @throws AppError link_invalid */
    async lookAtLink(
      token: string,
    ): Promise<{ name: string | null; email: string | null; expiresAt: string }> {
      const { row, expiresAt } = await requireLink(db.read, token)
      return { name: row.name, email: row.email, expiresAt }
    },

    /**
     * Uses a link: sets the passphrase and signs in. A name may be changed; an address that is there stays.
     * @throws AppError link_invalid, weak_passphrase, email_taken
     */
    async claim(
      given: { token: string; name: string; email: string; passphrase: string },
      from: Place,
    ): Promise<SignInOutcome> {
      const { row } = await requireLink(db.read, given.token)
      const email = row.email ?? given.email
      await refuseWeak(given.passphrase, { name: given.name, email })
      const passphrase = await hashPassphrase(given.passphrase)
      return transact(db, async (trx) => {
        const { hash } = await requireLink(trx, given.token)
        const other = await findPerson(trx, { email })
        if (other && other.id !== row.id)
          throw new AppError('email_taken', `${email} is the address of somebody else here.`)
        await usePass(trx, hash)
        await deleteSessionsOf(trx, row.id, null)
        await changePerson(trx, row.id, { name: given.name, email, passphrase })
        return openSession(trx, row.id, from)
      })
    },
  }
}
