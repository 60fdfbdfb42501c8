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
  await handle('phone').where({ person_id: personId }).delete()
}

export type PhoneRow = {
  person_id: number
  number: string
  code_hash: string | null
  code_until: string | null
  tries: number
  sent_at: string
  verified_at: string | null
}

export async function findPhone(handle: Handle, personId: number): Promise<PhoneRow | null> {
  const row: PhoneRow | undefined = await handle('phone').where({ person_id: personId }).first()
  return row ?? null
}

export async function putPhone(handle: Handle, row: PhoneRow): Promise<void> {
  await handle('phone').insert(row).onConflict('person_id').merge()
}

export async function changePhone(
  handle: Handle,
  personId: number,
  change: Partial<PhoneRow>,
): Promise<void> {
  await handle('phone').where({ person_id: personId }).update(change)
}

export async function wasTold(handle: Handle, personId: number, what: string): Promise<boolean> {
  return (await handle('reminded').where({ person_id: personId, what }).first('what')) !== undefined
}
