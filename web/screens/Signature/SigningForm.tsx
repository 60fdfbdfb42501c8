import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import { signDocument, type SigningSpot } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { useOrganisations, useSignatures } from '../../hooks/documents.ts'
import { useMe } from '../../hooks/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toaster.tsx'

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
export function SigningForm({ document, spot, onPlace, onCreate, onSigned }: SigningFormProps) {
  const signatures = useSignatures()
  const organisations = useOrganisations()
  const { data: me } = useMe()
  const open = document.signatories.filter(({ signedAt }) => signedAt === null)
  const [drawing, setDrawing] = useState<number | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [capacity, setCapacity] = useState<string | null>(null)
  const [forOrganisation, setForOrganisation] = useState(false)
  const [organisation, setOrganisation] = useState('')
  const [busy, setBusy] = useState(false)
  const [all, setAll] = useState(false)
  const next = open.find((one) => one.personId === me?.id) ?? open[0]
  const signedBy = name ?? next?.name ?? me?.name ?? ''
  const chosen = drawing ?? signatures.data?.[0]?.id ?? null
  const fail = (description: string): void =>
    toast({ title: 'Error signing document', description, destructive: true })

  /** As the block will say it, for the preview. */
  const lines = [
    signedBy.trim() || 'Signer name',
    ...((capacity ?? next?.capacity ?? '') === '' ? [] : [capacity ?? next?.capacity ?? '']),
    ...(forOrganisation ? [`For and on behalf of ${organisation.trim() || '…'}`] : []),
    'Date and time',
    'How far the identity is known',
  ]
  const picture = signatures.data?.find(({ id }) => id === chosen)?.data ?? ''
  const isPlaced = spot !== null
  const written = lines.join('\n')
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
          signedBy,
          signingAsOrganization: forOrganisation,
          ...(forOrganisation && { organizationName: organisation }),
          capacity: capacity ?? next?.capacity ?? '',
          spot,
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
  if (signatures.data?.length === 0)
    return (
      <Section bare title="Sign">
        <p className="mb-3">You need to create a signature before you can sign this document.</p>
        <Button look="primary" onClick={onCreate}>
          Create Signature
        </Button>
      </Section>
    )
  return (
    <Section bare title="Sign">
      <div className="space-y-4">
        <fieldset>
          <legend className="mb-1 font-medium">Signature</legend>
          <div className="grid grid-cols-2 gap-2">
            {!signatures.data && <Skeleton className="h-16" />}
            {signatures.data?.slice(0, all ? undefined : fewDrawings).map(({ id, data }, i) => (
              <button
                key={id}
                type="button"
                aria-pressed={chosen === id}
                aria-label={`Signature ${i + 1}`}
                onClick={() => setDrawing(id)}
                className="rounded-md border border-line-strong bg-[#fff] p-1 aria-pressed:outline-2 aria-pressed:outline-accent"
              >
                <img src={data} alt="" />
              </button>
            ))}
          </div>
          {!all && (signatures.data?.length ?? 0) > fewDrawings && (
            <Button small className="mt-2" onClick={() => setAll(true)}>
              Show all {signatures.data?.length}
            </Button>
          )}
        </fieldset>
        <Field
          label="Signer name"
          value={signedBy}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Capacity"
          placeholder="Director"
          value={capacity ?? next?.capacity ?? ''}
          onChange={(event) => setCapacity(event.target.value)}
        />
        <Select
          label="Signing"
          value={forOrganisation ? 'organisation' : 'self'}
          onChange={(event) => setForOrganisation(event.target.value === 'organisation')}
          options={[
            { value: 'self', label: 'For myself' },
            { value: 'organisation', label: 'On behalf of an organisation' },
          ]}
        />
        {forOrganisation && (
          <>
            <Field
              label="Organisation"
              list="organisations"
              value={organisation}
              onChange={(event) => setOrganisation(event.target.value)}
              error={organisations.error ? 'Failed to load organizations' : undefined}
            />
            <datalist id="organisations">
              {organisations.data?.map((one) => (
                <option key={one.id} value={one.name}>
                  {one.name}
                </option>
              ))}
            </datalist>
          </>
        )}
        <Select
          label="Where it stands"
          value={isPlaced ? 'placed' : 'own'}
          onChange={({ target }) => onPlace(target.value === 'placed' ? { picture, lines } : null)}
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
    </Section>
  )
}
