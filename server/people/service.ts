import type { PersonView, SignInLink } from '#contract/people.ts'
import type { Config } from '../config.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
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
import { hashSecret, newSecret } from './secrets.ts'
import {
  allPeople,
  anyPassphrase,
  changePerson,
  findPerson,
  insertPerson,
  peopleByIds,
  type PersonRow,
} from './store.ts'

export type { AccountService } from './account.ts'
export type { PersonSettings } from './settings.ts'

/** Whoever calls, as every slice knows them. */
export type Person = { id: number; name: string | null; email: string | null; administrator: boolean }

/** Without the access gate everybody is person 1, the administrator. */
export const firstPersonId = 1

const linkMinutes = 15

export type PeopleService = ReturnType<typeof createPeople>

const unknown = (): AppError => new AppError('not_found', 'There is no such person.')

/**
 * The people of the appliance, as administrators look after them.
 * @param origin what people type into their browsers, for links
 */
export function createPeople({
  config,
  db,
  origin,
}: {
  config: Pick<Config, 'access' | 'admins'>
  db: Db
  origin: () => Promise<string>
}) {
  const isAdministrator = (row: PersonRow): boolean =>
    row.administrator === 1 ||
    row.id === firstPersonId ||
    (row.email !== null && config.admins.includes(row.email))

  /**
   * An administrator who still has to set up a second factor, where the appliance wants one: until then they are like
   * everybody else. With other ways of access the company's sign-in looks after that.
   */
  async function isWithoutFactor(handle: Handle, row: PersonRow): Promise<boolean> {
    if (config.access !== 'people' || row.totp_secret !== null || !isAdministrator(row)) return false
    return (await getSetting(handle, 'administrators_need_factor')) === '1'
  }

  const present = (row: PersonRow): Person => ({
    id: row.id,
    name: row.name,
    email: row.email,
    administrator: isAdministrator(row),
  })

  const view = (row: PersonRow): PersonView => ({
    ...present(row),
    hasPassphrase: row.passphrase !== null,
    twoFactor: row.totp_secret !== null,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  })

  async function requirePerson(handle: Handle, id: number): Promise<PersonRow> {
    const row = await findPerson(handle, { id })
    if (!row || row.removed_at !== null) throw unknown()
    return row
  }

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

  /** Somebody whom another system vouches for is here; made at first sight. */
  async function seen(
    trx: Handle,
    known: PersonRow | null,
    { name, email, administrator = false }: { name: string | null; email: string; administrator?: boolean },
  ): Promise<PersonRow> {
    const first = await findPerson(trx, { id: firstPersonId })
    const isFirst = !known && first?.email === null && (administrator || config.admins.includes(email))
    const id =
      known?.id ?? (isFirst ? firstPersonId : await insertPerson(trx, { name, email, administrator: 0 }))
    await changePerson(trx, id, {
      ...(name !== null && { name }),
      email,
      last_seen_at: new Date().toISOString(),
    })
    return requirePerson(trx, id)
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

  return {
    /** @throws AppError not_found */
    get: async (handle: Handle, id: number): Promise<Person> => present(await requirePerson(handle, id)),

    /** Who this is, as they come in; null: nobody who may still come in. */
    whoIs: async (handle: Handle, id: number): Promise<Person | null> => {
      const row = await findPerson(handle, { id })
      if (!row || row.removed_at !== null) return null
      return (await isWithoutFactor(handle, row)) ? { ...present(row), administrator: false } : present(row)
    },

    isWithoutFactor,

    /** What is asked of administrators. */
    policy: async (handle: Handle): Promise<{ administratorsNeedFactor: boolean }> => ({
      administratorsNeedFactor: (await getSetting(handle, 'administrators_need_factor')) === '1',
    }),

    /** @throws AppError second_factor_needed when whoever asks would shut themselves out */
    setPolicy: (personId: number, policy: { administratorsNeedFactor: boolean }): Promise<void> =>
      transact(db, async (trx) => {
        const row = await requirePerson(trx, personId)
        if (policy.administratorsNeedFactor && config.access === 'people' && row.totp_secret === null)
          throw new AppError(
            'second_factor_needed',
            'Set up your own second factor first, in the settings under Security; else you would no longer be an administrator.',
          )
        await setSetting(trx, 'administrators_need_factor', policy.administratorsNeedFactor ? '1' : null)
        for (const { id } of await allPeople(trx)) await recordEvent(trx, 'me', id)
      }),

    list: async (handle: Handle): Promise<PersonView[]> => (await allPeople(handle)).map(view),

    /** What to call somebody who did something, who may have been removed since. */
    nameOf: async (handle: Handle, id: number): Promise<string> => {
      const row = await findPerson(handle, { id })
      return row?.name ?? row?.email ?? `User ${id}`
    },

    /** The same for many; those who have been removed are left out. */
    namesOf: async (handle: Handle, ids: number[]): Promise<Map<number, string>> =>
      new Map(
        (await peopleByIds(handle, ids)).map(({ id, name, email }) => [id, name ?? email ?? `User ${id}`]),
      ),

    /** @throws AppError not_found */
    find: async (handle: Handle, by: { id: number } | { email: string }): Promise<PersonView> => {
      const row = await findPerson(handle, by)
      if (!row || row.removed_at !== null) throw unknown()
      return view(row)
    },

    /** Whether anybody can sign in with a passphrase. */
    claimed: (handle: Handle): Promise<boolean> => anyPassphrase(handle),

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

    /**
     * Whom a single sign-on proxy names; made at first sight. The first administrator of APPLIANCE_ADMINS who comes is
     * person 1, as long as that is nobody.
     * @returns null when an administrator has removed them
     */
    async meet(given: { name: string | null; email: string }): Promise<Person | null> {
      const { name, email } = given
      const known = await findPerson(db.read, { email })
      if (known?.removed_at) return null
      if (known && (name === null || known.name === name) && isRecent(known.last_seen_at))
        return present(known)
      return transact(db, async (trx) => {
        const again = await findPerson(trx, { email })
        return again?.removed_at ? null : present(await seen(trx, again, { name, email }))
      })
    },

    /**
     * Whom the company's sign-in (OpenID Connect) names; made at first sight. Somebody is known by the subject, and the
     * first time by the address; person 1 as with `meet`.
     * @param given.administrator what the groups say; null: they do not decide it
     * @returns null when an administrator has removed them; `taken`: the address is another subject's
     */
    meetSubject: (given: {
      subject: string
      name: string | null
      email: string
      administrator: boolean | null
    }): Promise<Person | 'taken' | null> =>
      transact(db, async (trx) => {
        const { subject, name, email, administrator } = given
        const bySubject = await findPerson(trx, { oidc_subject: subject })
        const byEmail = await findPerson(trx, { email })
        const other = bySubject ? byEmail && byEmail.id !== bySubject.id : byEmail?.oidc_subject
        if (other) return 'taken'
        const known = bySubject ?? byEmail
        if (known?.removed_at) return null
        const row = await seen(trx, known, { name, email, administrator: administrator ?? false })
        await changePerson(trx, row.id, {
          oidc_subject: subject,
          ...(administrator !== null && { administrator: administrator ? 1 : 0 }),
        })
        return present(await requirePerson(trx, row.id))
      }),
  }
}

const recentMs = 60_000

/** Seen so lately that it need not be written down again. */
export const isRecent = (moment: string | null): boolean =>
  moment !== null && Date.now() - Date.parse(moment) < recentMs
