import type { Ports, Slice } from '../slice.ts'
import { placeRoutes } from './routes.ts'
import { createPlaces, type PlacesService } from './service.ts'

export function createPlacesSlice({ config, db, log }: Ports): Slice<PlacesService> {
  const places = createPlaces({ config, db, log })
  return { name: 'places', service: places, routes: (router) => placeRoutes(router, { places }) }
}
