import type { z } from 'zod'
import type { signDocument } from '#contract/signatures.ts'
import type { FullDocument } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../people/service.ts'

export type SignRequest = z.output<typeof signDocument.body>
export type Signatory = FullDocument['signatories'][number]
/** How the caller signed in, which says how far their identity is known. */
export type CameBy = 'machine' | 'session' | 'token' | 'proxy' | 'command'
type Identity = 'stated' | 'signed_in' | 'single_sign_on'

/** Who signs, for whom and when. */
export type Signer = {
  signedBy: string
  capacity: string
  /** On whose behalf; empty: one's own. */
  organisation: string
  forOrganisation: boolean
  at: string
  identity: Identity
}

const same = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase('en-GB') === b.trim().toLocaleLowerCase('en-GB')

const identities: Record<Identity, string> = {
  stated: 'Identity as stated, not verified',
  signed_in: 'Signed in to the appliance under this name',
  single_sign_on: 'Named by single sign-on',
}
export const identityWords = (identity: Identity): string => identities[identity]

/** The signatory for whom this signature is. @throws AppError invalid_input, already_signed */
export function signatoryFor(
  whole: FullDocument,
  person: Person,
  { signatoryId, signedBy }: SignRequest,
): Signatory | null {
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

/** How far the appliance can confirm who signs; any name other than the caller's own is only stated. */
export function identityOf(person: Person, by: CameBy, stated: string): Identity {
  if (person.name === null || !same(person.name, stated)) return 'stated'
  if (by === 'proxy') return 'single_sign_on'
  return by === 'session' || by === 'token' ? 'signed_in' : 'stated'
}

/** The lines below the drawn signature. */
export function signatureLines(who: Signer, timezone: string): string[] {
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
