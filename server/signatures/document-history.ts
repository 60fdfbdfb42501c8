import type { DocumentAct, Verdict } from '#contract/signatures.ts'
import type { AuditService } from '../audit/service.ts'
import type { Db } from '../db/open.ts'
import { isSigned, latest, type DocumentsService, type FullDocument } from '../documents/service.ts'
import type { Paths } from '../files/paths.ts'
import type { Pdf } from '../pdf/run.ts'
import type { PeopleService, Person } from '../people/service.ts'
import type { Print } from '../print/print.ts'
import { actSentence } from './acts.ts'
import { certificateOf } from './certificate.ts'
import { needSeal } from './seal-key.ts'
import { verdictOf } from './verdict.ts'

/** A document's history: its certificate, and checks of who signed a PDF and whether it was changed. */
export function createDocumentHistory({
  db,
  paths,
  pdf,
  print,
  documents,
  people,
  audit,
  timezone,
}: {
  db: Db
  paths: Paths
  pdf: Pdf
  print: Print
  documents: DocumentsService
  people: PeopleService
  audit: AuditService
  timezone: string
}) {
  async function acts(whole: FullDocument): Promise<{ acts: DocumentAct[]; intact: boolean }> {
    const entries = await audit.about('document', whole.row.id)
    const ids = [...new Set(entries.flatMap(({ personId }) => personId ?? []))]
    const names = await people.namesOf(db.read, ids)
    const { intact } = await audit.verify()
    return {
      intact,
      acts: entries.map((entry) => ({
        at: entry.at,
        text: actSentence(entry, names.get(entry.personId ?? 0) ?? 'Somebody'),
        hash: entry.hash,
      })),
    }
  }

  return {
    acts: async (id: number, person: Person) => acts(await documents.requireDocument(db.read, id, person)),

    /** A PDF that lists who signed and what was done. */
    async certificate(id: number, person: Person): Promise<{ bytes: Uint8Array; name: string }> {
      const whole = await documents.requireDocument(db.read, id, person)
      const { shown } = await needSeal(paths)
      const facts = { ...(await acts(whole)), seal: shown, timezone, signed: isSigned(whole) }
      const { bytes } = await print(certificateOf(whole, facts), 'pdf')
      return { bytes, name: `Certificate: ${whole.row.name}.pdf` }
    },

    /**
     * What a PDF is, who signed it and when, and whether it or the log was changed.
     * @param person null: somebody at the command line, who sees everything
     * @throws AppError pdf_unusable
     */
    async verify(file: string, person: Person | null): Promise<Verdict> {
      const found = await pdf.verify(file)
      const { shown } = await needSeal(paths)
      const ours = new Map<string, boolean>()
      for (const { certificateSha256: sha } of found.signatures)
        if (sha !== null) ours.set(sha, sha === shown.sha256 || (await documents.isSealedHere(sha)))
      const own = await documents.ofFile(found.sha256)
      const log = own && {
        entries: await audit.about('document', own.whole.row.id),
        intact: (await audit.verify()).intact,
      }
      const document = own && {
        id: own.whole.row.id,
        fileName: own.whole.row.name,
        version: own.number,
        latest: latest(own.whole).number === own.number,
      }
      return verdictOf(found, {
        isOurs: (sha) => ours.get(sha) ?? false,
        document: own && (person === null || documents.mayRead(own.whole, person)) ? document : null,
        log,
      })
    },
  }
}
