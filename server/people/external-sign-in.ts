import type { Config } from '../config.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { firstPersonId, isRecent, requirePerson, type Person, type Presenter } from './present.ts'
import { changePerson, findPerson, insertPerson, type PersonRow } from './store.ts'

/** The part of the people's service that knows those for whom another system vouches: a proxy, or the company's sign-in. */
export function createVouched({
  config,
  db,
  present,
}: Pick<Presenter, 'present'> & { config: Pick<Config, 'admins'>; db: Db }) {
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

  return {
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
