import Router from '@koa/router'
import Koa from 'koa'
import websockify from 'koa-websocket'
import { join } from 'node:path'
import { eventsPath } from '#contract/events.ts'
import { livePath } from '#contract/live.ts'
import { getOpenApi } from '#contract/system.ts'
import { actionRoutes } from './actions/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { errorHandler } from './http/errors.ts'
import { asksWho, type Gate } from './http/gate.ts'
import { closedByGate, type EventHub } from './http/events.ts'
import type { LineHub } from './http/lines.ts'
import { guard, securityHeaders, type CheckOrigin } from './http/guard.ts'
import { mount, type Handlers } from './http/routes.ts'
import type { ResumableUploads } from './http/resumable.ts'
import { staticFiles } from './http/static.ts'
import { liveRoutes } from './live/routes.ts'
import { minutesRoutes } from './minutes/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import type { Person } from './people/service.ts'
import { placeRoutes } from './places/routes.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Services } from './services.ts'
import { systemRoutes, type LiveState } from './system/routes.ts'
import { transcriptRoutes } from './transcripts/routes.ts'
import { speakerRoutes } from './transcripts/speakers/routes.ts'
import { termRoutes } from './transcripts/terms/routes.ts'
import { voiceRoutes } from './transcripts/voices/routes.ts'

const goneAway = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

export type App = websockify.App

export const webFolder = ({ appRoot }: Pick<Services['config'], 'appRoot'>): string =>
  join(appRoot, 'dist', 'web')

/** The web application: the one place that says in which order a request meets what. */
export function createApp(
  services: Services,
  live: LiveState & {
    events: EventHub
    lines: LineHub
    checkOrigin: CheckOrigin
    gate: Gate
    uploads: ResumableUploads
  },
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
  liveRoutes(router, { paths, live: services.live })
  transcriptRoutes(router, { transcripts })
  speakerRoutes(router, { transcripts })
  minutesRoutes(router, { minutes: services.minutes })
  actionRoutes(router, { actions: services.actions })
  termRoutes(router, { terms: services.terms })
  voiceRoutes(router, { transcripts, voices: services.voices })
  const { people, signIn, account, settings } = services
  peopleRoutes(router, { config, db, gate: live.gate, people, signIn, account, settings })
  placeRoutes(router, { places: services.places })
  searchRoutes(router, services)
  chatRoutes(router, services)
  systemRoutes(router, {
    ...services,
    acceptedTypes: recordings.acceptedTypes,
    live,
  })

  const openApi = { getOpenApi }
  mount(router, openApi, {
    getOpenApi: async () => (await import('./http/openapi.ts')).describeApi(config.version),
  } satisfies Handlers<typeof openApi>)

  app.use(securityHeaders)
  app.use(errorHandler(log))
  app.use(guard(live.checkOrigin))
  app.use(live.gate.middleware)
  app.use(live.uploads.middleware)
  app.use(router.routes())
  app.use(staticFiles(webFolder(config), { timezone: config.timezone, signIn: asksWho(config) }))

  app.ws.use(async (ctx) => {
    if (ctx.path === livePath) {
      const identify = async (): Promise<Person | null> =>
        (await live.gate.identify(ctx.req, 'look'))?.person ?? null
      return live.lines.add(ctx.websocket, identify, services.sessions.open)
    }
    const caller = await live.gate.identify(ctx.req)
    if (ctx.path !== eventsPath || !caller) return ctx.websocket.close(closedByGate, 'Please sign in')
    live.events.add(ctx.websocket, {
      personId: caller.person.id,
      mayStay: async () => (await live.gate.identify(ctx.req, 'look')) !== null,
    })
  })
  return app
}
