import { rm, writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import type { CalendarItem } from '#contract/calendar.ts'
import {
  documentsChanged,
  largestPdf,
  type audiences,
  type changeDocument,
  type DocumentView,
  type signatoryInput,
} from '#contract/documents.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange } from '../db/events.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { bytes as size } from '../files/size.ts'
import { requireSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Pdf, Spot } from '../pdf/run.ts'
import type { PeopleService, Person } from '../people/service.ts'
import type { SearchService } from '../search/service.ts'
import { currentViewer, type Viewer } from '../viewer.ts'
import { awaitingItem } from './awaiting.ts'
import { createFiles, type KeptFile } from './files.ts'
import { isSigned, latest, mayChange, maySee, present, type Whole } from './present.ts'
import * as store from './store.ts'
import { summarise } from './summarise.ts'

export type { Whole } from './present.ts'
export { isSigned, latest } from './present.ts'

type SignatoryInput = z.output<typeof signatoryInput>
type Audience = (typeof audiences)[number]

export type DocumentsService = ReturnType<typeof createDocuments>

/** PDF documents: their versions, who may see them, and who has signed. */
export function createDocuments({
  db,
  paths,
  pdf,
  people,
  audit,
  search,
  language,
  minutesVersion,
  timezone,
}: {
  db: Db
  paths: Paths
  pdf: Pdf
  people: PeopleService
  audit: AuditService
  search: Pick<SearchService, 'refresh' | 'remove'>
  language: LanguageEngine
  /** Which version of a recording's minutes is in force; null: there are none. */
  minutesVersion: (recordingId: number) => Promise<number | null>
  timezone: string
}) {
  const files = createFiles(paths)

  async function gather(handle: Handle, rows: store.DocumentRow[]): Promise<Whole[]> {
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

  /** What somebody may not see is not there for them. @throws AppError not_found */
  async function need(handle: Handle, id: number, person: Person): Promise<Whole> {
    const row = await store.findDocument(handle, id)
    const [whole] = row ? await gather(handle, [row]) : []
    if (!whole || !maySee(whole, person))
      throw new AppError('not_found', "The document you're looking for doesn't exist or has been deleted.")
    return whole
  }

  async function needOwn(handle: Handle, id: number, person: Person): Promise<Whole> {
    const whole = await need(handle, id, person)
    if (!mayChange(whole, person))
      throw new AppError('owner_only', 'Only the owner and administrators may do this.')
    return whole
  }

  async function isCurrent({ row }: Whole): Promise<boolean> {
    if (row.minutes_version === null || row.recording_id === null) return false
    return (await minutesVersion(row.recording_id)) === row.minutes_version
  }

  async function views(wholes: Whole[], person: Person): Promise<DocumentView[]> {
    const ids = wholes.flatMap(({ row }) => [row.owner_id, row.approved_by]).filter((id) => id !== null)
    const names = await people.namesOf(db.read, [...new Set(ids)])
    const all: DocumentView[] = []
    for (const whole of wholes)
      all.push(present(whole, { person, names, minutesCurrent: await isCurrent(whole) }))
    return all
  }

  const view = async (id: number, person: Person): Promise<DocumentView> =>
    (await views([await need(db.read, id, person)], person))[0]!

  const inputRow = ({ name, capacity, organisation, personId }: SignatoryInput) => ({
    ...{ name, capacity, organisation },
    person_id: personId,
  })

  /** A PDF that lies in a file becomes a document; the file is moved. @throws AppError pdf_unusable */
  async function add(
    from: string,
    facts: {
      name: string
      person: Person
      openTo: Audience
      signatories: SignatoryInput[]
      readers?: number[]
      minutes?: { recordingId: number; version: number; block: Spot | null }
    },
  ): Promise<number> {
    const { pages, signatures, refusal } = await pdf.inspect(from)
    const kept = await files.keep(from)
    try {
      return await transactDurably(db, async (trx) => {
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
      })
    } catch (error) {
      await files.discard(kept.file)
      throw error
    }
  }

  return {
    need,

    /** What somebody is to a document; the rights of every call are decided by it. */
    async standing(handle: Handle, viewer: Viewer, id: number): Promise<'hidden' | 'seen' | 'own'> {
      const row = await store.findDocument(handle, id)
      const [whole] = row ? await gather(handle, [row]) : []
      if (!whole || !maySee(whole, viewer)) return 'hidden'
      return mayChange(whole, viewer) ? 'own' : 'seen'
    },

    /** Those that whoever asks may not see. */
    async hidden(handle: Handle): Promise<number[]> {
      const viewer = currentViewer()
      if (viewer === null || viewer.administrator) return []
      const wholes = await gather(handle, await store.privateDocuments(handle))
      return wholes.filter((whole) => !maySee(whole, viewer)).map(({ row }) => row.id)
    },

    view,
    add,
    keepFile: files.keep,
    pathOf: files.pathOf,
    isCurrent,
    discardFile: files.discard,

    /** @throws AppError pdf_unusable, disk_full */
    async upload(
      dataUrl: string,
      facts: { name: string; person: Person; openTo: Audience; signatories: SignatoryInput[] },
    ): Promise<number> {
      const encoded = dataUrl.slice(dataUrl.indexOf(',') + 1)
      const length = encoded.length * 0.75
      if (length > largestPdf)
        throw new AppError(
          'pdf_unusable',
          `This PDF is larger than ${size(largestPdf)}, the most that is taken.`,
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

    async list(
      person: Person,
      filter: { archived: boolean; q?: string | undefined; recordingId?: number | undefined },
    ): Promise<DocumentView[]> {
      const wholes = await gather(db.read, await store.findDocuments(db.read, filter))
      return views(
        wholes.filter((whole) => maySee(whole, person)),
        person,
      )
    },

    /** @throws AppError not_found, owner_only, already_signed */
    async change(
      id: number,
      person: Person,
      { fileName, openTo, readers, signatories, signBy, archived }: z.output<typeof changeDocument.body>,
    ): Promise<DocumentView> {
      await transactDurably(db, async (trx) => {
        const whole = await needOwn(trx, id, person)
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

    /** @throws AppError not_found, owner_only, already_signed */
    async remove(id: number, person: Person): Promise<void> {
      const removed = await transactDurably(db, async (trx) => {
        const whole = await needOwn(trx, id, person)
        if (whole.signatures.length > 0)
          throw new AppError(
            'already_signed',
            'What somebody has signed cannot be deleted. It can be archived.',
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
      const whole = await need(db.read, id, person)
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

    /** The file of a version, and that somebody took it. */
    async file(id: number, person: Person, as: 'current' | 'original' | 'view') {
      const whole = await need(db.read, id, person)
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
      const wholes = await gather(db.read, await store.everyDocument(db.read))
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

    /** For whoever writes a new version: in the transaction that moves to it. */
    async recordSignature(
      trx: Handle,
      whole: Whole,
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
    async ofFile(sha256: string): Promise<{ whole: Whole; number: number } | null> {
      const version = await store.findVersion(db.read, { sha256 })
      const row = version && (await store.findDocument(db.read, version.document_id))
      const [whole] = row ? await gather(db.read, [row]) : []
      return whole && version ? { whole, number: version.number } : null
    },

    mayRead: maySee,
    isSigned,
    isSealedHere: (certificateSha256: string): Promise<boolean> =>
      store.isSealedHere(db.read, certificateSha256),

    sweep: async (): Promise<number> => files.sweep(new Set(await store.allFiles(db.read))),

    /** Those that await a signature and are to be signed (or came, where nobody said by when) on these days. */
    async awaiting(handle: Handle, { from, to }: { from: string; to: string }): Promise<CalendarItem[]> {
      const viewer = currentViewer()
      const wholes = await gather(handle, await store.unarchived(handle))
      return wholes
        .filter((whole) => whole.row.refusal === null && !isSigned(whole))
        .filter((whole) => viewer === null || maySee(whole, viewer))
        .map((whole) => awaitingItem(whole, timezone))
        .filter(({ day }) => day >= from && day <= to)
    },

    /** Everything that meetings say of it refers to what has gone. */
    async recordingDeleted(trx: Handle, recordingId: number): Promise<void> {
      for (const id of await store.documentsOfRecording(trx, recordingId))
        await publishChange(trx, documentsChanged, id)
    },
  }
}
