import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { eventsPath } from '#contract/events.ts'
import { livePath, maxChunkBytes } from '#contract/live.ts'
import type { App } from '../app.ts'
import type { Log } from '../log.ts'
import type { CheckOrigin } from './guard.ts'

/** Whether somebody may open a socket; the access gate says so. */
export type Admit = (request: IncomingMessage) => Promise<boolean> | boolean

/** No frame of a browser is larger where events only go out. */
const maxFrameBytes = 64 * 1024

const phrases = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 500: 'Internal Server Error' }

function refuse(socket: Duplex, status: keyof typeof phrases): void {
  // Destroyed once it is sent: a client that keeps its half open would hold up the end of the server.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${phrases[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * Opens WebSockets on the servers that are attached; koa-websocket by itself knows one.
 * @param options.isSecure false: over plain HTTP from another machine, where no socket is opened
 */
export function createUpgrades(
  app: App,
  options: { log: Log; checkOrigin: CheckOrigin; isSecure: Admit; admit: Admit },
): { attach(server: Server): void } {
  const { log, checkOrigin, isSecure, admit } = options
  app.ws.listen({ noServer: true, maxPayload: maxFrameBytes })
  const sockets = app.ws.server
  if (!sockets) throw new Error('koa-websocket has made no server')
  // It knows one limit for all; what these open is handed to it.
  const servers = new Map([
    [eventsPath, sockets],
    [livePath, new WebSocketServer({ noServer: true, maxPayload: maxChunkBytes })],
  ])
  const pathOf = ({ url }: IncomingMessage): string => url?.split('?')[0] ?? ''

  async function whyNot(request: IncomingMessage): Promise<keyof typeof phrases | null> {
    // koa-websocket parses the address outside any catch: only those that there are get that far.
    if (!servers.has(pathOf(request))) return 404
    if (checkOrigin(request) !== null || !(await isSecure(request))) return 403
    return (await admit(request)) ? null : 401
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    try {
      const status = await whyNot(request)
      if (status !== null) return refuse(socket, status)
      const server = servers.get(pathOf(request))
      server?.handleUpgrade(request, socket, head, (open) => sockets?.emit('connection', open, request))
    } catch (error) {
      log.error({ err: error }, 'a socket could not be opened')
      refuse(socket, 500)
    }
  }

  return {
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // Until ws has it, nobody else would hear that the other end has gone.
        socket.on('error', () => socket.destroy())
        void upgrade(request, socket, head)
      })
    },
  }
}
