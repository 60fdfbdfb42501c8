import type { Handle } from '../db/open.ts'

export type OrganisationRow = { id: number; name: string; created_at: string }

export function allOrganisations(handle: Handle): Promise<OrganisationRow[]> {
  return handle('organisation').orderBy('name').limit(1000)
}

export async function findOrganisation(
  handle: Handle,
  by: { id: number } | { name: string },
): Promise<OrganisationRow | null> {
  const row: OrganisationRow | undefined = await handle('organisation').where(by).first()
  return row ?? null
}

export async function insertOrganisation(handle: Handle, name: string): Promise<number> {
  const [id] = await handle('organisation').insert({ name, created_at: new Date().toISOString() })
  return id!
}

export async function changeOrganisation(handle: Handle, id: number, name: string): Promise<void> {
  await handle('organisation').where({ id }).update({ name })
}

export async function deleteOrganisation(handle: Handle, id: number): Promise<void> {
  await handle('organisation').where({ id }).delete()
}
