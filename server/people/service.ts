import type { Handle } from '../db/open.ts'
import { findPerson } from './store.ts'

export type Person = { id: number; name: string | null; administrator: boolean }

/** Without the access gate everybody is person 1, the administrator. */
export const firstPersonId = 1

export async function currentPerson(handle: Handle): Promise<Person> {
  const person = await findPerson(handle, firstPersonId)
  if (!person) throw new Error('Person 1 is missing from the database')
  return person
}
