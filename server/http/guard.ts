import { isIP } from 'node:net'
import { hostname as machineName } from 'node:os'
import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { isLoopback } from '../variables.ts'
import type { ReadClient } from './client.ts'

/** The name in a Host header, without port and brackets; null: it cannot be read. */
export function nameOf(host: string): string | null {
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
  return url ? url.hostname.replace(/^\[|\]$/g, '') : null
}

export type CheckOrigin = (request: IncomingMessage) => 'host_not_allowed' | 'origin_not_allowed' | null

/**
 * Whether a request was meant for this server: its Host is a name of ours (a web page elsewhere that has its own name
 * resolve to our address is not), and its Origin, when there is one, is the same host. An address instead of a name
 * cannot be somebody else's, so any is good as soon as other machines may come.
 */
export function createOriginCheck(
  config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>,
  readClient: ReadClient,
): CheckOrigin {
  const local = isLoopback(config.host)
  const names = new Set(['localhost', '127.0.0.1', '::1', ...config.allowedHosts])
  if (config.publicUrl) names.add(new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, ''))
  if (!local) {
    const own = machineName().toLowerCase()
    for (const name of [own, own.split('.')[0]!, `${own.split('.')[0]}.local`]) names.add(name)
  }
  const isOurs = (name: string): boolean => names.has(name) || (!local && isIP(name) !== 0)
  return (request) => {
    const { host, scheme } = readClient(request)
    const name = host ? nameOf(host) : null
    if (!name || !isOurs(name)) return 'host_not_allowed'
    const { origin, upgrade } = request.headers
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (origin === undefined || (reads && upgrade === undefined)) return null
    if (config.publicUrl && origin === config.publicUrl) return null
    if (!URL.canParse(origin) || new URL(origin).host !== new URL(`http://${host}`).host)
      return 'origin_not_allowed'
    // A page over plain HTTP may be anybody's on the way; it does not speak for the one over HTTPS.
    return scheme === 'https' && origin.startsWith('http:') ? 'origin_not_allowed' : null
  }
}

export const hostNotAllowed = (): AppError =>
  new AppError(
    'host_not_allowed',
    'The appliance does not answer under this name. Use one of its own, or have an administrator add this one to APPLIANCE_ALLOWED_HOSTS.',
  )

export const guard =
  (check: CheckOrigin): Middleware =>
  async (ctx, next) => {
    const problem = check(ctx.req)
    if (problem === 'host_not_allowed') throw hostNotAllowed()
    if (problem) throw new AppError(problem, 'This request came from another web site and was refused.')
    await next()
  }

/** What every answer carries. Scripts, styles and fonts come from here alone. */
export const securityHeaders: Middleware = async (ctx, next) => {
  ctx.set({
    'Content-Security-Policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'", // Headless UI positions its menus with style attributes
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self), display-capture=(self)',
  })
  await next()
}
