import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import { signDocument, type Signature, type SigningSpot } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { useSignatures } from '../../hooks/documents.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { linesOf, SignerFields, useSigner } from './Signer.tsx'

const fewDrawings = 4

/** What the preview shows of the signature that is being placed. */
export type Shown = { picture: string; lines: string[] }

type SigningFormProps = {
  document: DocumentView
  /** Where it was placed on a page; null: in the document's own place for signatures. */
  spot: SigningSpot | null
  /** @param placed null: in the document's own place again */
  onPlace: (placed: Shown | null) => void
  onCreate: () => void
  onSigned: () => void
}

/** Signs as oneself or on behalf of an organisation. */
export function SigningForm(props: SigningFormProps) {
  const signatures = useSignatures()
  if (signatures.error && !signatures.data)
    return (
      <Banner
        tone="bad"
        icon={CircleAlert}
        live
        action={
          <Button small onClick={() => void signatures.mutate()}>
            Retry
          </Button>
        }
      >
        Failed to load signatures
      </Banner>
    )
  return (
    <Section bare title="Sign">
      {signatures.data?.length === 0 ? (
        <>
          <p className="mb-3">You need to create a signature before you can sign this document.</p>
          <Button look="primary" onClick={props.onCreate}>
            Create Signature
          </Button>
        </>
      ) : (
        <Form {...props} drawings={signatures.data} />
      )}
    </Section>
  )
}

type Drawings = readonly Signature[] | undefined

function Form({ document, spot, onPlace, onSigned, drawings }: SigningFormProps & { drawings: Drawings }) {
  const signer = useSigner(document)
  const { signedBy, capacity, forOrganisation, organisation } = signer
  const [drawing, setDrawing] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = drawing ?? drawings?.[0]?.id ?? null
  const fail = (description: string): void =>
    toast({ title: 'Error signing document', description, destructive: true })

  const picture = drawings?.find(({ id }) => id === chosen)?.data ?? ''
  const isPlaced = spot !== null
  const written = linesOf(signer).join('\n')
  useEffect(() => {
    if (isPlaced) onPlace({ picture, lines: written.split('\n') })
  }, [isPlaced, picture, written, onPlace])

  async function sign(): Promise<void> {
    if (chosen === null) return fail('No signature selected')
    if (signedBy.trim() === '') return fail('Signer name required')
    if (forOrganisation && organisation.trim() === '') return fail('Organization name required')
    setBusy(true)
    try {
      await call(signDocument, {
        params: { id: document.id },
        body: {
          signatureId: chosen,
          ...{ signedBy, capacity, spot },
          signingAsOrganization: forOrganisation,
          ...(forOrganisation && { organizationName: organisation }),
        },
      })
      toast({ title: 'Document signed' })
      onSigned()
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="space-y-4">
      <ChooseDrawing drawings={drawings} chosen={chosen} onChoose={setDrawing} />
      <SignerFields signer={signer} />
      <Select
        label="Where it stands"
        value={isPlaced ? 'placed' : 'own'}
        onChange={({ target }) =>
          onPlace(target.value === 'placed' ? { picture, lines: written.split('\n') } : null)
        }
        options={[
          { value: 'own', label: 'In the place for signatures' },
          { value: 'placed', label: 'Where I place it on the page' },
        ]}
      />
      <p id="spot-keys" className={isPlaced ? 'text-sm text-ink-2' : 'hidden'}>
        Drag it on the page, and size it at its corner. With the keyboard: the arrow keys move it, + and −
        size it, with Shift in larger steps.
      </p>
      <Button look="primary" disabled={busy || chosen === null} onClick={() => void sign()}>
        {busy ? 'Signing…' : 'Sign'}
      </Button>
      <p className="text-sm text-ink-2">
        The file is sealed when you sign: any later change shows. Your name is stated, not verified.
      </p>
    </div>
  )
}

function ChooseDrawing({
  drawings,
  chosen,
  onChoose,
}: {
  drawings: Drawings
  chosen: number | null
  onChoose: (id: number) => void
}) {
  const [all, setAll] = useState(false)
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Signature</legend>
      <div className="grid grid-cols-2 gap-2">
        {!drawings && <Skeleton className="h-16" />}
        {drawings?.slice(0, all ? undefined : fewDrawings).map(({ id, data }, i) => (
          <button
            key={id}
            type="button"
            aria-pressed={chosen === id}
            aria-label={`Signature ${i + 1}`}
            onClick={() => onChoose(id)}
            className="rounded-md border border-line-strong bg-[#fff] p-1 aria-pressed:outline-2 aria-pressed:outline-accent"
          >
            <img src={data} alt="" />
          </button>
        ))}
      </div>
      {!all && (drawings?.length ?? 0) > fewDrawings && (
        <Button small className="mt-2" onClick={() => setAll(true)}>
          Show all {drawings?.length}
        </Button>
      )}
    </fieldset>
  )
}
