import { Plus, X } from 'lucide-react'
import useSWR from 'swr'
import { listSigningPeople, type Signatory } from '#contract/documents.ts'
import { call } from '../api.ts'
import { Button, IconButton } from './Button.tsx'
import { Field } from './Field.tsx'

export type SignatoryEntry = { key: number; name: string; capacity: string; organisation: string }

export const blankSignatory = (): SignatoryEntry => ({
  ...{ key: -Math.random(), name: '', capacity: '', organisation: '' },
})
export const entryOf = ({ id, name, capacity, organisation }: Signatory): SignatoryEntry => ({
  ...{ key: id, name, capacity, organisation },
})

/** Everybody who uses the appliance, by what they are called. */
export const useSigningPeople = () =>
  useSWR(listSigningPeople.path, async () => (await call(listSigningPeople)).people)

/** For the server: those that have a name; who uses the appliance under it is meant. */
export const signatoriesOf = (
  entries: readonly SignatoryEntry[],
  people: readonly { id: number; name: string }[],
) =>
  entries
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, capacity, organisation }) => ({
      ...{ name: name.trim(), capacity: capacity.trim(), organisation: organisation.trim() },
      personId: people.find((one) => one.name === name.trim())?.id ?? null,
    }))

/** Who is to sign: a line each. */
export function SignatoryFields({
  entries,
  onChange,
}: {
  entries: readonly SignatoryEntry[]
  onChange: (entries: SignatoryEntry[]) => void
}) {
  const people = useSigningPeople()
  const change = (key: number, part: Partial<SignatoryEntry>): void =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))
  return (
    <>
      <datalist id="signing-people">
        {people.data?.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {entries.map(({ key, name, capacity, organisation }, i) => (
        <fieldset
          key={key}
          className="grid items-end gap-2 max-sm:rounded-md max-sm:border max-sm:border-line max-sm:p-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
        >
          <legend className="sr-only">Signatory {i + 1}</legend>
          <Field
            label="Name"
            list="signing-people"
            maxLength={200}
            value={name}
            onChange={(event) => change(key, { name: event.target.value })}
          />
          <Field
            label="Capacity"
            placeholder="Director"
            maxLength={200}
            value={capacity}
            onChange={(event) => change(key, { capacity: event.target.value })}
          />
          <Field
            label="Organisation"
            maxLength={200}
            value={organisation}
            onChange={(event) => change(key, { organisation: event.target.value })}
          />
          <IconButton
            icon={X}
            label={`Remove ${name || `signatory ${i + 1}`}`}
            onClick={() => onChange(entries.filter((entry) => entry.key !== key))}
          />
        </fieldset>
      ))}
      <Button
        small
        icon={Plus}
        disabled={entries.length >= 40}
        onClick={() => onChange([...entries, blankSignatory()])}
      >
        Add a signatory
      </Button>
    </>
  )
}
