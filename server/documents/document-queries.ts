import type { DocumentView } from '#contract/documents.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { PeopleService, Person } from '../people/service.ts'
import { currentViewer, type Viewer } from '../viewer.ts'
import { mayChange, maySee, present, type FullDocument } from './present.ts'
import * as store from './store.ts'

export type DocumentQueries = ReturnType<typeof createDocumentQueries>

/** Documents with their versions, readers and signatories, for those who may see them. */
export function createDocumentQueries({
  db,
  people,
  minutesVersion,
}: {
  db: Db
  people: PeopleService
  /** Which version of a recording's minutes is in force; null: there are none. */
  minutesVersion: (recordingId: number) => Promise<number | null>
}) {
  /** What somebody may not see is not there for them. @throws AppError not_found */
  async function requireDocument(handle: Handle, id: number, person: Person): Promise<FullDocument> {
    const row = await store.findDocument(handle, id)
    const [whole] = row ? await loadDocuments(handle, [row]) : []
    if (!whole || !maySee(whole, person))
      throw new AppError('not_found', "The document you're looking for doesn't exist or has been deleted.")
    return whole
  }

  async function requireOwn(handle: Handle, id: number, person: Person): Promise<FullDocument> {
    const whole = await requireDocument(handle, id, person)
    if (!mayChange(whole, person))
      throw new AppError('owner_only', 'Only the owner and administrators may do this.')
    return whole
  }

  async function isCurrent({ row }: FullDocument): Promise<boolean> {
    if (row.minutes_version === null || row.recording_id === null) return false
    return (await minutesVersion(row.recording_id)) === row.minutes_version
  }

  async function views(wholes: FullDocument[], person: Person): Promise<DocumentView[]> {
    const ids = wholes.flatMap(({ row }) => [row.owner_id, row.approved_by]).filter((id) => id !== null)
    const names = await people.namesOf(db.read, [...new Set(ids)])
    const all: DocumentView[] = []
    for (const whole of wholes)
      all.push(present(whole, { person, names, minutesCurrent: await isCurrent(whole) }))
    return all
  }

  const view = async (id: number, person: Person): Promise<DocumentView> =>
    (await views([await requireDocument(db.read, id, person)], person))[0]!

  return {
    requireDocument,
    requireOwn,
    isCurrent,
    view,

    /** What somebody is to a document; the rights of every call are decided by it. */
    async standing(handle: Handle, viewer: Viewer, id: number): Promise<'hidden' | 'seen' | 'own'> {
      const row = await store.findDocument(handle, id)
      const [whole] = row ? await loadDocuments(handle, [row]) : []
      if (!whole || !maySee(whole, viewer)) return 'hidden'
      return mayChange(whole, viewer) ? 'own' : 'seen'
    },

    /** Those that whoever asks may not see. */
    async hidden(handle: Handle): Promise<number[]> {
      const viewer = currentViewer()
      if (viewer === null || viewer.administrator) return []
      const wholes = await loadDocuments(handle, await store.privateDocuments(handle))
      return wholes.filter((whole) => !maySee(whole, viewer)).map(({ row }) => row.id)
    },

    async list(
      person: Person,
      filter: { archived: boolean; q?: string | undefined; recordingId?: number | undefined },
    ): Promise<DocumentView[]> {
      const wholes = await loadDocuments(db.read, await store.findDocuments(db.read, filter))
      return views(
        wholes.filter((whole) => maySee(whole, person)),
        person,
      )
    },
  }
}

export async function loadDocuments(handle: Handle, rows: store.DocumentRow[]): Promise<FullDocument[]> {
  const ids = rows.map(({ id }) => id)
  const [versions, signatories, signatures, readers] = [
    await store.versionsOf(handle, ids),
    await store.signatoriesOf(handle, ids),
    await store.signaturesOf(handle, ids),
    await store.readersOf(handle, ids),
  ]
  return rows.map((row) => ({
    row,
    versions: versions.filter(({ document_id }) => document_id === row.id),
    signatories: signatories.filter(({ document_id }) => document_id === row.id),
    signatures: signatures.filter(({ document_id }) => document_id === row.id),
    readers: readers.flatMap(({ document_id, person_id }) => (document_id === row.id ? [person_id] : [])),
  }))
}
