import Router from '@koa/router'
import Koa from 'koa'
import websockify from 'koa-websocket'
import { join } from 'node:path'
import { eventsPath } from '#contract/events.ts'
import { livePath } from '#contract/live.ts'
import { getOpenApi } from '#contract/system.ts'
import { countAnswers } from './http/answers.ts'
import { digests } from './http/digest.ts'
import { errorHandler } from './http/errors.ts'
import { asksWho } from './http/gate.ts'
import { closedByGate, type EventHub } from './http/events.ts'
import type { ConnectionHub } from './http/connections.ts'
import { guard, securityHeaders, type CheckOrigin } from './http/guard.ts'
import { limitRate } from './http/rate-limit.ts'
import { mount, type Handlers } from './http/routes.ts'
import { securityTxt } from './http/security-txt.ts'
import type { ResumableUploads } from './http/resumable.ts'
import { staticFiles } from './http/static.ts'
import { createHouse } from './house.ts'
import type { Person } from './people/service.ts'
import type { Services } from './services.ts'
import type { Running } from './slice.ts'

const goneAway = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

export type App = websockify.App

export const webFolder = ({ appRoot }: Pick<Services['config'], 'appRoot'>): string =>
  join(appRoot, 'dist', 'web')

/** The web application: the one place that says in which order a request meets what. */
export function createApp(
  services: Services,
  live: Running & {
    events: EventHub
    connections: ConnectionHub
    checkOrigin: CheckOrigin
    uploads: ResumableUploads
  },
): App {
  const { config, log } = services
  const app = websockify(new Koa())
  app.silent = true // koa prints errors of its own to stderr; ours are logged where they are handled
  app.on('error', (error: unknown) => {
    // A browser that stops a player in the middle of a file, or breaks off an upload, is not an error.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!goneAway.has(code) && !code.startsWith('HPE_')) log.error({ err: error }, 'a response failed')
  })

  const router = new Router()
  for (const slice of services.slices) slice.routes?.(router, live)

  const openApi = { getOpenApi }
  mount(router, openApi, {
    getOpenApi: async () => (await import('./http/openapi.ts')).describeApi(config.version),
  } satisfies Handlers<typeof openApi>)

  app.use(countAnswers)
  app.use(securityHeaders)
  app.use(errorHandler(log))
  app.use(limitRate(live.gate.clientOf))
  app.use(guard(live.checkOrigin))
  app.use(securityTxt(config))
  app.use(live.gate.middleware)
  const house = createHouse(services)
  app.use((ctx, next) => {
    ctx.state.house = house
    return next()
  })
  app.use(live.uploads.middleware)
  app.use(digests(config.appRoot))
  app.use(router.routes())
  app.use(staticFiles(webFolder(config), { timezone: config.timezone, signIn: asksWho(config) }))

  app.ws.use(async (ctx) => {
    if (ctx.path === livePath) {
      // Over this line recordings are made, which a token that only reads may not.
      const identify = async (): Promise<Person | null> => {
        const caller = await live.gate.identify(ctx.req, 'look')
        return caller && !caller.readOnly ? caller.person : null
      }
      return live.connections.add(ctx.websocket, identify, services.sessions.open)
    }
    const caller = await live.gate.identify(ctx.req)
    if (ctx.path !== eventsPath || !caller) return ctx.websocket.close(closedByGate, 'Please sign in')
    live.events.add(ctx.websocket, {
      person: caller.person,
      mayStay: async () => (await live.gate.identify(ctx.req, 'look')) !== null,
    })
  })
  return app
}
