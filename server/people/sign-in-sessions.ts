import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { Log } from '../log.ts'
import {
  deleteSession,
  deleteStaleSessions,
  findSession,
  findToken,
  insertSession,
  touchSession,
  touchToken,
} from './access-store.ts'
import { describeDevice } from './device.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { isRecent, type PeopleService, type Person } from './service.ts'
import { changePerson } from './store.ts'

/** A session ends when it has not been used for two weeks, and after three months at the latest. */
export const sessionUnseenMs = 14 * 86_400_000
export const sessionLongestMs = 90 * 86_400_000
/** Where somebody signs in from. */
export type Place = { address: string; userAgent: string }

/** Opens sessions, and finds whose session or token a request carries. */
export function createSignInSessions({ db, log, people }: { db: Db; log: Log; people: PeopleService }) {
  /** @returns what the browser keeps in its cookie */
  async function openSession(
    trx: Handle,
    personId: number,
    { address, userAgent }: Place,
  ): Promise<{ next: 'done'; secret: string }> {
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

  /** Beside the request: somebody who reads does not wait for (or fail with) a write that says only that they did. */
  function noteDown(work: (trx: Handle) => Promise<void>): void {
    transact(db, work).catch((error: unknown) => log.warn({ err: error }, 'a visit could not be noted'))
  }

  return {
    openSession,

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

    /** After an OpenID Connect sign-in. @returns the secret for the cookie */
    async openOidcSession(personId: number, from: Place): Promise<string> {
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
