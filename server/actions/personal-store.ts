import type { PersonalAction } from '#contract/personal-actions.ts'
import type { Handle } from '../db/open.ts'

export type PersonalRow = {
  id: number
  person_id: number
  title: string
  notes: string
  due_date: string | null
  priority: PersonalAction['priority']
  status: PersonalAction['status']
  created_at: string
  updated_at: string
}

export function personalActions(handle: Handle, personId: number): Promise<PersonalRow[]> {
  return handle('personal_action').where({ person_id: personId }).orderBy('id', 'desc')
}

export async function findPersonal(
  handle: Handle,
  personId: number,
  id: number,
): Promise<PersonalRow | null> {
  const row: PersonalRow | undefined = await handle('personal_action')
    .where({ id, person_id: personId })
    .first()
  return row ?? null
}

const now = (): string => new Date().toISOString()

export async function insertPersonal(
  handle: Handle,
  row: Omit<PersonalRow, 'id' | 'created_at' | 'updated_at'>,
): Promise<number> {
  const [id] = await handle('personal_action').insert({ ...row, created_at: now(), updated_at: now() })
  return id!
}

export async function changePersonal(
  handle: Handle,
  id: number,
  changes: Partial<Omit<PersonalRow, 'id' | 'person_id'>>,
): Promise<void> {
  await handle('personal_action')
    .where({ id })
    .update({ ...changes, updated_at: now() })
}

export async function deletePersonal(handle: Handle, personId: number, id: number): Promise<number> {
  return handle('personal_action').where({ id, person_id: personId }).delete()
}

export async function deletePersonalOf(handle: Handle, personId: number): Promise<void> {
  await handle('personal_action').where({ person_id: personId }).delete()
}
