import type { DocumentKind } from '#contract/profile.ts'
import type { Handle } from '../db/open.ts'

export type DocumentRow = {
  person_id: number
  kind: DocumentKind
  /** The server's own name, in profiles/. */
  file: string
  /** What the person called it. */
  name: string
  type: string
  bytes: number
  uploaded_at: string
}

export type ErasureRow = { person_id: number; erased_at: string }

export async function findProfile(handle: Handle, personId: number): Promise<string | null> {
  const row: { fields: string } | undefined = await handle('profile')
    .where({ person_id: personId })
    .first('fields')
  return row?.fields ?? null
}

export async function putProfile(handle: Handle, personId: number, fields: string): Promise<void> {
  const row = { person_id: personId, fields, updated_at: new Date().toISOString() }
  await handle('profile').insert(row).onConflict('person_id').merge()
}

export function documentsOf(handle: Handle, personId: number): Promise<DocumentRow[]> {
  return handle('profile_document').where({ person_id: personId }).orderBy('kind')
}

export async function findDocument(
  handle: Handle,
  personId: number,
  kind: DocumentKind,
): Promise<DocumentRow | null> {
  const row: DocumentRow | undefined = await handle('profile_document')
    .where({ person_id: personId, kind })
    .first()
  return row ?? null
}

export async function putDocument(handle: Handle, row: DocumentRow): Promise<void> {
  await handle('profile_document').insert(row).onConflict(['person_id', 'kind']).merge()
}

export async function removeDocument(handle: Handle, personId: number, kind: DocumentKind): Promise<void> {
  await handle('profile_document').where({ person_id: personId, kind }).delete()
}

export function filesOfAll(handle: Handle): Promise<string[]> {
  return handle('profile_document').pluck('file')
}

export async function removeProfile(handle: Handle, personId: number): Promise<void> {
  await handle('profile').where({ person_id: personId }).delete()
  await handle('profile_document').where({ person_id: personId }).delete()
}

export async function insertErasure(handle: Handle, row: ErasureRow): Promise<void> {
  await handle('erasure').insert(row)
}

export function allErasures(handle: Handle): Promise<ErasureRow[]> {
  return handle('erasure').select('person_id', 'erased_at').orderBy('id')
}
