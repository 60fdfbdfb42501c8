import type { Handle } from '../db/open.ts'

export type PersonRow = {
  id: number
  name: string | null
  /** In small letters; nobody else's, not even somebody's who was removed. */
  email: string | null
  administrator: 0 | 1
  passphrase: string | null
  totp_secret: string | null
  /** A second factor that is being set up. */
  totp_pending: string | null
  /** The last time step whose code was used: none is good twice. */
  totp_step: number
  created_at: string
  last_seen_at: string | null
  removed_at: string | null
  /** Issuer and subject of the company's sign-in; null: they have not come that way. */
  oidc_subject: string | null
  /** JSON of what they changed; see settings.ts. */
  settings: string | null
}

/** Removed people are found too. */
export async function findPerson(
  handle: Handle,
  by: { id: number } | { email: string } | { oidc_subject: string },
): Promise<PersonRow | null> {
  const row: PersonRow | undefined = await handle('person').where(by).first()
  return row ?? null
}

/** Of those who have not been removed. */
export function peopleByIds(handle: Handle, ids: number[]): Promise<PersonRow[]> {
  return handle('person').whereIn('id', ids).whereNull('removed_at')
}

export function allPeople(handle: Handle): Promise<PersonRow[]> {
  return handle('person').whereNull('removed_at').orderBy('id')
}

export async function insertPerson(
  handle: Handle,
  row: Pick<PersonRow, 'name' | 'email' | 'administrator'>,
): Promise<number> {
  const [id] = await handle('person').insert({ ...row, created_at: new Date().toISOString() })
  return id!
}

export async function changePerson(
  handle: Handle,
  id: number,
  change: Partial<Omit<PersonRow, 'id' | 'created_at'>>,
): Promise<void> {
  await handle('person').where({ id }).update(change)
}

export async function anyPassphrase(handle: Handle): Promise<boolean> {
  const row: { id: number } | undefined = await handle('person')
    .whereNotNull('passphrase')
    .whereNull('removed_at')
    .first('id')
  return row !== undefined
}

/** Takes a time step's code, once. @returns false when it or a later one has been used already */
export async function useTotpStep(handle: Handle, id: number, step: number): Promise<boolean> {
  return (
    (await handle('person').where({ id }).andWhere('totp_step', '<', step).update({ totp_step: step })) === 1
  )
}
