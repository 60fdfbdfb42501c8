import { MapPin, Video } from 'lucide-react'
import { useState } from 'react'
import type { Location } from '#contract/transcripts.ts'
import { Field } from '../../../ui/Field.tsx'
import { cx } from '../../../ui/cx.ts'
import { online } from './attendees.ts'
import { PlaceSearch } from './PlaceSearch.tsx'

const types = [
  { type: 'online', label: 'Online', icon: Video },
  { type: 'physical', label: 'Physical', icon: MapPin },
] as const

type MeetingPlaceProps = { location: Location; disabled: boolean; onChange: (location: Location) => void }

export function MeetingPlace({ location, disabled, onChange }: MeetingPlaceProps) {
  /** What the other type said, for whoever switches there and back. */
  const [other, setOther] = useState<Location | null>(null)
  const switchTo = (type: Location['type']) => {
    if (type === location.type) return
    setOther(location)
    onChange(other?.type === type ? other : type === 'online' ? online : { type, name: '' })
  }
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-2 font-medium">Location</legend>
      <div className="mb-3 inline-flex rounded-md border border-line-strong p-0.5">
        {types.map(({ type, label, icon: Icon }) => (
          <label
            key={type}
            className={cx(
              'flex h-8 cursor-pointer items-center gap-2 rounded-md px-3 pointer-coarse:h-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              location.type === type ? 'bg-pressed font-medium' : 'text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name="location-type"
              className="sr-only"
              checked={location.type === type}
              onChange={() => switchTo(type)}
            />
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {label}
          </label>
        ))}
      </div>
      {location.type === 'online' ? (
        <div className="grid gap-3 md:grid-cols-2">
          <Field
            label="Name"
            value={location.name}
            maxLength={300}
            onChange={(event) => onChange({ ...location, name: event.target.value })}
          />
          <Field
            label="Link (optional)"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={location.url ?? ''}
            maxLength={2000}
            onChange={({ target }) => {
              const { url: _, ...rest } = location
              onChange(target.value.trim() === '' ? rest : { ...rest, url: target.value })
            }}
          />
        </div>
      ) : (
        <div className="space-y-3">
          <PlaceSearch
            onChoose={({ name, formatted_address: address, place_id: placeId }) =>
              onChange({ type: 'physical', name, address, placeId })
            }
          />
          <div className="grid gap-3 md:grid-cols-2">
            <Field
              label="Place"
              value={location.name}
              maxLength={300}
              onChange={(event) => onChange({ ...location, name: event.target.value })}
            />
            <Field
              label="Address"
              value={location.address ?? ''}
              maxLength={500}
              onChange={(event) => onChange({ ...location, address: event.target.value })}
            />
          </div>
        </div>
      )}
    </fieldset>
  )
}
