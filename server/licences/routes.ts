import type Router from '@koa/router'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadSbom, getLicences, licences } from '#contract/licences.ts'
import type { Config } from '../config.ts'
import { mount, type Handlers } from '../http/routes.ts'

const routes = { getLicences, downloadSbom }

/** What the appliance is made of. Both files are written when it is built (scripts/lib/licences.mjs). */
export function licenceRoutes(router: Router, { appRoot }: Pick<Config, 'appRoot'>): void {
  const built = (name: string): string => join(appRoot, 'dist', name)
  const handlers: Handlers<typeof routes> = {
    getLicences: async () => licences.parse(JSON.parse(await readFile(built('licences.json'), 'utf8'))),
    async downloadSbom({ ctx }) {
      ctx.attachment('meeting-appliance.cdx.json')
      ctx.type = 'application/json'
      ctx.body = createReadStream(built('sbom.cdx.json'))
    },
  }
  mount(router, routes, handlers)
}
