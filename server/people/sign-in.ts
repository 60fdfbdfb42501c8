import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import {
  deleteSession,
  deleteSessionsOf,
  deleteStaleSessions,
  findPass,
  findSession,
  findToken,
  insertSession,
  isKnownPlace,
  putPass,
  rememberPlace,
  touchSession,
  touchToken,
  usePass,
  useRecoveryCode,
} from './access-store.ts'
import { describeDevice } from './device.ts'
import { checkPassphrase, hashPassphrase, refuseWeak } from './passphrase.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { isRecent, type PeopleService, type Person } from './service.ts'
import { changePerson, findPerson, useTotpStep, type PersonRow } from './store.ts'
import { beginTry, networkOf } from './tries.ts'
import { hashRecoveryCode, matchTotp } from './two-factor.ts'

/** A session that nobody used for two weeks ends, and every session after three months. */
export const sessionUnseenMs = 14 * 86_400_000
export const sessionLongestMs = 90 * 86_400_000
const ticketMs = 5 * 60_000

/** Where somebody signs in from. */
export type Place = { address: string; userAgent: string }

/** `secret` is what the browser keeps in its cookie. */
export type SignInOutcome = { next: 'done'; secret: string } | { next: 'second_factor'; ticket: string }

export type SignInService = ReturnType<typeof createSignIn>

const failed = (): AppError =>
  new AppError('sign_in_failed', 'The email address or the passphrase is not right.')

export function createSignIn({ db, log, people }: { db: Db; log: Log; people: PeopleService }) {
  async function openSession(
    trx: Handle,
    personId: number,
    { address, userAgent }: Place,
  ): Promise<Extract<SignInOutcome, { next: 'done' }>> {
    const now = Date.now()
    await deleteStaleSessions(
      trx,
      new Date(now - sessionUnseenMs).toISOString(),
      new Date(now - sessionLongestMs).toISOString(),
    )
    const secret = newSecret()
    await insertSession(trx, {
      person_id: personId,
      secret_hash: hashSecret(secret),
      device: describeDevice(userAgent),
      address,
    })
    await changePerson(trx, personId, { last_seen_at: new Date(now).toISOString() })
    await recordEvent(trx, 'me', personId)
    log.info({ person: personId, address }, 'signed in')
    return { next: 'done', secret }
  }

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
    return step === null
      ? useRecoveryCode(trx, row.id, hashRecoveryCode(code))
      : useTotpStep(trx, row.id, step)
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

  /** Beside the request: somebody who reads does not wait for (or fail with) a write that says only that they did. */
  function noteDown(work: (trx: Handle) => Promise<void>): void {
    transact(db, work).catch((error: unknown) => log.warn({ err: error }, 'a visit could not be noted'))
  }

  return {
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

    /**
     * Who holds this session; null: nobody (any more).
     * @param address where they are now; null: do not write down that they were here
     */
    async bySession(
      secret: string,
      address: string | null,
    ): Promise<{ person: Person; sessionId: number } | null> {
      const session = await findSession(db.read, hashSecret(secret))
      const now = Date.now()
      if (
        !session ||
        now - Date.parse(session.last_seen_at) > sessionUnseenMs ||
        now - Date.parse(session.created_at) > sessionLongestMs
      )
        return null
      if (address !== null && !isRecent(session.last_seen_at))
        noteDown(async (trx) => {
          await touchSession(trx, session.id, address)
          await changePerson(trx, session.person_id, { last_seen_at: new Date().toISOString() })
        })
      const person = await people.whoIs(db.read, session.person_id)
      return person && { person, sessionId: session.id }
    },

    /** Whose API token this is, and whether it may only look; null: nobody's (any more). */
    async byToken(secret: string): Promise<{ person: Person; readOnly: boolean } | null> {
      const token = await findToken(db.read, hashSecret(secret))
      if (!token || (token.expires_at !== null && Date.parse(token.expires_at) < Date.now())) return null
      if (!isRecent(token.last_used_at)) noteDown((trx) => touchToken(trx, token.id))
      const person = await people.whoIs(db.read, token.person_id)
      return person && { person, readOnly: token.scope === 'read' }
    },

    /** Somebody whom the company's sign-in has vouched for. @returns what their browser keeps in its cookie */
    async vouched(personId: number, from: Place): Promise<string> {
      return (await transact(db, (trx) => openSession(trx, personId, from))).secret
    },

    async signOut(personId: number, sessionId: number): Promise<void> {
      await transact(db, async (trx) => {
        await deleteSession(trx, personId, sessionId)
        await recordEvent(trx, 'me', personId)
      })
    },
  }
}
