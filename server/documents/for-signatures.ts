import type { CalendarItem } from '#contract/calendar.ts'
import { documentsChanged } from '#contract/documents.ts'
import { publishChange } from '../db/events.ts'
import type { Db, Handle } from '../db/open.ts'
import { currentViewer } from '../viewer.ts'
import { awaitingItem } from './awaiting.ts'
import type { KeptFile } from './files.ts'
import { isSigned, latest, maySee, type FullDocument } from './present.ts'
import { loadDocuments } from './document-queries.ts'
import * as store from './store.ts'

/** What the signatures slice needs of documents: new versions, approvals, who is still to sign. */
export function createForSignatures({
  db,
  timezone,
  minutesVersion,
}: {
  db: Db
  timezone: string
  /** Which version of a recording's minutes is in force; null: there are none. */
  minutesVersion: (recordingId: number) => Promise<number | null>
}) {
  return {
    /** For whoever writes a new version: in the transaction that moves to it. */
    async recordSignature(
      trx: Handle,
      whole: FullDocument,
      made: {
        file: KeptFile
        pages: number
        signaturePage: number | null
        signature: Omit<store.SignatureRow, 'id' | 'document_id' | 'version_id'>
      },
    ): Promise<number> {
      const id = whole.row.id
      const number = latest(whole).number + 1
      const version = await store.insertVersion(trx, { document_id: id, number, ...made.file })
      await store.changeDocumentRow(trx, id, { pages: made.pages, signature_page: made.signaturePage })
      await store.insertSignature(trx, { ...made.signature, document_id: id, version_id: version })
      await publishChange(trx, documentsChanged, id)
      return number
    },

    /** Whether the minutes in force of a recording have been approved. */
    async isApproved(handle: Handle, recordingId: number): Promise<boolean> {
      const version = await minutesVersion(recordingId)
      return version !== null && store.minutesApproved(handle, recordingId, version)
    },

    async approve(trx: Handle, id: number, personId: number): Promise<void> {
      await store.changeDocumentRow(trx, id, { approved_by: personId, approved_at: new Date().toISOString() })
      await publishChange(trx, documentsChanged, id)
    },

    /** The document whose file this was or is; null: none of this appliance. */
    async ofFile(sha256: string): Promise<{ whole: FullDocument; number: number } | null> {
      const version = await store.findVersion(db.read, { sha256 })
      const row = version && (await store.findDocument(db.read, version.document_id))
      const [whole] = row ? await loadDocuments(db.read, [row]) : []
      return whole && version ? { whole, number: version.number } : null
    },

    isSealedHere: (certificateSha256: string): Promise<boolean> =>
      store.isSealedHere(db.read, certificateSha256),

    /** Those that await a signature and are to be signed (or came, where nobody said by when) on these days. */
    async awaiting(handle: Handle, { from, to }: { from: string; to: string }): Promise<CalendarItem[]> {
      const viewer = currentViewer()
      const wholes = await loadDocuments(handle, await store.unarchived(handle))
      return wholes
        .filter((whole) => whole.row.refusal === null && !isSigned(whole))
        .filter((whole) => viewer === null || maySee(whole, viewer))
        .map((whole) => awaitingItem(whole, timezone))
        .filter(({ day }) => day >= from && day <= to)
    },
  }
}
