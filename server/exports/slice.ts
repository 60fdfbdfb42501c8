import type { Print } from '../print/print.ts'
import type { DocumentsService } from '../documents/service.ts'
import type { Core, Slice } from '../slice.ts'
import { exportRoutes } from './routes.ts'
import { createExports, type ExportsService } from './service.ts'

export function createExportsSlice(
  core: Core & { documents: DocumentsService; print: Print },
): Slice<ExportsService> {
  const exports = createExports(core)
  return { name: 'exports', service: exports, routes: (router) => exportRoutes(router, { exports }) }
}
