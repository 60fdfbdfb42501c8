import type { AuditService } from '../audit/service.ts'
import type { Db } from '../db/open.ts'
import type { Paths } from '../files/paths.ts'
import type { HoldsService } from '../holds/service.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Pdf } from '../pdf/run.ts'
import type { PeopleService } from '../people/service.ts'
import type { SearchService } from '../search/service.ts'
import { createAddDocument } from './add-document.ts'
import { createDocumentChanges } from './document-changes.ts'
import { createFiles } from './files.ts'
import { createDownloads } from './downloads.ts'
import { isSigned, maySee } from './present.ts'
import { createDocumentQueries } from './document-queries.ts'
import { createForSignatures } from './for-signatures.ts'
import * as store from './store.ts'

export type { FullDocument } from './present.ts'
export { isSigned, latest } from './present.ts'

export type DocumentsService = ReturnType<typeof createDocuments>

/** PDF documents: their versions, who may see them, and who has signed. */
export function createDocuments(given: {
  db: Db
  paths: Paths
  pdf: Pdf
  people: PeopleService
  audit: AuditService
  search: Pick<SearchService, 'refresh' | 'remove'>
  holds: Pick<HoldsService, 'isOnHold'>
  language: LanguageEngine
  /** Which version of a recording's minutes is in force; null: there are none. */
  minutesVersion: (recordingId: number) => Promise<number | null>
  timezone: string
}) {
  const files = createFiles(given.paths)
  const deps = { ...given, files, queries: createDocumentQueries(given) }
  return {
    ...deps.queries,
    ...createAddDocument(deps),
    ...createDocumentChanges(deps),
    ...createDownloads(deps),
    ...createForSignatures(deps),
    keepFile: files.keep,
    pathOf: files.pathOf,
    discardFile: files.discard,
    mayRead: maySee,
    isSigned,
    sweep: async (): Promise<number> => files.sweep(new Set(await store.allFiles(given.db.read))),
  }
}
