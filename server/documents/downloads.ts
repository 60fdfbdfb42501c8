import type { AuditService } from '../audit/service.ts'
import type { Db } from '../db/open.ts'
import type { Person } from '../people/service.ts'
import type { DocumentFiles } from './files.ts'
import { latest } from './present.ts'
import { loadDocuments, type DocumentQueries } from './document-queries.ts'
import * as store from './store.ts'

/** Downloads of documents' files. */
export function createDownloads({
  db,
  audit,
  files,
  queries,
}: {
  db: Db
  audit: AuditService
  files: DocumentFiles
  queries: DocumentQueries
}) {
  return {
    /** The file of a version; the download is logged. */
    async file(id: number, person: Person, as: 'current' | 'original' | 'view') {
      const whole = await queries.requireDocument(db.read, id, person)
      const version = as === 'original' ? whole.versions[0]! : latest(whole)
      const act = { personId: person.id, subjectKind: 'document', subjectId: id }
      const details = { sha256: version.sha256, version: version.number }
      if (as === 'view') await audit.noteVisit({ ...act, act: 'document.viewed', details })
      else await audit.note({ ...act, act: 'document.downloaded', details })
      const name = whole.row.name.replace(/\.pdf$/i, '')
      const suffix = as === 'current' && whole.signatures.length > 0 ? ' (signed)' : ''
      return { path: files.pathOf(version.file), name: `${name}${suffix}.pdf` }
    },

    /** The PDF of every document as it is now and, where somebody signed it, as it came. */
    async everyFile(): Promise<{ name: string; path: string }[]> {
      const wholes = await loadDocuments(db.read, await store.everyDocument(db.read))
      return wholes.flatMap(({ row, versions }) => {
        const name = row.name.replace(/\.pdf$/i, '').replace(/[\u0000-\u001f/\\:*?"<>|]/g, ' ')
        const [first, last] = [versions[0]!, versions.at(-1)!]
        const now = {
          name: `${name}${versions.length > 1 ? ' (signed)' : ''}.pdf`,
          path: files.pathOf(last.file),
        }
        return first === last ? [now] : [now, { name: `${name}.pdf`, path: files.pathOf(first.file) }]
      })
    },
  }
}
