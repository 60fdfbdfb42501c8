import type { Handle } from '../db/open.ts'

/** What somebody drew, as a data URL. */
export type DrawingRow = { id: number; person_id: number; data: string; created_at: string }

export async function insertDrawing(handle: Handle, row: Omit<DrawingRow, 'id'>): Promise<number> {
  const [id] = await handle('drawing').insert(row)
  return id!
}

/** Newest first. */
export function drawingsOf(handle: Handle, personId: number): Promise<DrawingRow[]> {
  return handle('drawing').where({ person_id: personId }).orderBy('id', 'desc').limit(100)
}

export async function findDrawing(handle: Handle, id: number): Promise<DrawingRow | null> {
  const row: DrawingRow | undefined = await handle('drawing').where({ id }).first()
  return row ?? null
}

export async function deleteDrawing(handle: Handle, id: number): Promise<void> {
  await handle('drawing').where({ id }).delete()
}

/** What a person signed, for whoever wants to know it of themselves. */
export function signedBy(
  handle: Handle,
  personId: number,
): Promise<{ documentId: number; name: string; signedAt: string; signedBy: string }[]> {
  return handle('document_signature')
    .join('document', 'document.id', 'document_signature.document_id')
    .where({ 'document_signature.person_id': personId })
    .orderBy('document_signature.id')
    .select({
      documentId: 'document.id',
      name: 'document.name',
      signedAt: 'document_signature.signed_at',
      signedBy: 'document_signature.signed_by',
    })
}

/** Signed documents stay as they were signed. */
export async function forgetPersonInDocuments(handle: Handle, personId: number): Promise<void> {
  await handle('drawing').where({ person_id: personId }).delete()
  await handle('document_reader').where({ person_id: personId }).delete()
}
