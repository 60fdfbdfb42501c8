import { z } from 'zod'
import { route } from './route.ts'

export const place = z.object({ name: z.string(), formatted_address: z.string(), place_id: z.string() })
export type Place = z.infer<typeof place>

/** Places used before, the gazetteer that the administrator loaded, then a configured geocoder; at most ten. */
export const searchPlaces = route({
  method: 'GET',
  path: '/api/places/search',
  access: 'person',
  query: z.object({ query: z.string().max(200).default(''), t: z.string().optional() }),
  response: z.array(place),
})
