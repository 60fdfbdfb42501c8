import type { Handle } from '../db/open.ts'
import type { Person } from './service.ts'

export async function findPerson(handle: Handle, id: number): Promise<Person | null> {
  const row: { id: number; name: string | null; administrator: 0 | 1 } | undefined = await handle('person')
    .where({ id })
    .first()
  return row ? { id: row.id, name: row.name, administrator: row.administrator === 1 } : null
}
