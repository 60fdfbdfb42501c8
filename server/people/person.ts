import type { PersonView } from '#contract/people.ts'
import type { Config } from '../config.ts'
import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { findPerson, type PersonRow } from './store.ts'

/** A person as other slices see them. */
export type Person = { id: number; name: string | null; email: string | null; administrator: boolean }

/** Where nobody signs in, everybody is person 1, the administrator. */
export const firstPersonId = 1

export const noSuchPerson = (): AppError => new AppError('not_found', 'There is no such person.')

/** A person who has not been removed. @throws AppError not_found */
export async function requirePerson(handle: Handle, id: number): Promise<PersonRow> {
  const row = await findPerson(handle, { id })
  if (!row || row.removed_at !== null) throw noSuchPerson()
  return row
}

/** A person, removed or not. @throws AppError not_found */
export async function requireRow(handle: Handle, id: number): Promise<PersonRow> {
  const row = await findPerson(handle, { id })
  if (!row) throw noSuchPerson()
  return row
}

export type Presenter = ReturnType<typeof createPresenter>

/** Turns rows into what the rest of the appliance sees; people in APPLIANCE_ADMINS are administrators too. */
export function createPresenter(config: Pick<Config, 'admins'>) {
  const isAdministrator = (row: PersonRow): boolean =>
    row.administrator === 1 ||
    row.id === firstPersonId ||
    (row.email !== null && config.admins.includes(row.email))

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

  return { isAdministrator, present, view }
}

const recentMs = 60_000

/** Seen so recently that the time need not be stored again. */
export const isRecent = (moment: string | null): boolean =>
  moment !== null && Date.now() - Date.parse(moment) < recentMs
