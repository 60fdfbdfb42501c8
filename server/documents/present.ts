import type { DocumentView } from '#contract/documents.ts'
import type { Person } from '../people/service.ts'
import type { DocumentRow, SignatoryRow, SignatureRow, VersionRow } from './store.ts'

/** A document with all that belongs to it. */
export type FullDocument = {
  row: DocumentRow
  versions: VersionRow[]
  signatories: SignatoryRow[]
  signatures: SignatureRow[]
  readers: number[]
}

/** Everybody who is to sign has signed; without names, one signature is enough. */
export function isSigned({
  signatories,
  signatures,
}: Pick<FullDocument, 'signatories' | 'signatures'>): boolean {
  if (signatories.length === 0) return signatures.length > 0
  return signatories.every(({ id }) => signatures.some(({ signatory_id }) => signatory_id === id))
}

export const mayChange = ({ row }: FullDocument, person: Pick<Person, 'id' | 'administrator'>): boolean =>
  person.administrator || row.owner_id === person.id

export function maySee(whole: FullDocument, person: Pick<Person, 'id' | 'administrator'>): boolean {
  const { row, signatories, readers } = whole
  if (row.open_to === 'everybody' || mayChange(whole, person)) return true
  if (signatories.some(({ person_id }) => person_id === person.id)) return true
  return row.open_to === 'named' && readers.includes(person.id)
}

export const latest = ({ versions }: FullDocument): VersionRow => versions.at(-1)!

/** Rows → API shape. @param names of people by id @param minutesCurrent whether its minutes are still the ones in force */
export function present(
  whole: FullDocument,
  { person, names, minutesCurrent }: { person: Person; names: Map<number, string>; minutesCurrent: boolean },
): DocumentView {
  const { row, signatories, signatures } = whole
  const signed = isSigned(whole) ? signatures.at(-1) : undefined
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null))
  return {
    id: row.id,
    fileName: row.name,
    fileData: null,
    summary: row.summary,
    summaryBy: row.summary_by,
    signatureId: signed?.drawing_id ?? null,
    signedBy: signed?.signed_by ?? null,
    signingAsOrganization: signed?.for_organisation === 1,
    organizationName: signed?.for_organisation === 1 ? signed.organisation : null,
    signedAt: signed?.signed_at ?? null,
    createdAt: row.created_at,
    bytes: latest(whole).bytes,
    pages: row.pages,
    hasText: row.has_text === 1,
    refusal: row.refusal,
    signedBefore: row.signed_before,
    owner: nameOf(row.owner_id),
    mayChange: mayChange(whole, person),
    openTo: row.open_to,
    readers: whole.readers,
    archivedAt: row.archived_at,
    signBy: row.sign_by,
    minutes:
      row.minutes_version === null
        ? null
        : {
            recordingId: row.recording_id,
            version: row.minutes_version,
            current: minutesCurrent,
            approvedBy: nameOf(row.approved_by),
            approvedAt: row.approved_at,
          },
    signatories: signatories.map(({ id, name, capacity, organisation, person_id }) => ({
      ...{ id, name, capacity, organisation, personId: person_id },
      signedAt: signatures.find(({ signatory_id }) => signatory_id === id)?.signed_at ?? null,
    })),
    signatures: signatures.map((one) => ({
      id: one.id,
      signedBy: one.signed_by,
      capacity: one.capacity,
      organisation: one.organisation,
      signedAt: one.signed_at,
      identity: one.identity,
      stampedAt: one.stamped_at,
      page: one.page,
    })),
  }
}
