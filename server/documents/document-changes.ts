import type { z } from 'zod'
import { documentsChanged, type changeDocument, type DocumentView } from '#contract/documents.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange } from '../db/events.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { HoldsService } from '../holds/service.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Person } from '../people/service.ts'
import type { SearchService } from '../search/service.ts'
import { inputRow } from './add-document.ts'
import type { DocumentFiles } from './files.ts'
import { latest } from './present.ts'
import type { DocumentQueries } from './document-queries.ts'
import * as store from './store.ts'
import { summarise } from './summarise.ts'

/** Renames, shares, archives, summarises and deletes documents. */
export function createDocumentChanges({
  db,
  audit,
  search,
  holds,
  language,
  files,
  queries,
}: {
  db: Db
  audit: AuditService
  search: Pick<SearchService, 'refresh' | 'remove'>
  holds: Pick<HoldsService, 'isOnHold'>
  language: LanguageEngine
  files: DocumentFiles
  queries: DocumentQueries
}) {
  const { requireDocument, requireOwn, view } = queries

  return {
    /** @throws AppError not_found, owner_only, already_signed */
    async change(
      id: number,
      person: Person,
      { fileName, openTo, readers, signatories, signBy, archived }: z.output<typeof changeDocument.body>,
    ): Promise<DocumentView> {
      await transactDurably(db, async (trx) => {
        const whole = await requireOwn(trx, id, person)
        if (signatories) {
          if (whole.signatures.length > 0)
            throw new AppError(
              'already_signed',
              'Somebody has signed already; who is to sign can no longer be changed.',
            )
          await store.replaceSignatories(trx, id, signatories.map(inputRow))
        }
        if (readers) await store.replaceReaders(trx, id, [...new Set(readers)])
        const changes = {
          ...(fileName !== undefined && { name: fileName }),
          ...(openTo !== undefined && { open_to: openTo }),
          ...(signBy !== undefined && { sign_by: signBy }),
          ...(archived !== undefined && { archived_at: archived ? new Date().toISOString() : null }),
        }
        if (Object.keys(changes).length > 0) await store.changeDocumentRow(trx, id, changes)
        const act =
          archived === undefined ? 'document.changed' : archived ? 'document.archived' : 'document.restored'
        await audit.record(trx, { personId: person.id, act, subjectKind: 'document', subjectId: id })
        await search.refresh(trx, 'document', String(id))
        await publishChange(trx, documentsChanged, id)
      })
      return view(id, person)
    },

    /** @throws AppError not_found, owner_only, already_signed, legal_hold */
    async remove(id: number, person: Person): Promise<void> {
      const removed = await transactDurably(db, async (trx) => {
        const whole = await requireOwn(trx, id, person)
        if (whole.signatures.length > 0)
          throw new AppError(
            'already_signed',
            'What somebody has signed cannot be deleted. It can be archived.',
          )
        const { recording_id: recordingId } = whole.row
        if (recordingId !== null && (await holds.isOnHold(trx, recordingId)))
          throw new AppError(
            'legal_hold',
            'The meeting of this document is on legal hold: nothing of it can be deleted.',
          )
        await store.deleteDocumentRow(trx, id)
        await audit.record(trx, {
          personId: person.id,
          act: 'document.deleted',
          subjectKind: 'document',
          subjectId: id,
          details: { sha256: latest(whole).sha256 },
        })
        await search.remove(trx, 'document', String(id))
        await publishChange(trx, documentsChanged, id)
        return whole.versions.map(({ file }) => file)
      })
      for (const file of removed) await files.discard(file)
    },

    /** By the language model where it is there, else its key passages. */
    async summarise(id: number, person: Person, signal: AbortSignal) {
      const whole = await requireDocument(db.read, id, person)
      const pages = await store.pagesOf(db.read, id)
      const made = await summarise({ language, name: whole.row.name, pages, signal })
      await transactDurably(db, async (trx) => {
        await store.changeDocumentRow(trx, id, { summary: made.summary, summary_by: made.summaryBy })
        await audit.record(trx, {
          personId: person.id,
          act: 'document.summarised',
          subjectKind: 'document',
          subjectId: id,
          details: { by: made.summaryBy },
        })
        await publishChange(trx, documentsChanged, id)
      })
      return made
    },

    /** Everything that meetings say of it refers to what has gone. */
    async recordingDeleted(trx: Handle, recordingId: number): Promise<void> {
      for (const id of await store.documentsOfRecording(trx, recordingId))
        await publishChange(trx, documentsChanged, id)
    },
  }
}
