import { rm } from 'node:fs/promises'
import type { z } from 'zod'
import type { signDocument } from '#contract/signatures.ts'
import type { AuditService } from '../audit/service.ts'
import { transactDurably, type Db } from '../db/open.ts'
import { isSigned, latest, type DocumentsService, type Whole } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import { requireSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'
import { blockSpot, type Pdf, type Placed, type Spot } from '../pdf/run.ts'
import type { Person } from '../people/service.ts'
import { pictureOf, type Drawings } from './drawings.ts'
import { digestAround, fillGap, makeSeal } from './seal.ts'
import { needValidSeal, type SealKey } from './seal-key.ts'
import type { TimeStamp } from './time-stamp.ts'

type Request = z.output<typeof signDocument.body>
/** How the caller came in: what is known of who they are. */
export type CameBy = 'machine' | 'session' | 'token' | 'proxy' | 'command'

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

type Signatory = Whole['signatories'][number]

const same = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase('en-GB') === b.trim().toLocaleLowerCase('en-GB')

/** Signs documents, one after the other each. */
export function createSign(deps: SignDeps) {
  const { db, paths, pdf, documents, drawings, audit } = deps
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

  /** @throws AppError when it may not be signed (any longer) */
  async function check(whole: Whole): Promise<void> {
    const { row } = whole
    if (isSigned(whole))
      throw new AppError('already_signed', 'This document is signed already; it cannot be signed again.')
    if (row.archived_at !== null)
      throw new AppError(
        'already_signed',
        'This document is archived. Take it out of the archive to sign it.',
      )
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

  async function signOnce(id: number, person: Person, by: CameBy, request: Request): Promise<void> {
    const whole = await documents.need(db.read, id, person)
    await check(whole)
    const signatory = signatoryFor(whole, person, request)
    const drawing = await drawings.need(db.read, request.signatureId, person.id)
    const organisation = request.signingAsOrganization ? (request.organizationName ?? '') : ''
    if (request.signingAsOrganization && organisation === '')
      throw new AppError('invalid_input', 'Organization name required')
    const at = new Date().toISOString()
    const identity = identityOf(person, by, request.signedBy)
    const key = await needValidSeal(paths)
    const version = latest(whole)
    await requireSpace(paths.uploads, version.bytes * 2)
    const work = temporaryUpload(paths)
    try {
      const capacity = request.capacity || (signatory?.capacity ?? '')
      const who = { signedBy: request.signedBy, capacity, organisation, at, identity }
      const placed = await pdf.place({
        file: documents.pathOf(version.file),
        output: work,
        drawing: pictureOf(drawing),
        lines: linesOf(who, deps.timezone),
        spot: request.spot ?? ownSpot(whole),
        signaturePage: {
          title: whole.row.name,
          lines: [
            `SHA-256 of the document as it came: ${whole.versions[0]!.sha256}`,
            'Sealed by the appliance when signed: any later change shows. Names are as the signatories stated them.',
          ],
          blocks: Math.max(1, whole.signatories.length),
        },
        field: {
          signer: organisation ? `${request.signedBy}, for ${organisation}` : request.signedBy,
          reason: capacity ? `Signed as ${capacity}` : 'Signed',
          at,
        },
      })
      const stampedAt = await seal(work, placed, key)
      const file = await documents.keepFile(work)
      try {
        await transactDurably(db, async (trx) => {
          const now = await documents.need(trx, id, person)
          await check(now)
          if (latest(now).id !== version.id)
            throw new AppError(
              'already_signed',
              'Somebody else has just signed this document. Look at it again.',
            )
          const number = await documents.recordSignature(trx, now, {
            file,
            pages: placed.pages,
            signaturePage:
              whole.row.signature_page ?? (placed.pages > whole.row.pages ? whole.row.pages : null),
            signature: {
              signatory_id: signatory?.id ?? null,
              drawing_id: drawing.id,
              person_id: person.id,
              ...{ signed_by: request.signedBy, capacity, organisation, identity, signed_at: at },
              for_organisation: request.signingAsOrganization ? 1 : 0,
              page: placed.spot.page + 1,
              certificate_sha256: key.shown.sha256,
              stamped_at: stampedAt,
            },
          })
          await audit.record(trx, {
            personId: person.id,
            act: 'document.signed',
            subjectKind: 'document',
            subjectId: id,
            details: {
              ...{ version: number, sha256: file.sha256, before: version.sha256, identity },
              ...(placed.rewritten !== null && { rewritten: true }),
            },
          })
        })
      } catch (error) {
        await documents.discardFile(file.file)
        throw error
      }
    } finally {
      await rm(work, { force: true })
    }
  }

  async function seal(file: string, placed: Placed, key: SealKey): Promise<string | null> {
    const { seal: made, stampedAt } = await makeSeal(await digestAround(file, placed), key, deps.stamp)
    await fillGap(file, placed, made)
    return stampedAt
  }

  return (id: number, person: Person, by: CameBy, request: Request): Promise<void> =>
    inTurn(id, () => signOnce(id, person, by, request))
}

/** Whose turn it is, of those who were named. @throws AppError invalid_input, already_signed */
function signatoryFor(whole: Whole, person: Person, { signatoryId, signedBy }: Request): Signatory | null {
  const { signatories, signatures } = whole
  if (signatories.length === 0) return null
  const open = signatories.filter(({ id }) => !signatures.some(({ signatory_id }) => signatory_id === id))
  const found =
    signatoryId === undefined
      ? (open.find(({ name }) => same(name, signedBy)) ??
        open.find(({ person_id }) => person_id === person.id))
      : signatories.find(({ id }) => id === signatoryId)
  if (!found)
    throw new AppError(
      'invalid_input',
      `${signedBy} is not among those who have yet to sign: ${open.map(({ name }) => name).join(', ')}.`,
    )
  if (!open.includes(found))
    throw new AppError('already_signed', `${found.name} has signed this document already.`)
  if (found.person_id !== null && found.person_id !== person.id && !person.administrator)
    throw new AppError('owner_only', `Only ${found.name} may sign here.`)
  return found
}

/** What the appliance itself knows of who it was; a name that is not theirs was merely stated. */
function identityOf(person: Person, by: CameBy, stated: string): 'stated' | 'signed_in' | 'single_sign_on' {
  if (person.name === null || !same(person.name, stated)) return 'stated'
  if (by === 'proxy') return 'single_sign_on'
  return by === 'session' || by === 'token' ? 'signed_in' : 'stated'
}

/** Where a signature goes that was given no place; null: on pages that are added for signatures. */
function ownSpot({ row, signatories, signatures }: Whole): Spot | null {
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

const identities = {
  stated: 'Identity as stated, not verified',
  signed_in: 'Signed in to the appliance under this name',
  single_sign_on: 'Named by single sign-on',
}
export const identityWords = (identity: keyof typeof identities): string => identities[identity]

function linesOf(
  who: {
    signedBy: string
    capacity: string
    organisation: string
    at: string
    identity: keyof typeof identities
  },
  timezone: string,
): string[] {
  const when = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: timezone,
  }).format(new Date(who.at))
  return [
    who.signedBy,
    ...(who.capacity ? [who.capacity] : []),
    ...(who.organisation ? [`For and on behalf of ${who.organisation}`] : []),
    when,
    identityWords(who.identity),
  ]
}
