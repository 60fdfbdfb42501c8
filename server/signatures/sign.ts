import { rm } from 'node:fs/promises'
import type { AuditService } from '../audit/service.ts'
import { transactDurably, type Db } from '../db/open.ts'
import { isSigned, latest, type DocumentsService, type FullDocument } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import { requireSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'
import { blockSpot, type Pdf, type Placed, type Spot } from '../pdf/run.ts'
import type { Person } from '../people/service.ts'
import { pictureOf, type Drawings } from './drawings.ts'
import { digestAround, fillGap, makeSeal } from './seal.ts'
import { needValidSeal, type SealKey } from './seal-key.ts'
import {
  identityOf,
  signatureLines,
  signatoryFor,
  type CameBy,
  type SignRequest,
  type Signatory,
  type Signer,
} from './signer-identity.ts'
import type { TimeStamp } from './time-stamp.ts'

export type SignDeps = {
  db: Db
  paths: Paths
  pdf: Pdf
  documents: DocumentsService
  drawings: Drawings
  audit: AuditService
  /** null: no authority is asked. */
  stamp: TimeStamp | null
  timezone: string
}

/** What is to be signed, by whom and with what. */
type Signing = {
  whole: FullDocument
  version: FullDocument['versions'][number]
  person: Person
  signatory: Signatory | null
  drawing: { id: number; data: string }
  key: SealKey
  who: Signer
  spot: Spot | null
}

/** Signs documents, one after the other each. */
export function createSign(deps: SignDeps) {
  const turns = new Map<number, Promise<unknown>>()

  /** Two who sign at once sign one after the other: the second signs what the first has signed. */
  async function inTurn<T>(id: number, work: () => Promise<T>): Promise<T> {
    const before = turns.get(id) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(work)
    turns.set(id, mine)
    try {
      return await mine
    } finally {
      if (turns.get(id) === mine) turns.delete(id)
    }
  }

  async function signOnce(id: number, person: Person, by: CameBy, request: SignRequest): Promise<void> {
    const signing = await prepare(deps, id, person, by, request)
    await requireSpace(deps.paths.uploads, signing.version.bytes * 2)
    const work = temporaryUpload(deps.paths)
    try {
      const placed = await draw(deps, signing, work)
      const stampedAt = await seal(deps, work, placed, signing.key)
      await keep(deps, signing, work, { placed, stampedAt })
    } finally {
      await rm(work, { force: true })
    }
  }

  return (id: number, person: Person, by: CameBy, request: SignRequest): Promise<void> =>
    inTurn(id, () => signOnce(id, person, by, request))
}

/** @throws AppError when it may not be signed (any longer) */
async function check({ documents }: SignDeps, whole: FullDocument): Promise<void> {
  const { row } = whole
  if (isSigned(whole))
    throw new AppError('already_signed', 'This document is signed already; it cannot be signed again.')
  if (row.archived_at !== null)
    throw new AppError('already_signed', 'This document is archived. Take it out of the archive to sign it.')
  if (row.refusal !== null) throw new AppError('pdf_unusable', row.refusal)
  if (row.minutes_version === null) return
  if (!(await documents.isCurrent(whole)))
    throw new AppError(
      'stale_version',
      'These minutes have been changed since this document was made. Make a new one of the current version.',
    )
  if (row.approved_at === null)
    throw new AppError('not_approved', 'These minutes have to be approved before they are signed.')
}

async function prepare(
  deps: SignDeps,
  id: number,
  person: Person,
  by: CameBy,
  request: SignRequest,
): Promise<Signing> {
  const { db, paths, documents, drawings } = deps
  const whole = await documents.requireDocument(db.read, id, person)
  await check(deps, whole)
  const signatory = signatoryFor(whole, person, request)
  const drawing = await drawings.requireDrawing(db.read, request.signatureId, person.id)
  const organisation = request.signingAsOrganization ? (request.organizationName ?? '') : ''
  if (request.signingAsOrganization && organisation === '')
    throw new AppError('invalid_input', 'Organization name required')
  const who: Signer = {
    signedBy: request.signedBy,
    capacity: request.capacity || (signatory?.capacity ?? ''),
    forOrganisation: request.signingAsOrganization,
    organisation,
    at: new Date().toISOString(),
    identity: identityOf(person, by, request.signedBy),
  }
  const key = await needValidSeal(paths)
  const spot = request.spot ?? ownSpot(whole)
  return { whole, version: latest(whole), person, signatory, drawing, key, who, spot }
}

/** Draws the signature into a copy of the document, with room for the seal. */
function draw({ pdf, documents, timezone }: SignDeps, signing: Signing, output: string): Promise<Placed> {
  const { whole, version, drawing, who, spot } = signing
  return pdf.place({
    ...{ file: documents.pathOf(version.file), output, spot },
    drawing: pictureOf(drawing),
    lines: signatureLines(who, timezone),
    signaturePage: {
      title: whole.row.name,
      lines: [
        `SHA-256 of the document as it came: ${whole.versions[0]!.sha256}`,
        'Sealed by the appliance when signed: any later change shows. Names are as the signatories stated them.',
      ],
      blocks: Math.max(1, whole.signatories.length),
    },
    field: {
      signer: who.organisation ? `${who.signedBy}, for ${who.organisation}` : who.signedBy,
      reason: who.capacity ? `Signed as ${who.capacity}` : 'Signed',
      at: who.at,
    },
  })
}

/** @returns the time by an authority; null: none was asked */
async function seal({ stamp }: SignDeps, file: string, placed: Placed, key: SealKey): Promise<string | null> {
  const { seal: made, stampedAt } = await makeSeal(await digestAround(file, placed), key, stamp)
  await fillGap(file, placed, made)
  return stampedAt
}

/** The signed file becomes the document's newest version, and the log says so: both, or neither. */
async function keep(
  deps: SignDeps,
  { whole, version, person, signatory, drawing, key, who }: Signing,
  work: string,
  { placed, stampedAt }: { placed: Placed; stampedAt: string | null },
): Promise<void> {
  const { db, documents, audit } = deps
  const { row } = whole
  const file = await documents.keepFile(work)
  try {
    await transactDurably(db, async (trx) => {
      const now = await documents.requireDocument(trx, row.id, person)
      await check(deps, now)
      if (latest(now).id !== version.id)
        throw new AppError('already_signed', 'Somebody else has just signed this document. Look at it again.')
      const number = await documents.recordSignature(trx, now, {
        file,
        pages: placed.pages,
        signaturePage: row.signature_page ?? (placed.pages > row.pages ? row.pages : null),
        signature: {
          signatory_id: signatory?.id ?? null,
          drawing_id: drawing.id,
          person_id: person.id,
          ...{ signed_by: who.signedBy, capacity: who.capacity, organisation: who.organisation },
          ...{ identity: who.identity, signed_at: who.at },
          for_organisation: who.forOrganisation ? 1 : 0,
          page: placed.spot.page + 1,
          certificate_sha256: key.shown.sha256,
          stamped_at: stampedAt,
        },
      })
      await audit.record(trx, {
        personId: person.id,
        act: 'document.signed',
        subjectKind: 'document',
        subjectId: row.id,
        details: {
          ...{ version: number, sha256: file.sha256, before: version.sha256, identity: who.identity },
          ...(placed.rewritten !== null && { rewritten: true }),
        },
      })
    })
  } catch (error) {
    await documents.discardFile(file.file)
    throw error
  }
}

/** Where a signature goes that was given no place; null: on pages that are added for signatures. */
function ownSpot({ row, signatories, signatures }: FullDocument): Spot | null {
  if (row.signature_page !== null) return blockSpot(row.signature_page, signatures.length)
  if (row.block !== null && signatories.length <= 1) return JSON.parse(row.block) as Spot
  // A page that is added to what others have signed would read as a change of it.
  if (row.signed_before > 0 || signatures.length > 0) return foot(row.pages - 1, signatures.length)
  return null
}

/** Down at the right of a page, each further to the left and up. */
const foot = (page: number, number: number): Spot => ({
  page,
  x: 0.66 - (number % 3) * 0.32,
  y: 0.84 - Math.floor(number / 3) * 0.13,
  width: 0.3,
})
