import type Router from '@koa/router'
import { cancelJob } from '#contract/jobs.ts'
import { downloadAuthority, getHealth, getSystemStatus, type EngineStatus } from '#contract/system.ts'
import type { Config } from '../config.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { diskSpace } from '../files/disk.ts'
import { authorityHeaders } from '../http/plain.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { JobDefinitions } from '../jobs/define.ts'
import { cancel, countJobs, findJob } from '../jobs/queue.ts'
import type { Certificates } from '../tls/certificates.ts'

const routes = { getHealth, getSystemStatus, downloadAuthority, cancelJob }

export function systemRoutes(
  router: Router,
  {
    config,
    db,
    jobs,
    engineStatus,
    acceptedTypes,
    certificates,
  }: {
    config: Config
    db: Db
    jobs: JobDefinitions
    engineStatus: () => EngineStatus
    acceptedTypes: string
    certificates: Certificates | null
  },
): void {
  const handlers: Handlers<typeof routes> = {
    getHealth: async () => ({ status: 'ok', version: config.version }),

    getSystemStatus: async () => ({
      version: config.version,
      engine: engineStatus(),
      modelFetch: null,
      queue: await countJobs(db.read),
      disk: await diskSpace(config.dataDir),
      accept: acceptedTypes,
    }),

    downloadAuthority: async ({ ctx }) => {
      const authority = await certificates?.authority()
      if (!authority) throw new AppError('not_found', 'The appliance has no authority of its own.')
      ctx.set(authorityHeaders(ctx.get('User-Agent')))
      ctx.body = authority.der
    },

    cancelJob: async ({ params }) => {
      if (!(await findJob(db.read, params.id))) throw new AppError('not_found', 'There is no such work.')
      const stopped = await transact(db, (trx) => cancel(trx, jobs, params.id))
      if (!stopped) throw new AppError('not_cancellable', 'This work has already ended.')
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}
