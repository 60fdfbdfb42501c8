import type { IncomingMessage, ServerResponse } from 'node:http'
import { downloadAuthority, getHealth } from '#contract/system.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Authority } from '../tls/authority.ts'
import { authorityFileName, authorityPath } from '../tls/trust.ts'
import { isLoopback } from '../variables.ts'
import type { ReadClient } from './client.ts'
import { toErrorBody } from './errors.ts'
import { hostNotAllowed, nameOf, type CheckOrigin } from './guard.ts'
import { pageHeaders, trustPage, unnamedProxyPage } from './plain-page.ts'

/** Answered over plain HTTP too: watchers ask whether the appliance is well, and the authority is no secret. */
const openCalls = new Set([getHealth.path, downloadAuthority.path])

const pathOf = (request: IncomingMessage): string => request.url?.split('?')[0] ?? ''

/** Some proxy says that it passed this on; whether one may believe it is another question. */
const wasPassedOn = ({ headers }: IncomingMessage): boolean =>
  ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'].some(
    (name) => headers[name] !== undefined,
  )

const isPassedOnFromHttps = ({ headers }: IncomingMessage): boolean =>
  /https\s*$/i.test(String(headers['x-forwarded-proto'] ?? '')) ||
  /proto="?https/i.test(headers.forwarded ?? '')

export type AsksForApp = (request: IncomingMessage) => boolean

/**
 * Whether a request over plain HTTP is as safe as one over HTTPS: it comes from a browser on this machine that calls it
 * localhost (which browsers count as secure), or by a named proxy, which has the encryption in its hands.
 */
export function createAsksForApp(readClient: ReadClient): AsksForApp {
  return (request) => {
    const { proxied, host } = readClient(request)
    if (proxied) return true
    const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d)/i, '')
    return isLoopback(peer) && isLoopback(nameOf(host) ?? '') && !wasPassedOn(request)
  }
}

/** Where the same page is over HTTPS. */
function onwardFrom(request: IncomingMessage, publicUrl: string | null, httpsPort: number): string {
  // A request may carry a whole address, or begin with two slashes: only its path goes along.
  const asked = request.url?.startsWith('/') ? `http://localhost${request.url}` : (request.url ?? '/')
  const url = URL.canParse(asked) ? new URL(asked) : new URL('http://localhost/')
  const path = `${url.pathname}${url.search}`
  if (publicUrl?.startsWith('https:')) return `${publicUrl}${path}`
  const name = new URL(`http://${request.headers.host ?? 'localhost'}`).hostname
  return new URL(`https://${name}:${httpsPort}`).origin + path
}

export type Plain = {
  /** Answers a request over plain HTTP from another machine. @returns false: it is one for the application */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

/** What other machines get over plain HTTP: the way to HTTPS, and nothing else. */
export function createPlain(options: {
  config: Pick<Config, 'publicUrl'>
  httpsPort: number
  /** null: the administrator's certificate, which browsers trust already. */
  authority: Authority | null
  checkOrigin: CheckOrigin
  asksForApp: AsksForApp
}): Plain {
  const { config, httpsPort, authority, checkOrigin, asksForApp } = options

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf(request)
    if (asksForApp(request) || openCalls.has(path)) return false
    if (checkOrigin(request) === 'host_not_allowed') refuse(request, response, hostNotAllowed())
    else if (authority && path === authorityPath && isRead(request))
      sendAuthority(request, response, authority)
    else if (isRead(request) && !path.startsWith('/api/')) sendOnward(request, response)
    else
      refuse(
        request,
        response,
        new AppError('https_required', 'The appliance answers this over HTTPS alone.'),
      )
    return true
  }

  function sendOnward(request: IncomingMessage, response: ServerResponse): void {
    const onward = onwardFrom(request, config.publicUrl, httpsPort)
    const peer = request.socket.remoteAddress ?? ''
    if (authority)
      send(request, response, 200, {
        headers: pageHeaders,
        body: trustPage({
          authority,
          onward,
          userAgent: request.headers['user-agent'] ?? '',
          proxy: wasPassedOn(request) ? peer : null,
        }),
      })
    // It came by HTTPS as far as the proxy: sent there again, it would come back here for ever.
    else if (isPassedOnFromHttps(request))
      send(request, response, 403, { headers: pageHeaders, body: unnamedProxyPage(peer) })
    else
      send(request, response, 308, { headers: { Location: onward, 'Cache-Control': 'no-store' }, body: '' })
  }
  return { answer }
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
): void {
  // What it wanted to upload is not waited for.
  if (!isRead(request)) response.setHeader('Connection', 'close')
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? '' : body)
}

function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const { status, body } = toErrorBody(error)
  send(request, response, status, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: JSON.stringify(body),
  })
}

/** Safari asks to install what is shown, and only saves what is attached. */
const showsCertificates = (userAgent: string): boolean => /iPhone|iPad|iPod/.test(userAgent)

/** How the authority goes out, here and as a call of the API. */
export function authorityHeaders(userAgent: string): Record<string, string> {
  const kind = showsCertificates(userAgent) ? 'inline' : 'attachment'
  return {
    'Content-Type': 'application/x-x509-ca-cert',
    'Content-Disposition': `${kind}; filename="${authorityFileName}"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}

function sendAuthority(request: IncomingMessage, response: ServerResponse, { der }: Authority): void {
  send(request, response, 200, {
    headers: authorityHeaders(request.headers['user-agent'] ?? ''),
    body: der,
  })
}
