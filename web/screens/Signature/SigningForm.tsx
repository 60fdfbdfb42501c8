import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import { signDocument } from '#contract/signatures.ts'
import { call } from '../../api.ts'
import { useOrganisations, useSignatures } from '../../hooks/documents.ts'
import { useMe } from '../../hooks/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** Signs as oneself or on behalf of an organisation. */
export function SigningForm({
  document,
  onCreate,
  onSigned,
}: {
  document: DocumentView
  onCreate: () => void
  onSigned: () => void
}) {
  const signatures = useSignatures()
  const organisations = useOrganisations()
  const { data: me } = useMe()
  const open = document.signatories.filter(({ signedAt }) => signedAt === null)
  const [drawing, setDrawing] = useState<number | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [capacity, setCapacity] = useState<string | null>(null)
  const [forOrganisation, setForOrganisation] = useState(false)
  const [organisation, setOrganisation] = useState('')
  const [place, setPlace] = useState('own')
  const [busy, setBusy] = useState(false)
  const next = open.find((one) => one.personId === me?.id) ?? open[0]
  const signedBy = name ?? next?.name ?? me?.name ?? ''
  const chosen = drawing ?? signatures.data?.[0]?.id ?? null
  const fail = (description: string): void =>
    toast({ title: 'Error signing document', description, destructive: true })

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
          ...(place === 'foot' && {
            spot: { page: document.pages - 1, x: 0.6, y: 0.82, width: 0.34 },
          }),
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

  if (signatures.error) return <p role="alert">Failed to load signatures</p>
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
            {signatures.data?.map(({ id, data }, i) => (
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
          value={place}
          onChange={(event) => setPlace(event.target.value)}
          options={[
            { value: 'own', label: 'In the signature block' },
            { value: 'foot', label: 'At the foot of the last page' },
          ]}
        />
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
