import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventsPath } from '#contract/events.ts'
import type { App } from '../app.ts'
import { ConfigError, type Config } from '../config.ts'
import { freePort } from '../processes/free-port.ts'
import type { CheckOrigin } from './guard.ts'

export type Serving = { port: number; url: string; close(): Promise<void> }

/** Answers that are still being sent when the appliance stops get this long. */
const graceMs = 3000
/** No frame of a browser is larger: events only go out. */
const maxFrameBytes = 64 * 1024

/**
 * Listens. @throws ConfigError when the port is taken, naming the variable and a free port
 */
export async function serve(
  app: App,
  config: Pick<Config, 'host' | 'httpPort'>,
  options: { checkOrigin: CheckOrigin; beforeClose: () => void },
): Promise<Serving> {
  const answer = app.callback()
  const server = createServer((request, response) => void answer(request, response))
  server.requestTimeout = 0 // an upload takes as long as it takes
  server.headersTimeout = 20_000
  await listen(server, config)
  // After the port is ours: ws repeats the server's errors, and nobody would hear that it is taken.
  app.ws.listen({
    server,
    maxPayload: maxFrameBytes,
    // koa-websocket parses the address outside any catch: only the one that there is gets that far.
    verifyClient: ({ req }: { req: IncomingMessage }) =>
      req.url?.split('?')[0] === eventsPath && options.checkOrigin(req) === null,
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        options.beforeClose()
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), graceMs).unref()
      }),
  }
}

function listen(server: Server, { host, httpPort }: Pick<Config, 'host' | 'httpPort'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error)
      const why =
        error.code === 'EADDRINUSE' ? 'is taken by another program' : 'needs more rights than this user has'
      freePort(host).then(
        (free) =>
          reject(
            new ConfigError(
              `Port ${httpPort} ${why}. Choose another one with APPLIANCE_HTTP_PORT; ${free} is free.`,
            ),
          ),
        reject,
      )
    })
    server.listen(httpPort, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}
