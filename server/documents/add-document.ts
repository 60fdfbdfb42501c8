import { rm, writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import { documentsChanged, largestPdf, type audiences, type signatoryInput } from '#contract/documents.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange } from '../db/events.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { requireSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { bytes as size } from '../files/size.ts'
import { temporaryUpload } from '../files/sweep.ts'
import type { Inspection, Pdf, Spot } from '../pdf/run.ts'
import type { Person } from '../people/service.ts'
import type { SearchService } from '../search/service.ts'
import type { DocumentFiles, KeptFile } from './files.ts'
import * as store from './store.ts'

type SignatoryInput = z.output<typeof signatoryInput>
type Audience = (typeof audiences)[number]

/** What is known of a document before its file is looked at. */
type Facts = {
  name: string
  person: Person
  openTo: Audience
  signatories: SignatoryInput[]
  readers?: number[]
  minutes?: { recordingId: number; version: number; block: Spot | null }
}

export const inputRow = ({ name, capacity, organisation, personId }: SignatoryInput) => ({
  ...{ name, capacity, organisation },
  person_id: personId,
})

/** Adds documents, from an upload or another slice. */
export function createAddDocument({
  db,
  paths,
  pdf,
  audit,
  search,
  files,
}: {
  db: Db
  paths: Paths
  pdf: Pdf
  audit: AuditService
  search: Pick<SearchService, 'refresh'>
  files: DocumentFiles
}) {
  async function record(trx: Handle, kept: KeptFile, inspected: Inspection, facts: Facts): Promise<number> {
    const id = await insert(trx, kept, inspected, facts)
    await audit.record(trx, {
      personId: facts.person.id,
      act: facts.minutes ? 'document.made' : 'document.uploaded',
      subjectKind: 'document',
      subjectId: id,
      details: { sha256: kept.sha256, version: 1 },
    })
    await search.refresh(trx, 'document', String(id))
    await publishChange(trx, documentsChanged, id)
    return id
  }

  /** A PDF that lies in a file becomes a document; the file is moved. @throws AppError pdf_unusable */
  async function add(from: string, facts: Facts): Promise<number> {
    const inspected = await pdf.inspect(from)
    const kept = await files.keep(from)
    try {
      return await transactDurably(db, (trx) => record(trx, kept, inspected, facts))
    } catch (error) {
      await files.discard(kept.file)
      throw error
    }
  }

  return {
    add,

    /** @throws AppError pdf_unusable, disk_full */
    async upload(
      dataUrl: string,
      facts: Pick<Facts, 'name' | 'person' | 'openTo' | 'signatories'>,
    ): Promise<number> {
      const encoded = dataUrl.slice(dataUrl.indexOf(',') + 1)
      const length = encoded.length * 0.75
      if (length > largestPdf)
        throw new AppError(
          'pdf_unusable',
          `This PDF is larger than ${size(largestPdf)}, the largest the appliance accepts.`,
        )
      await requireSpace(paths.uploads, length)
      const from = temporaryUpload(paths)
      try {
        await writeFile(from, Buffer.from(encoded, 'base64'), { mode: 0o600, flag: 'wx' })
        return await add(from, facts)
      } finally {
        await rm(from, { force: true })
      }
    },
  }
}

async function insert(
  trx: Handle,
  kept: KeptFile,
  { pages, signatures, refusal }: Inspection,
  facts: Facts,
): Promise<number> {
  const id = await store.insertDocument(trx, {
    name: facts.name,
    owner_id: facts.person.id,
    open_to: facts.openTo,
    pages: pages.length,
    has_text: pages.some(({ text }) => /\p{L}{2}/u.test(text)) ? 1 : 0,
    refusal,
    signed_before: signatures,
    ...{ summary: null, summary_by: null, approved_by: null, approved_at: null },
    ...{ signature_page: null, sign_by: null },
    recording_id: facts.minutes?.recordingId ?? null,
    minutes_version: facts.minutes?.version ?? null,
    block: facts.minutes?.block ? JSON.stringify(facts.minutes.block) : null,
  })
  await store.insertVersion(trx, { document_id: id, number: 1, ...kept })
  await store.insertPages(
    trx,
    id,
    pages.map(({ text }) => text),
  )
  await store.replaceSignatories(trx, id, facts.signatories.map(inputRow))
  if (facts.readers) await store.replaceReaders(trx, id, facts.readers)
  return id
}
