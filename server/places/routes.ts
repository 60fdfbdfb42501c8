import type Router from '@koa/router'
import { searchPlaces } from '#contract/places.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { PlacesService } from './service.ts'

const routes = { searchPlaces }

export function placeRoutes(router: Router, { places }: { places: PlacesService }): void {
  const handlers: Handlers<typeof routes> = {
    searchPlaces: ({ query }) => places.search(query.query),
  }
  mount(router, routes, handlers)
}
