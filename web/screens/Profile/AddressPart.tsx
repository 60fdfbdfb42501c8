import { useEffect, useId, useState } from 'react'
import { searchPlaces, type Place } from '#contract/places.ts'
import type { Address } from '#contract/profile.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, inputClass } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import { addressOfPlace, splitAddress } from './form.ts'

const fewestCharacters = 3
const pauseMs = 500

type Part = 'unitNumber' | 'street' | 'city' | 'state' | 'postalCode' | 'country'
type AddressPartProps = {
  title: string
  value: Address
  onChange: (address: Address) => void
  problemOf: (field: string) => string | undefined
  disabled?: boolean
}

/** An address with its lookup: a search as one types, or comma-separated text by hand. */
export function AddressPart({ title, value, onChange, problemOf, disabled = false }: AddressPartProps) {
  const field = (name: Part, label: string) => (
    <Field
      label={label}
      value={value[name]}
      maxLength={200}
      onChange={(event) => onChange({ ...value, [name]: event.target.value, placeId: null })}
      disabled={disabled}
      error={problemOf(name)}
    />
  )
  return (
    <Section title={title}>
      <div className="space-y-4 p-4">
        {!disabled && <Lookup title={title} onFound={(found) => onChange({ ...value, ...found })} />}
        <div className="grid gap-4 sm:grid-cols-2">
          {field('unitNumber', 'Unit number (optional)')}
          {field('street', 'Street')}
          {field('city', 'City')}
          {field('state', 'State/Region')}
          {field('postalCode', 'Postal code')}
          {field('country', 'Country')}
        </div>
      </div>
    </Section>
  )
}

function Lookup({ title, onFound }: { title: string; onFound: (found: Partial<Address>) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [manual, setManual] = useState(false)
  const [places, setPlaces] = useState<Place[]>([])
  const wanted = text.trim()
  const searching = !manual && wanted.length >= fewestCharacters

  useEffect(() => {
    if (!searching) return
    const given = new AbortController()
    const timer = setTimeout(() => {
      call(searchPlaces, { query: { query: wanted }, signal: given.signal }).then(
        (found) => setPlaces(found),
        () => setPlaces([]), // silently, as specified
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      given.abort()
    }
  }, [searching, wanted])

  const type = (typed: string) => {
    setText(typed)
    if (typed.trim().length < fewestCharacters) setPlaces([])
    // What is typed is no longer the place that was chosen.
    onFound(manual ? { ...splitAddress(typed), placeId: null } : { placeId: null })
  }
  const choose = (place: Place) => {
    onFound({ ...addressOfPlace(place.name, place.formatted_address), placeId: place.place_id })
    setText('')
    setPlaces([])
  }

  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {manual ? 'Address, separated by commas' : 'Find an address'}
        </label>
        <Button
          small
          look="quiet"
          aria-pressed={manual}
          aria-label={`${manual ? 'Using Manual Entry' : 'Edit Manually'}: ${title}`}
          onClick={() => {
            setManual(!manual)
            setPlaces([])
          }}
        >
          {manual ? 'Using Manual Entry' : 'Edit Manually'}
        </Button>
      </div>
      <input
        id={id}
        type="text"
        value={text}
        maxLength={300}
        autoComplete="off"
        placeholder={manual ? 'Street, city, state, postal code, country' : 'At least 3 characters'}
        onChange={(event) => type(event.target.value)}
        className={inputClass}
      />
      {searching && places.length > 0 && (
        <ul
          aria-label="Suggestions"
          className="mt-1 max-h-52 divide-y divide-line overflow-y-auto rounded-md border border-line-strong"
        >
          {places.map((place) => (
            <li key={place.place_id}>
              <button
                type="button"
                onClick={() => choose(place)}
                className="block w-full px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="block font-medium">{place.name}</span>
                <span className="block text-sm text-ink-2">{place.formatted_address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
