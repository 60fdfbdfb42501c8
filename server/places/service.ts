import { createHash } from 'node:crypto'
import type { Place } from '#contract/places.ts'
import type { Config } from '../config.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { isLoopback } from '../variables.ts'
import { askGeocoder } from './geocoder.ts'
import { createGazetteer } from './gazetteer.ts'
import { placesByWords, recordUse, usedPlaces, type PlaceRow } from './store.ts'
import { fold, wordsOf } from './compared-words.ts'

const most = 10
/** Of so many that have the words the best are taken; they come roughly by size. */
const candidates = 3000

export type PlacesService = ReturnType<typeof createPlaces>

const present = ({ place_id, name, address }: PlaceRow): Place => ({
  name,
  formatted_address: address,
  place_id,
})

/** Where meetings are held. Nothing that is typed leaves the appliance unless a geocoder was set up. */
export function createPlaces({
  config,
  db,
  log,
}: {
  config: Pick<Config, 'geocoder' | 'offline'>
  db: Db
  log: Log
}) {
  const geocoder = mayAsk(config) ? config.geocoder : null

  async function usedBefore(words: string[]): Promise<Place[]> {
    const all = await usedPlaces(db.read)
    return all.filter((place) => hasWords(place.words, words)).map(present)
  }

  async function inGazetteer(words: string[]): Promise<Place[]> {
    const wanted = words.join(' ')
    const found = await placesByWords(db.read, words, candidates)
    const rank = ({ name }: PlaceRow): number => {
      const folded = fold(name)
      return folded === wanted ? 0 : folded.startsWith(wanted) ? 1 : 2
    }
    return found
      .map((place) => ({ place, rank: rank(place) }))
      .sort((a, b) => a.rank - b.rank || b.place.population - a.place.population)
      .slice(0, most)
      .map(({ place }) => present(place))
  }

  async function fromGeocoder(query: string): Promise<Place[] | null> {
    if (!geocoder) return []
    try {
      return await askGeocoder(geocoder, query, most)
    } catch (error) {
      log.warn({ err: error }, 'the geocoder failed')
      return null
    }
  }

  return {
    ...createGazetteer(db),

    /** Used before, then the gazetteer's, then the geocoder's. @throws AppError places_failed */
    async search(query: string): Promise<Place[]> {
      const words = wordsOf(query)
      if (words.length === 0) return []
      const [used, known, asked] = await Promise.all([
        usedBefore(words),
        inGazetteer(words),
        fromGeocoder(query.trim()),
      ])
      const all = withoutDoubles([...used, ...known, ...(asked ?? [])])
      if (asked === null && all.length === 0)
        throw new AppError('places_failed', 'Could not search for locations. Please try again.')
      return all.slice(0, most)
    },

    /** A meeting is held here: it is offered first from now on. */
    async remember(
      handle: Handle,
      place: { name: string; address?: string | null; placeId?: string | null },
    ): Promise<void> {
      const name = place.name.trim()
      const address = place.address?.trim() || name
      if (name === '') return
      const words = fold(`${name} ${address}`)
      const id = createHash('sha256').update(words).digest('hex').slice(0, 24)
      await recordUse(handle, { place_id: place.placeId?.trim() || `used:${id}`, name, address, words })
    },
  }
}

function mayAsk({ geocoder, offline }: Pick<Config, 'geocoder' | 'offline'>): boolean {
  return geocoder !== null && (!offline || isLoopback(new URL(geocoder.url).hostname))
}

/** Whether each word begins one of the text's. */
function hasWords(text: string, words: string[]): boolean {
  return words.every((word) => ` ${text}`.includes(` ${word}`))
}

function withoutDoubles(places: Place[]): Place[] {
  const seen = new Set<string>()
  return places.filter((place) => {
    const keys = [place.place_id, fold(`${place.name}|${place.formatted_address}`)]
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  })
}
