import type { PersonView, SignInLink } from '#contract/people.ts'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import {
  deletePassesOf,
  deleteSessionsOf,
  deleteTokensOf,
  forgetPlaces,
  forgetTries,
  putPass,
  replaceRecoveryCodes,
} from './access-store.ts'
import { firstPersonId, requirePerson, type Presenter } from './person.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { anyPassphrase, changePerson, findPerson, insertPerson } from './store.ts'

const linkMinutes = 15

/** @param base the origin; asked for before a transaction, which it would hold up */
async function makeLink(
  handle: Handle,
  base: string,
  personId: number,
  minutes: number,
): Promise<SignInLink> {
  const secret = newSecret()
  const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString()
  await putPass(handle, {
    kind: 'link',
    person_id: personId,
    secret_hash: hashSecret(secret),
    expires_at: expiresAt,
  })
  // In the fragment, which a browser sends to nobody and no log sees.
  return { url: `${base}/sign-in#link=${secret}`, expiresAt }
}

/** Nothing that let them in does any longer. */
async function shutOut(trx: Handle, id: number): Promise<void> {
  await changePerson(trx, id, { passphrase: null, totp_secret: null, totp_pending: null })
  await replaceRecoveryCodes(trx, id, [])
  await deleteSessionsOf(trx, id, null)
  await deleteTokensOf(trx, id)
  await deletePassesOf(trx, id)
  await recordEvent(trx, 'me', id)
}

/** Administrators: the list of people, and the links by which they sign in. */
export function createAdministration({
  config,
  db,
  origin,
  view,
}: Pick<Presenter, 'view'> & {
  config: Pick<Config, 'access' | 'admins'>
  db: Db
  origin: () => Promise<string>
}) {
  return {
    /**
     * Makes a person and their link. Somebody who was removed comes back as who they were.
     * @throws AppError email_taken
     */
    async add(given: {
      name: string
      email: string
      administrator: boolean
      minutes?: number
    }): Promise<{ person: PersonView; link: SignInLink }> {
      const base = await origin()
      return transact(db, async (trx) => {
        const email = given.email.trim().toLowerCase()
        const fields = { name: given.name.trim(), administrator: given.administrator ? 1 : 0 } as const
        const known = await findPerson(trx, { email })
        if (known && known.removed_at === null)
          throw new AppError('email_taken', `${email} is the address of somebody who is here already.`)
        if (fields.name === '') throw new AppError('invalid_input', 'Please enter a name')
        if (known) {
          await shutOut(trx, known.id)
          await changePerson(trx, known.id, { ...fields, removed_at: null })
        }
        const id = known?.id ?? (await insertPerson(trx, { ...fields, email }))
        const link = await makeLink(trx, base, id, given.minutes ?? linkMinutes)
        return { person: view(await requirePerson(trx, id)), link }
      })
    },

    /** @throws AppError not_found, last_administrator */
    setAdministrator: (id: number, administrator: boolean): Promise<PersonView> =>
      transact(db, async (trx) => {
        const row = await requirePerson(trx, id)
        if (!administrator && id === firstPersonId)
          throw new AppError(
            'last_administrator',
            'The first person stays an administrator, so that there is always one.',
          )
        if (!administrator && row.email && config.admins.includes(row.email))
          throw new AppError('last_administrator', `APPLIANCE_ADMINS makes ${row.email} an administrator.`)
        await changePerson(trx, id, { administrator: administrator ? 1 : 0 })
        await recordEvent(trx, 'me', id)
        return view(await requirePerson(trx, id))
      }),

    /**
     * Ends passphrase, second factor, sessions and tokens, and makes a link for a new passphrase.
     * @throws AppError not_found
     */
    async reset(id: number, minutes = linkMinutes): Promise<SignInLink> {
      const base = await origin()
      return transact(db, async (trx) => {
        await requirePerson(trx, id)
        await shutOut(trx, id)
        return makeLink(trx, base, id, minutes)
      })
    },

    /** The link for the very first sign-in; null once somebody has a passphrase. */
    async firstLink(): Promise<SignInLink | null> {
      if (config.access !== 'people') return null
      const base = await origin()
      return transact(db, async (trx) =>
        (await anyPassphrase(trx)) ? null : makeLink(trx, base, firstPersonId, linkMinutes),
      )
    },

    /** Erases name, address, settings and every way in. The first person stays, without them; others are removed. */
    async forget(trx: Handle, id: number): Promise<void> {
      await shutOut(trx, id)
      await forgetPlaces(trx, id)
      await forgetTries(trx, [`passphrase of ${id}`, `code of ${id}`])
      await changePerson(trx, id, {
        ...{ name: null, email: null, settings: null, last_seen_at: null, oidc_subject: null },
        ...(id !== firstPersonId && { removed_at: new Date().toISOString() }),
      })
    },

    /** @throws AppError not_found, last_administrator */
    remove: (id: number): Promise<void> =>
      transact(db, async (trx) => {
        await requirePerson(trx, id)
        if (id === firstPersonId)
          throw new AppError(
            'last_administrator',
            'The first person cannot be removed. A new passphrase: `npx appliance people reset 1`.',
          )
        await shutOut(trx, id)
        await changePerson(trx, id, { removed_at: new Date().toISOString() })
      }),
  }
}
