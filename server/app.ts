import Router from '@koa/router'
import Koa from 'koa'
import websockify from 'koa-websocket'
import { join } from 'node:path'
import { eventsPath } from '#contract/events.ts'
import { errorHandler } from './http/errors.ts'
import type { EventHub } from './http/events.ts'
import { guard, securityHeaders, type CheckOrigin } from './http/guard.ts'
import { staticFiles } from './http/static.ts'
import { currentPerson } from './people/service.ts'
import { recordingRoutes } from './recordings/routes.ts'
import type { Services } from './services.ts'
import { systemRoutes, type LiveState } from './system/routes.ts'
import { transcriptRoutes } from './transcripts/routes.ts'

const goneAway = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

export type App = websockify.App

/** The web application: the one place that says in which order a request meets what. */
export function createApp(
  services: Services,
  live: LiveState & { events: EventHub; checkOrigin: CheckOrigin },
): App {
  const { config, db, log, paths, recordings, conversions, sample, transcripts } = services
  const app = websockify(new Koa())
  app.silent = true // koa prints errors of its own to stderr; ours are logged where they are handled
  app.on('error', (error: unknown) => {
    // A browser that stops a player in the middle of a file, or breaks off an upload, is not an error.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!goneAway.has(code) && !code.startsWith('HPE_')) log.error({ err: error }, 'a response failed')
  })

  const router = new Router()
  recordingRoutes(router, { db, paths, recordings, conversions, sample })
  transcriptRoutes(router, { transcripts })
  systemRoutes(router, { ...services, acceptedTypes: recordings.acceptedTypes, live })

  app.use(securityHeaders)
  app.use(errorHandler(log))
  app.use(guard(live.checkOrigin))
  app.use(async (ctx, next) => {
    if (ctx.path.startsWith('/api/')) ctx.state.person = await currentPerson(db.read)
    await next()
  })
  app.use(router.routes())
  app.use(staticFiles(join(config.appRoot, 'dist', 'web'), config.timezone))

  app.ws.use(async (ctx) => {
    if (ctx.path === eventsPath) live.events.add(ctx.websocket)
  })
  return app
}
