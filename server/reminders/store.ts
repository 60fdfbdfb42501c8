import type { Handle } from '../db/open.ts'

/** @returns false: they have been told already */
export async function remember(handle: Handle, personId: number, what: string): Promise<boolean> {
  const before = await handle('reminded').where({ person_id: personId, what }).first('what')
  if (before !== undefined) return false
  await handle('reminded').insert({ person_id: personId, what, at: new Date().toISOString() })
  return true
}

export async function forgetBefore(handle: Handle, moment: string): Promise<void> {
  await handle('reminded').where('at', '<', moment).delete()
}

export async function forgetPerson(handle: Handle, personId: number): Promise<void> {
  await handle('reminded').where({ person_id: personId }).delete()
}
