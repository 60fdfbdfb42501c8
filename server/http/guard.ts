import type { Middleware } from 'koa'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

const loopbackNames = new Set(['localhost', '127.0.0.1', '::1'])

function hostname(host: string): string | null {
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
  return url ? url.hostname.replace(/^\[|\]$/g, '') : null
}

/**
 * Whether the request was meant for this server: its Host is a name of ours (a web page elsewhere that has its own name
 * resolve to 127.0.0.1 is not), and its Origin, when there is one, is the same host.
 * @returns the code of what is wrong, or null
 */
export function checkOrigin(request: IncomingMessage): 'host_not_allowed' | 'origin_not_allowed' | null {
  const host = request.headers.host
  const name = host ? hostname(host) : null
  if (!host || !name || !loopbackNames.has(name)) return 'host_not_allowed'
  const origin = request.headers.origin
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const upgrade = request.headers.upgrade !== undefined
  if (origin !== undefined && (!reads || upgrade)) {
    if (!URL.canParse(origin) || new URL(origin).host !== new URL(`http://${host}`).host)
      return 'origin_not_allowed'
  }
  return null
}

export const guard: Middleware = async (ctx, next) => {
  const problem = checkOrigin(ctx.req)
  if (problem === 'host_not_allowed')
    throw new AppError(
      problem,
      'The appliance does not answer under this name. Use http://localhost and its port.',
    )
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
