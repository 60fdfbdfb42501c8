import { z } from 'zod'
import type { Place } from '#contract/places.ts'

const patienceMs = 3000
const largestBytes = 1024 * 1024

export type Geocoder = { kind: 'photon' | 'nominatim'; url: string }

const text = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
const photonAnswer = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        ...{ osm_type: text, osm_id: text, name: text, street: text, housenumber: text },
        ...{ postcode: text, district: text, city: text, county: text, state: text, country: text },
      }),
    }),
  ),
})
const nominatimAnswer = z.array(
  z.object({
    place_id: z.union([z.string(), z.number()]).transform(String),
    osm_type: text,
    osm_id: text,
    name: text,
    display_name: z.string(),
  }),
)

function readPhoton(answer: unknown): Place[] {
  return photonAnswer.parse(answer).features.map(({ properties: p }) => {
    const street = [p.housenumber, p.street].filter(Boolean).join(' ')
    const parts = [p.name, street, p.district, p.city, p.postcode, p.county, p.state, p.country]
    const full = [...new Set(parts.filter(Boolean))].join(', ')
    return {
      name: p.name ?? (street || full),
      formatted_address: full,
      place_id: `osm:${p.osm_type ?? ''}${p.osm_id ?? full}`,
    }
  })
}

function readNominatim(answer: unknown): Place[] {
  return nominatimAnswer.parse(answer).map((found) => ({
    name: found.name || found.display_name.split(',')[0]!,
    formatted_address: found.display_name,
    place_id: found.osm_id
      ? `osm:${(found.osm_type ?? '').charAt(0).toUpperCase()}${found.osm_id}`
      : `nominatim:${found.place_id}`,
  }))
}

/** Asks a server of the company's own. Fails when it does not answer in three seconds, or not as it should. */
export async function askGeocoder({ kind, url }: Geocoder, query: string, limit: number): Promise<Place[]> {
  const fields = { q: query, limit: String(limit), ...(kind === 'nominatim' && { format: 'jsonv2' }) }
  const address = new URL(kind === 'photon' ? 'api' : 'search', url)
  address.search = new URLSearchParams(fields).toString()
  const answer = await fetch(address, {
    redirect: 'error',
    headers: { 'user-agent': 'meeting-appliance', 'accept-language': 'en' },
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!answer.ok) throw new Error(`the geocoder answered ${answer.status}`)
  const body: unknown = JSON.parse(await textOf(answer))
  return kind === 'photon' ? readPhoton(body) : readNominatim(body)
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > largestBytes) throw new Error('the geocoder answers with too much')
  }
  return Buffer.concat(parts).toString('utf8')
}
