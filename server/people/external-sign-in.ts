import type { Config } from '../config.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { firstPersonId, isRecent, requirePerson, type Person, type Presenter } from './person.ts'
import { changePerson, findPerson, insertPerson, type PersonRow } from './store.ts'

/** People who sign in through a proxy or OpenID Connect. */
export function createExternalSignIn({
  config,
  db,
  present,
}: Pick<Presenter, 'present'> & { config: Pick<Config, 'admins'>; db: Db }) {
  /** Updates the account, or adds it the first time. */
  async function saveSignIn(
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

  return {
    /**
     * The person whom a single sign-on proxy names; added the first time. The first administrator of APPLIANCE_ADMINS to
     * sign in becomes person 1, unless somebody is already.
     * @returns null when an administrator has removed them
     */
    async fromProxy(given: { name: string | null; email: string }): Promise<Person | null> {
      const { name, email } = given
      const known = await findPerson(db.read, { email })
      if (known?.removed_at) return null
      if (known && (name === null || known.name === name) && isRecent(known.last_seen_at))
        return present(known)
      return transact(db, async (trx) => {
        const again = await findPerson(trx, { email })
        return again?.removed_at ? null : present(await saveSignIn(trx, again, { name, email }))
      })
    },

    /**
     * The person whom OpenID Connect names; added the first time. They are recognised by the subject, and the first time by
     * the address; person 1 as with `fromProxy`.
     * @param given.administrator as the groups say; null: the groups do not decide it
     * @returns null when an administrator has removed them; `taken`: the address belongs to another subject
     */
    fromOidc: (given: {
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
        const row = await saveSignIn(trx, known, { name, email, administrator: administrator ?? false })
        await changePerson(trx, row.id, {
          oidc_subject: subject,
          ...(administrator !== null && { administrator: administrator ? 1 : 0 }),
        })
        return present(await requirePerson(trx, row.id))
      }),
  }
}
