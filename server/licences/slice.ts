import type { Core, Slice } from '../slice.ts'
import { licenceRoutes } from './routes.ts'

export function createLicencesSlice({ config }: Core): Slice<null> {
  return { name: 'licences', service: null, routes: (router) => licenceRoutes(router, config) }
}
