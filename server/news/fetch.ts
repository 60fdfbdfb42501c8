import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { AppError } from '../errors.ts'

/** Fetches what strangers' addresses name: never from this machine or its network, unless an administrator allowed it. */

export type FetchRules = { feedHosts: readonly string[]; offline: boolean }

export type Fetched = {
  status: number
  bytes: Uint8Array
  contentType: string | null
  etag: string | null
  modified: string | null
  retryAfter: string | null
  /** Where it came from in the end. */
  url: string
  /** Every step there said that it stays so. */
  movedForGood: boolean
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

export const refused = (message: string): AppError => new AppError('feed_refused', message)
const failed = (message: string, cause?: unknown): AppError => new AppError('feed_failed', message, { cause })

const notPublic = listOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Also those that carry an IPv4 address within: mapped, translated, 6to4, Teredo.
  ...['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/32', '2001:db8::/32'],
  ...['2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
])

function listOf(networks: readonly string[]): (address: string) => boolean {
  // Apart: a BlockList takes an IPv4 address for the IPv6 address that maps it.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const familyOf = (address: string) => (isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const))
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    lists[family].addSubnet(
      address,
      bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits),
      family,
    )
  }
  return (address) => lists[familyOf(address)].check(address, familyOf(address))
}

/** Whether an address is one of the public network. */
export const isPublic = (address: string): boolean => isIP(address) !== 0 && !notPublic(address)

/** Which hosts and addresses may be asked. */
export function createRules({ feedHosts, offline }: FetchRules) {
  const names = new Set(feedHosts.filter((one) => isIP(one.split('/')[0]!) === 0))
  const networks = listOf(feedHosts.filter((one) => isIP(one.split('/')[0]!) !== 0))
  const isAllowed = (host: string): boolean => names.has(host) || (isIP(host) !== 0 && networks(host))

  /** @throws AppError feed_refused */
  function checkUrl(url: URL): void {
    if (!/^https?:$/.test(url.protocol))
      throw refused('Only addresses that begin with http or https are read.')
    if (url.username || url.password) throw refused('The address must not hold a name and a password.')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isAllowed(host)) return
    if (offline)
      throw refused(
        'The appliance stays off the network (APPLIANCE_OFFLINE). An administrator can allow a host of your own with APPLIANCE_FEED_HOSTS.',
      )
    if (isIP(host) !== 0 && !isPublic(host)) throw privateAddress(host)
  }

  /** Resolves a name to the addresses that may be asked; the connection goes to one of these and to no other. */
  const checkedLookup: LookupFunction = (host, options, answer) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return answer(error, '')
      const good = addresses.filter(
        ({ address }) => isAllowed(host) || networks(address) || isPublic(address),
      )
      if (good.length === 0) return answer(privateAddress(host), '')
      if (options.all) return answer(null, good)
      answer(null, good[0]!.address, good[0]!.family)
    })
  }
  return { checkUrl, checkedLookup }
}

const privateAddress = (host: string): AppError =>
  refused(
    `${host} is an address of this machine or of a private network. An administrator can allow it with APPLIANCE_FEED_HOSTS.`,
  )

export type SafeFetch = ReturnType<typeof createSafeFetch>

/** Connections of one kind; proxies of the environment (HTTPS_PROXY) are used as everywhere. */
export function createSafeFetch(given: FetchRules) {
  const rules = createRules(given)
  let dispatcher: Promise<import('undici').Dispatcher> | null = null
  const connections = (): Promise<import('undici').Dispatcher> =>
    (dispatcher ??= import('undici').then(
      ({ EnvHttpProxyAgent }) =>
        new EnvHttpProxyAgent({
          connect: { lookup: rules.checkedLookup, timeout: 10_000 },
          headersTimeout: 15_000,
          bodyTimeout: 15_000,
          keepAliveTimeout: 1000,
        }),
    ))

  async function ask(url: URL, headers: Record<string, string>, signal: AbortSignal) {
    rules.checkUrl(url)
    const { request } = await import('undici')
    try {
      return await request(url, { dispatcher: await connections(), headers, signal, method: 'GET' })
    } catch (error) {
      if (error instanceof AppError) throw error
      if (signal.aborted) throw failed('It did not answer in time.', error)
      throw failed(`${url.host} could not be reached.`, error)
    }
  }

  return {
    checkUrl: rules.checkUrl,

    /** GET with limits of size and time; each step of a redirect is checked like the first. @throws AppError feed_refused, feed_failed */
    async get(
      address: string,
      options: { headers?: Record<string, string>; largestBytes: number; deadlineMs: number; what: string },
    ): Promise<Fetched> {
      const signal = AbortSignal.timeout(options.deadlineMs)
      const headers = { 'user-agent': 'meeting-appliance', 'accept-encoding': 'identity', ...options.headers }
      let url = new URL(address)
      let movedForGood = true
      for (let step = 0; step <= mostRedirects; step += 1) {
        const answer = await ask(url, headers, signal)
        const location = one(answer.headers.location)
        if (redirects.has(answer.statusCode) && location) {
          answer.body.on('error', () => undefined).destroy()
          if (!URL.canParse(location, url.href)) throw failed('It leads to an address that cannot be read.')
          movedForGood &&= answer.statusCode === 301 || answer.statusCode === 308
          url = new URL(location, url)
          continue
        }
        const packed = one(answer.headers['content-encoding'])
        if (packed && packed !== 'identity') {
          answer.body.on('error', () => undefined).destroy()
          throw failed('It answered with compressed data that was not asked for.')
        }
        return {
          status: answer.statusCode,
          bytes: await bytesOf(answer.body, options, signal),
          contentType: one(answer.headers['content-type']),
          etag: one(answer.headers.etag),
          modified: one(answer.headers['last-modified']),
          retryAfter: one(answer.headers['retry-after']),
          url: url.href,
          movedForGood: step > 0 && movedForGood,
        }
      }
      throw failed('It leads from one address to the next without end.')
    },

    async close(): Promise<void> {
      if (dispatcher) await (await dispatcher).destroy()
    },
  }
}

const one = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null

async function bytesOf(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  { largestBytes, what }: { largestBytes: number; what: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > largestBytes)
        throw failed(`It is larger than ${Math.floor(largestBytes / 1_000_000)} MB, which no ${what} may be.`)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw failed(signal.aborted ? 'It did not end in time.' : 'It broke off.', error)
  }
  return Buffer.concat(parts)
}
