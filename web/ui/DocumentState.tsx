import { CircleCheck, Clock3 } from 'lucide-react'
import type { DocumentView } from '#contract/documents.ts'
import { Chip } from './Chip.tsx'

export function DocumentState({ document }: { document: DocumentView }) {
  if (document.signatureId !== null)
    return (
      <Chip tone="good" icon={CircleCheck}>
        Signed
      </Chip>
    )
  return (
    <Chip tone="neutral" icon={Clock3}>
      Awaiting Signature
    </Chip>
  )
}

/** Who has yet to sign; '' where nobody was named. */
export const stillToSign = ({ signatories }: DocumentView): string =>
  signatories
    .filter(({ signedAt }) => signedAt === null)
    .map(({ name }) => name)
    .join(', ')
