import { BlockList, isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Config } from '../config.ts'

/** Who a request comes from and what it was sent to, as far as it can be believed. */
export type Client = {
  /** Of the person's machine: the connection's, or what a trusted proxy says. */
  address: string
  scheme: 'http' | 'https'
  /** Name (or address) and port that it was sent to; '' when it does not say. */
  host: string
  /** It came by a proxy of APPLIANCE_TRUSTED_PROXIES. */
  proxied: boolean
}

/** "::ffff:10.0.0.5" is 10.0.0.5. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** "[2001:db8::1]:443" and "10.0.0.5:8080" without their port; some proxies send it. */
function withoutPort(text: string): string {
  const address =
    /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return plainAddress(address)
}

export function createAddressList(networks: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
}

const onThisMachine = createAddressList(['127.0.0.0/8', '::1'])
export const isLoopbackAddress = (address: string): boolean => onThisMachine(address)

const header = (request: IncomingMessage, name: string): string => {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim()
}

const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

/** Whether a proxy of whatever kind has had it in hand, believed or not. */
export const wasForwarded = (request: IncomingMessage): boolean =>
  forwarding.some((name) => request.headers[name] !== undefined)

export type ReadClient = (request: IncomingMessage) => Client

/** Forwarded headers count only from a trusted proxy, and of a chain of proxies only the trusted end of it. */
export function createClientReader({ trustedProxies }: Pick<Config, 'trustedProxies'>): ReadClient {
  const trusted = createAddressList(trustedProxies)
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    const scheme = (request.socket as TLSSocket).encrypted ? 'https' : 'http'
    const host = header(request, 'host')
    if (!trusted(peer)) return { address: peer, scheme, host, proxied: false }
    const chain = header(request, 'x-forwarded-for')
      .split(',')
      .map((part) => withoutPort(part.trim()))
    const address =
      chain.findLast((one) => isIP(one) !== 0 && !trusted(one)) ?? chain.find((one) => isIP(one) !== 0)
    const last = (name: string): string => header(request, name).split(',').at(-1)?.trim() ?? ''
    const forwarded = last('x-forwarded-proto').toLowerCase()
    return {
      address: address ?? peer,
      scheme: forwarded === 'https' || forwarded === 'http' ? forwarded : scheme,
      host: last('x-forwarded-host') || host,
      proxied: true,
    }
  }
}
