import type { DocumentAct } from '#contract/signatures.ts'
import { latest, type FullDocument } from '../documents/service.ts'
import type { Block, PrintDocument } from '../print/print.ts'
import type { SealView } from './seal-key.ts'
import { identityWords } from './signer-identity.ts'

const heading = (text: string): Block => ({ kind: 'heading', level: 3, runs: [{ text }] })
const paragraph = (text: string): Block => ({ kind: 'paragraph', runs: [{ text }] })

/** Who signed a document, what was done with it, and how far either can be relied on. */
export function certificateOf(
  whole: FullDocument,
  facts: { acts: DocumentAct[]; intact: boolean; seal: SealView; timezone: string; signed: boolean },
): PrintDocument {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: facts.timezone,
  })
  const when = (iso: string): string => format.format(new Date(iso))
  const { row, versions, signatories, signatures } = whole
  const left = signatories.filter(({ id }) => !signatures.some(({ signatory_id }) => signatory_id === id))
  const verified = signatures.length > 0 && signatures.every(({ identity }) => identity === 'single_sign_on')
  const blocks: Block[] = [
    { kind: 'paragraph', runs: [{ text: row.name }] },
    { kind: 'rule' },
    { kind: 'pair', label: 'State', value: facts.signed ? 'Signed' : 'Awaiting Signature' },
    ...(left.length > 0
      ? [{ kind: 'pair', label: 'Still to sign', value: left.map(({ name }) => name).join(', ') } as const]
      : []),
    { kind: 'pair', label: 'As it came', value: `SHA-256 ${versions[0]!.sha256}` },
    { kind: 'pair', label: 'As it is now', value: `SHA-256 ${latest(whole).sha256}` },
    heading('Signatures'),
    ...(signatures.length === 0 ? [paragraph('Nobody has signed it yet.')] : []),
    ...signatures.flatMap((one): Block[] => [
      {
        kind: 'pair',
        label: one.signed_by,
        value: [
          one.capacity,
          one.organisation && `for ${one.organisation}`,
          when(one.signed_at),
          `${identityWords(one.identity)}.`,
          one.stamped_at
            ? `Time stamp by an authority: ${when(one.stamped_at)}.`
            : 'The time is the appliance’s own.',
        ]
          .filter(Boolean)
          .join(' · '),
      },
    ]),
    {
      kind: 'notice',
      text: verified
        ? 'Single sign-on named the signatories. The appliance itself did not verify who they are.'
        : 'The identity of a signatory was stated, not verified, unless it says above that single sign-on named them.',
    },
    paragraph(
      `Each signature is sealed (PAdES, ETSI.CAdES.detached) with the certificate “${facts.seal.name}”, SHA-256 ${facts.seal.sha256}. The seal shows whether the PDF was changed; it does not say who drew the signature.`,
    ),
    heading('History'),
    paragraph(
      facts.intact
        ? 'From the audit log of the appliance, whose chain of hashes was whole when this was written.'
        : 'The chain of hashes of the audit log is broken: what follows cannot be relied on.',
    ),
    ...facts.acts.map(({ at, text, hash }): Block => ({
      kind: 'pair',
      label: when(at),
      value: `${text} [${hash.slice(0, 16)}]`,
    })),
  ]
  return { title: 'Certificate of signature', facts: [], blocks, footer: `Certificate: ${row.name}` }
}
