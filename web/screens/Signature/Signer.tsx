import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import { useOrganisations } from '../../hooks/documents.ts'
import { useMe } from '../../hooks/people.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'

export type Signer = ReturnType<typeof useSigner>

/** Who signs, as it was typed in, else as it is known: with accounts nobody signs in another's name without typing it. */
export function useSigner({ signatories }: DocumentView) {
  const { data: me } = useMe()
  const [name, setName] = useState<string | null>(null)
  const [capacity, setCapacity] = useState<string | null>(null)
  const [forOrganisation, setForOrganisation] = useState(false)
  const [organisation, setOrganisation] = useState('')
  const open = signatories.filter(({ signedAt }) => signedAt === null)
  const own = open.find((one) => me && (one.personId === me.id || one.name === me.name))
  const isShared = me?.access === 'open' || me?.access === 'local'
  const next = own ?? (isShared ? open[0] : undefined)
  return {
    signedBy: name ?? next?.name ?? me?.name ?? '',
    capacity: capacity ?? next?.capacity ?? '',
    forOrganisation,
    organisation,
    setName,
    setCapacity,
    setForOrganisation,
    setOrganisation,
  }
}

/** As the block will say it, for the preview. */
export const linesOf = ({ signedBy, capacity, forOrganisation, organisation }: Signer): string[] => [
  signedBy.trim() || 'Signer name',
  ...(capacity === '' ? [] : [capacity]),
  ...(forOrganisation ? [`For and on behalf of ${organisation.trim() || '…'}`] : []),
  'Date and time',
  'How far the identity is known',
]

export function SignerFields({ signer }: { signer: Signer }) {
  return (
    <>
      <Field
        label="Signer name"
        value={signer.signedBy}
        maxLength={200}
        onChange={(event) => signer.setName(event.target.value)}
      />
      <Field
        label="Capacity"
        placeholder="Director"
        value={signer.capacity}
        onChange={(event) => signer.setCapacity(event.target.value)}
      />
      <Select
        label="Signing"
        value={signer.forOrganisation ? 'organisation' : 'self'}
        onChange={(event) => signer.setForOrganisation(event.target.value === 'organisation')}
        options={[
          { value: 'self', label: 'For myself' },
          { value: 'organisation', label: 'On behalf of an organisation' },
        ]}
      />
      {signer.forOrganisation && (
        <OrganisationField value={signer.organisation} onChange={signer.setOrganisation} />
      )}
    </>
  )
}

function OrganisationField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const organisations = useOrganisations()
  return (
    <>
      <Field
        label="Organisation"
        list="organisations"
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
  )
}
