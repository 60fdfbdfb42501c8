import type { audiences } from '#contract/documents.ts'
import type { Handle } from '../db/open.ts'

export type DocumentRow = {
  id: number
  name: string
  owner_id: number | null
  open_to: (typeof audiences)[number]
  pages: number
  has_text: 0 | 1
  refusal: string | null
  signed_before: number
  summary: string | null
  summary_by: 'model' | 'passages' | null
  recording_id: number | null
  minutes_version: number | null
  approved_by: number | null
  approved_at: string | null
  /** JSON of a Spot. */
  block: string | null
  signature_page: number | null
  /** A day. */
  sign_by: string | null
  created_at: string
  archived_at: string | null
}

export type VersionRow = {
  id: number
  document_id: number
  number: number
  file: string
  bytes: number
  sha256: string
  created_at: string
}

export type SignatoryRow = {
  id: number
  document_id: number
  position: number
  name: string
  capacity: string
  organisation: string
  person_id: number | null
}

export type SignatureRow = {
  id: number
  document_id: number
  version_id: number
  signatory_id: number | null
  drawing_id: number
  person_id: number
  signed_by: string
  capacity: string
  organisation: string
  for_organisation: 0 | 1
  identity: 'stated' | 'signed_in' | 'single_sign_on'
  page: number
  certificate_sha256: string
  stamped_at: string | null
  signed_at: string
}

const now = (): string => new Date().toISOString()

export async function insertDocument(
  handle: Handle,
  row: Omit<DocumentRow, 'id' | 'created_at' | 'archived_at'>,
): Promise<number> {
  const [id] = await handle('document').insert({ ...row, created_at: now() })
  return id!
}

export async function findDocument(handle: Handle, id: number): Promise<DocumentRow | null> {
  const row: DocumentRow | undefined = await handle('document').where({ id }).first()
  return row ?? null
}

const like = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Newest first. */
export function everyDocument(handle: Handle): Promise<DocumentRow[]> {
  return handle('document').orderBy('id')
}

export function findDocuments(
  handle: Handle,
  {
    archived,
    q,
    recordingId,
  }: { archived: boolean; q?: string | undefined; recordingId?: number | undefined },
): Promise<DocumentRow[]> {
  const query = handle('document').orderBy('id', 'desc').limit(1000)
  void (archived ? query.whereNotNull('archived_at') : query.whereNull('archived_at'))
  if (recordingId !== undefined) void query.where({ recording_id: recordingId })
  if (q)
    void query.whereRaw(
      String.raw`(name LIKE ? ESCAPE '\' OR summary LIKE ? ESCAPE '\' OR EXISTS (
        SELECT 1 FROM document_page p WHERE p.document_id = document.id AND p.text LIKE ? ESCAPE '\'))`,
      [like(q), like(q), like(q)],
    )
  return query
}

export function unarchived(handle: Handle): Promise<DocumentRow[]> {
  return handle('document').whereNull('archived_at').orderBy('id', 'desc').limit(2000)
}

export function privateDocuments(handle: Handle): Promise<DocumentRow[]> {
  return handle('document').whereNot({ open_to: 'everybody' })
}

export async function documentIds(handle: Handle): Promise<number[]> {
  return handle('document').orderBy('id').pluck('id')
}

export async function documentsOfRecording(handle: Handle, recordingId: number): Promise<number[]> {
  return handle('document').where({ recording_id: recordingId }).pluck('id')
}

export async function changeDocumentRow(
  handle: Handle,
  id: number,
  change: Partial<Omit<DocumentRow, 'id'>>,
): Promise<void> {
  await handle('document').where({ id }).update(change)
}

export async function deleteDocumentRow(handle: Handle, id: number): Promise<void> {
  await handle('document').where({ id }).delete()
}

export async function insertVersion(
  handle: Handle,
  row: Omit<VersionRow, 'id' | 'created_at'>,
): Promise<number> {
  const [id] = await handle('document_version').insert({ ...row, created_at: now() })
  return id!
}

export function versionsOf(handle: Handle, ids: number[]): Promise<VersionRow[]> {
  return handle('document_version').whereIn('document_id', ids).orderBy(['document_id', 'number'])
}

export async function findVersion(
  handle: Handle,
  by: { sha256: string } | { file: string },
): Promise<VersionRow | null> {
  const row: VersionRow | undefined = await handle('document_version').where(by).orderBy('id', 'desc').first()
  return row ?? null
}

export async function allFiles(handle: Handle): Promise<string[]> {
  return handle('document_version').pluck('file')
}

export async function insertPages(handle: Handle, documentId: number, texts: string[]): Promise<void> {
  const rows = texts.map((text, i) => ({ document_id: documentId, page: i + 1, text }))
  for (let from = 0; from < rows.length; from += 100)
    await handle('document_page').insert(rows.slice(from, from + 100))
}

export function pagesOf(handle: Handle, documentId: number): Promise<{ page: number; text: string }[]> {
  return handle('document_page').where({ document_id: documentId }).orderBy('page').select('page', 'text')
}

export function readersOf(
  handle: Handle,
  ids: number[],
): Promise<{ document_id: number; person_id: number }[]> {
  return handle('document_reader').whereIn('document_id', ids).orderBy('person_id')
}

export async function replaceReaders(handle: Handle, documentId: number, people: number[]): Promise<void> {
  await handle('document_reader').where({ document_id: documentId }).delete()
  if (people.length > 0)
    await handle('document_reader').insert(people.map((id) => ({ document_id: documentId, person_id: id })))
}

export function signatoriesOf(handle: Handle, ids: number[]): Promise<SignatoryRow[]> {
  return handle('signatory').whereIn('document_id', ids).orderBy(['document_id', 'position'])
}

export async function replaceSignatories(
  handle: Handle,
  documentId: number,
  rows: Pick<SignatoryRow, 'name' | 'capacity' | 'organisation' | 'person_id'>[],
): Promise<void> {
  await handle('signatory').where({ document_id: documentId }).delete()
  if (rows.length > 0)
    await handle('signatory').insert(
      rows.map((row, i) => ({ ...row, document_id: documentId, position: i + 1 })),
    )
}

export function signaturesOf(handle: Handle, ids: number[]): Promise<SignatureRow[]> {
  return handle('document_signature').whereIn('document_id', ids).orderBy('id')
}

export async function insertSignature(handle: Handle, row: Omit<SignatureRow, 'id'>): Promise<number> {
  const [id] = await handle('document_signature').insert(row)
  return id!
}

export async function isSealedHere(handle: Handle, certificateSha256: string): Promise<boolean> {
  const row: { id: number } | undefined = await handle('document_signature')
    .where({ certificate_sha256: certificateSha256 })
    .first('id')
  return row !== undefined
}

export async function minutesApproved(
  handle: Handle,
  recordingId: number,
  version: number,
): Promise<boolean> {
  const row: unknown = await handle('document')
    .where({ recording_id: recordingId, minutes_version: version })
    .whereNotNull('approved_at')
    .first('id')
  return row !== undefined
}
