import type { AuditEntry } from '#contract/audit.ts'
import type { Verdict } from '#contract/signatures.ts'
import type { Verification } from '../pdf/run.ts'

/** What was found in a PDF, with what the appliance knows of it. */
export function verdictOf(
  found: Verification,
  known: {
    isOurs: (certificateSha256: string) => boolean
    document: Verdict['document']
    /** Entries about the document whose file it is, and whether the whole log holds; null: none of this appliance. */
    log: { entries: AuditEntry[]; intact: boolean } | null
  },
): Verdict {
  const { signatures } = found
  const log = known.log && logOf(known.log, found.sha256)
  const base = {
    sha256: found.sha256,
    pages: found.pages,
    document: known.document,
    log,
    signatures: signatures.map((one) => ({
      ...one,
      ours: one.certificateSha256 !== null && known.isOurs(one.certificateSha256),
    })),
  }
  if (log && !log.intact) return { ...base, state: 'bad', message: log.message }
  if (signatures.length === 0)
    return { ...base, state: 'unsigned', message: 'Nobody has signed this PDF electronically.' }
  const broken = signatures.filter(({ state }) => state !== 'valid').length
  if (broken > 0)
    return {
      ...base,
      state: 'bad',
      message: `This PDF is not as it was signed: ${broken} of its ${count(signatures.length)} ${broken === 1 ? 'does' : 'do'} not hold.`,
    }
  if (found.uncovered > 0)
    return {
      ...base,
      state: 'bad',
      message: 'Something was added to this PDF after its last signature, and no signature covers it.',
    }
  if (signatures.some(({ pagesAsSigned }) => !pagesAsSigned))
    return {
      ...base,
      state: 'bad',
      message: 'Pages of this PDF were changed after somebody had signed it, before a later signature.',
    }
  return {
    ...base,
    state: 'good',
    message: `This PDF is as it was signed: ${count(signatures.length)}, ${signatures.length === 1 ? 'valid' : 'all valid'}.`,
  }
}

const count = (n: number): string => `${n} signature${n === 1 ? '' : 's'}`

function logOf(
  { entries, intact }: { entries: AuditEntry[]; intact: boolean },
  sha256: string,
): NonNullable<Verdict['log']> {
  if (!intact)
    return {
      intact: false,
      message: 'The audit log of this appliance has been changed: what it says cannot be relied on.',
    }
  if (!entries.some(({ details }) => details.sha256 === sha256))
    return { intact: false, message: 'This file is kept by the appliance, but its log does not know of it.' }
  return { intact: true, message: 'The audit log of this appliance is whole and knows this very file.' }
}
