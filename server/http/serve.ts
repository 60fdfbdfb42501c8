import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import type { App } from '../app.ts'
import { ConfigError, type Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { OpenCertificates } from '../tls/certificates.ts'
import { reachableAddresses, thisMachine, type Machine } from '../tls/names.ts'
import { isLoopback } from '../variables.ts'
import type { ReadClient } from './client.ts'
import { alsoSpeakTls } from './tls-on-plain-port.ts'
import type { CheckOrigin } from './guard.ts'
import { listen } from './listen.ts'
import { createAsksForApp, createPlain } from './plain.ts'
import { createUpgrades, type Admit } from './upgrade.ts'

export type Serving = {
  /** Plain HTTP for this machine itself. */
  localUrl: string
  /** What people type, the best first. */
  urls: string[]
  /** For links that are handed over: an address where the machine's own name may not be known. */
  linkUrl: string
  /** Where another machine is shown how to trust the local authority. */
  trustUrl: string
  httpPort: number
  /** null: HTTPS is off. */
  httpsPort: number | null
  close(): Promise<void>
}

type Settings = Pick<Config, 'host' | 'httpPort' | 'https' | 'publicUrl'>

/** Answers that are still being sent when the appliance stops get this long. */
const graceMs = 3000
/** Hundreds of people with several tabs each; beyond it somebody is only holding connections open. */
const maxConnections = 4000
/** Whoever has not agreed on the encryption by then never will. */
const handshakeMs = 10_000
/** A year: browsers that came over HTTPS once do not try plain HTTP again. */
const strictTransport = 'max-age=31536000'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Listens: HTTPS for everybody and plain HTTP for this machine and for named proxies; without certificates plain HTTP alone.
 * @param options.admit who may open a socket, beside the check of its origin
 * @throws ConfigError when a port is taken, naming the variable and a free port
 */
export async function serve(
  app: App,
  config: Settings,
  options: {
    log: Log
    checkOrigin: CheckOrigin
    readClient: ReadClient
    certificates: OpenCertificates | null
    beforeClose: () => void
    admit?: Admit
  },
): Promise<Serving> {
  const { log, checkOrigin, readClient, certificates, beforeClose, admit = () => true } = options
  const { host, https } = config
  if (https && https.port !== 0 && https.port === config.httpPort)
    throw new ConfigError(
      `APPLIANCE_HTTP_PORT and APPLIANCE_HTTPS_PORT are both ${https.port}; they take two ports.`,
    )
  const toApp = app.callback()
  const answer: Answer = (request, response) => void toApp(request, response)
  const asksForApp = createAsksForApp(readClient)
  const isSecure = (request: IncomingMessage): boolean =>
    !certificates || readClient(request).scheme === 'https' || asksForApp(request)
  const servers: Server[] = []
  const open = async (server: Server, address: Parameters<typeof listen>[1]): Promise<number> => {
    server.requestTimeout = 0 // an upload takes as long as it takes
    server.headersTimeout = 20_000
    server.maxConnections = maxConnections
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    const port = await listen(server, address)
    servers.push(server)
    return port
  }
  const forgetSilent: (() => void)[] = []
  const sockets = new Set<Socket>()
  const close = (): Promise<void> => {
    beforeClose()
    for (const forget of forgetSilent) forget()
    return closeAll(servers, sockets)
  }

  try {
    const secure = certificates && https ? createSecureServer(certificates, answer, log) : null
    const httpsPort =
      secure && https
        ? await open(secure, { host, port: https.port, variable: 'APPLIANCE_HTTPS_PORT' })
        : null
    const plain =
      certificates && httpsPort !== null
        ? createPlain({ config, httpsPort, authority: certificates.authority, checkOrigin, asksForApp })
        : null
    const openPlain = (at: string, port: number): Promise<number> => {
      const server = createServer((request, response) => {
        if (!plain?.answer(request, response)) answer(request, response)
      })
      if (secure) forgetSilent.push(alsoSpeakTls(server, secure))
      return open(server, { host: at, port, variable: 'APPLIANCE_HTTP_PORT' })
    }
    const httpPort = await openPlain(host, config.httpPort)
    // Somebody who listens on one address of the network still finds it as localhost.
    if (!isLoopback(host) && !isEveryAddress(host)) await openPlain('127.0.0.1', httpPort)
    // After the ports are ours: what comes earlier finds no half of a server.
    const upgrades = createUpgrades(app, { log, checkOrigin, isSecure, admit })
    for (const server of servers) upgrades.attach(server)
    const localUrl = `http://localhost:${httpPort}`
    const urls = urlsOf(config, localUrl, httpsPort)
    const linkUrl = config.publicUrl ?? byAddress(urls) ?? urls[0] ?? localUrl
    return {
      localUrl,
      urls,
      linkUrl,
      trustUrl: trustUrlOf(config, urls, httpPort),
      httpPort,
      httpsPort,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function createSecureServer(certificates: OpenCertificates, answer: Answer, log: Log): Server {
  const context = (): SecureContextOptions => ({ ...certificates.material(), minVersion: 'TLSv1.2' })
  const isGiven = certificates.kind === 'given'
  const server = createHttpsServer({ ...context(), handshakeTimeout: handshakeMs }, (request, response) => {
    // Never with the local authority: a browser that does not trust it yet could not even be told how.
    if (isGiven) response.setHeader('Strict-Transport-Security', strictTransport)
    answer(request, response)
  })
  // A scanner, a telephone that does not trust us yet: their trouble, not ours.
  server.on('tlsClientError', (error) => log.debug({ err: error }, 'an encrypted connection failed'))
  // Connections that are open go on as they are.
  certificates.onChange(() => server.setSecureContext(context()))
  return server
}

async function closeAll(servers: Server[], sockets: Set<Socket>): Promise<void> {
  // Not closeAllConnections(): that knows nothing of handshakes that were never ended.
  const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs)
  const closed = servers.map(
    (server) =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  )
  await Promise.all(closed)
  clearTimeout(cut)
}

const isEveryAddress = (host: string): boolean => /^(0\.0\.0\.0|[0:]*:[0:]*)$/.test(host)

/** Names first: an address may be another one tomorrow. */
export function urlsOf(
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
  localUrl: string,
  httpsPort: number | null,
  machine: Machine = thisMachine(),
): string[] {
  const at = (name: string): string =>
    new URL(`https://${name.includes(':') ? `[${name}]` : name}:${httpsPort}`).origin
  const names = isEveryAddress(host)
    ? [machine.hostname.toLowerCase(), ...reachableAddresses(machine)]
    : [isLoopback(host) ? 'localhost' : host]
  const own = httpsPort === null ? [localUrl] : names.map(at)
  return [...new Set([...(publicUrl ? [publicUrl] : []), ...own])]
}

/** By the public name, else by an address: the machine's own name is not known in every network. */
function trustUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, urls: string[], httpPort: number): string {
  return `http://${new URL(publicUrl ?? byAddress(urls) ?? urls[0]!).hostname}:${httpPort}`
}

const byAddress = (urls: string[]): string | undefined =>
  urls.find((url) => isIP(new URL(url).hostname) === 4)
