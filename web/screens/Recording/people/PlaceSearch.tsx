import { Search } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { searchPlaces, type Place } from '#contract/places.ts'
import { call } from '../../../api.ts'
import { Button } from '../../../ui/Button.tsx'
import { inputClass } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/Toaster.tsx'

/** Looks for a place when it is asked to: a geocoder is not to hear every letter. */
export function PlaceSearch({ onChoose }: { onChoose: (place: Place) => void }) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<{ for: string; places: Place[] } | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const search = async () => {
    const wanted = query.trim()
    if (wanted === '') return
    setBusy(true)
    try {
      setFound({ for: wanted, places: await call(searchPlaces, { query: { query: wanted } }) })
    } catch {
      setFound(null)
      toast({
        title: 'Search failed',
        description: 'Could not search for locations. Please try again.',
        destructive: true,
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        Search for a place
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          type="search"
          value={query}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It is within the form that saves.
            event.preventDefault()
            void search()
          }}
          className={inputClass}
        />
        <Button icon={Search} disabled={busy} onClick={() => void search()}>
          Search
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm text-ink-3">
        {found?.places.length === 0 && `No results for "${found.for}". You can enter it below.`}
      </p>
      {found && found.places.length > 0 && (
        <ul
          aria-label="Places"
          className="max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line-strong"
        >
          {found.places.map((place) => (
            <li key={place.place_id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(place)
                  setFound(null)
                  setQuery('')
                  input.current?.focus()
                }}
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
