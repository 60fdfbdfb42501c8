import type { Readable } from 'node:stream'
import type { Dispatcher, EnvHttpProxyAgent } from 'undici'
import { AppError } from '../errors.ts'

/** A failure that another try may mend. */
export class Passing extends Error {
  /** What the server asked for before the next try; null: nothing. */
  readonly waitMs: number | null
  constructor(message: string, options?: { cause?: unknown; waitMs?: number | null }) {
    super(message, options)
    this.waitMs = options?.waitMs ?? null
  }
}

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

const maxRedirects = 5
/** A server that asks for more patience than this is asked again anyway. */
const longestWaitMs = 60_000

/** Connections through HTTPS_PROXY and NO_PROXY. Their library is loaded here: only who fetches something needs it. */
export async function environmentsProxy(): Promise<EnvHttpProxyAgent> {
  const undici = await import('undici')
  return new undici.EnvHttpProxyAgent()
}

/**
 * GET, following redirects, never from https to http.
 * @throws AppError model_unreachable where trying again is of no use, Passing where it may be
 */
export async function get(
  url: string,
  options: { dispatcher: Dispatcher; headers: Record<string, string>; stallMs: number; signal: AbortSignal },
): Promise<Answer> {
  const { request } = await import('undici')
  let at = new URL(url)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const { statusCode, headers, body } = await request(at, {
      dispatcher: options.dispatcher,
      // What is hashed and counted is the file itself, so it must not come compressed.
      headers: { 'user-agent': 'meeting-appliance', 'accept-encoding': 'identity', ...options.headers },
      headersTimeout: options.stallMs,
      bodyTimeout: options.stallMs,
      signal: options.signal,
    }).catch((error: unknown) => {
      throw explain(error, at)
    })
    const location = header(headers, 'location')
    if (statusCode < 300 || statusCode > 308 || statusCode === 304 || location === null)
      return { status: statusCode, headers, body }
    drop(body)
    at = follow(at, location)
  }
  throw unreachable(`${new URL(url).host} sends the request in a circle.`)
}

function follow(from: URL, location: string): URL {
  if (!URL.canParse(location, from)) throw unreachable(`${from.host} sends the request to nowhere.`)
  const next = new URL(location, from)
  const safe = next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:')
  if (!safe)
    throw unreachable(`${from.host} sends the request on to ${next.origin}, which is not safe to follow.`)
  return next
}

/** The first value of a header; null: it was not sent. */
export function header(headers: Answer['headers'], name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** Ends an answer whose body nobody wants. */
export function drop(body: Readable): void {
  body.on('error', () => undefined) // that it was ended early is what we asked for
  body.destroy()
}

/** @param why a sentence for a person, without the model's name */
export const unreachable = (why: string, cause?: unknown): AppError =>
  new AppError('model_unreachable', `The speech model could not be fetched: ${why}`, { cause })

/** What an answer other than the file itself means. */
export function refusal({ status, headers }: Answer, url: string): AppError | Passing {
  const { host } = new URL(url)
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    const seconds = Number(header(headers, 'retry-after'))
    return new Passing(`${host} answered ${status}`, {
      waitMs: seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : null,
    })
  }
  return unreachable(
    status === 404
      ? `${host} does not have it (404, ${url}).`
      : `${host} answered ${status} to ${url}. A proxy or firewall may be in the way.`,
  )
}

const untrusted = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_UNTRUSTED',
])
const wrongCertificate = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID'])

/** What a connection that failed means: most pass, a certificate or a proxy that says no does not. */
export function explain(error: unknown, url: URL): unknown {
  if (!(error instanceof Error) || error instanceof AppError || error instanceof Passing) return error
  const code = codeOf(error)
  if (untrusted.has(code))
    return unreachable(
      `the certificate of ${url.host} is not from an authority that this machine trusts (${code}). Where the company's network looks into encrypted traffic, set NODE_EXTRA_CA_CERTS to the PEM file of its certificate and start the appliance again.`,
      error,
    )
  if (wrongCertificate.has(code))
    return unreachable(
      `the certificate of ${url.host} is not valid (${code}). Is this machine's clock right?`,
      error,
    )
  const proxy = /Proxy response \((\d+)\)/.exec(error.message)
  if (proxy && Number(proxy[1]) < 500)
    return unreachable(
      `the proxy of HTTPS_PROXY refused the connection to ${url.host} (${proxy[1]}${proxy[1] === '407' ? ', it wants a name and password: http://name:password@proxy:port' : ''}).`,
      error,
    )
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('disk_full', "The appliance's disk is full. Make room, and fetch the model again.", {
      cause: error,
    })
  // What has no code is a mistake of ours.
  return code === '' || code === 'ABORT_ERR' ? error : new Passing(code, { cause: error })
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : ''
}
