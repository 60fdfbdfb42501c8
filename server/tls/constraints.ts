import { isIP } from 'node:net'
import type { CertificateNames } from './names.ts'

/**
 * What an authority may vouch for (RFC 5280, 4.2.1.10): the names of its own host, and addresses of private networks. Whoever
 * steals its key can then pretend to be this appliance, and not to be a bank.
 */
export type Permitted = { dns: string[]; ranges: Buffer[] }

export const nameConstraints = '2.5.29.30'

/** Machines get new addresses; in these networks they are nobody else's. */
const privateRanges = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]

/** An address as its bytes. */
export function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => text.split(':').filter(Boolean)
  const first = groups(head)
  const last = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const bytes = Buffer.alloc(16)
  for (const [i, group] of [...first, ...zeros, ...last].entries())
    bytes.writeUInt16BE(parseInt(group, 16), i * 2)
  return bytes
}

/** "10.0.0.0/8" → the address and its mask, one after the other. */
function rangeBytes(network: string): Buffer {
  const [address = '', bits] = network.split('/')
  const base = addressBytes(address)
  const length = bits === undefined ? base.length * 8 : Number(bits)
  const mask = Buffer.alloc(base.length)
  for (let bit = 0; bit < length; bit++) mask[bit >> 3]! |= 0x80 >> (bit & 7)
  return Buffer.concat([base, mask])
}

export const permittedFor = ({ dns, addresses }: CertificateNames): Permitted => ({
  dns,
  ranges: [...privateRanges, ...addresses].map(rangeBytes),
})

const isInRange = (address: Buffer, range: Buffer): boolean => {
  const half = range.length / 2
  if (half !== address.length) return false
  return address.every((byte, i) => (byte & range[half + i]!) === (range[i]! & range[half + i]!))
}

/** Those of the names that an authority may vouch for. @param permitted null: an authority from before there was a limit */
export function covered(
  { dns, addresses }: CertificateNames,
  permitted: Permitted | null,
): CertificateNames & { left: string[] } {
  if (permitted === null) return { dns, addresses, left: [] }
  const mayName = (name: string): boolean =>
    permitted.dns.some((base) => name === base || name.endsWith(`.${base}`))
  const mayAddress = (address: string): boolean =>
    permitted.ranges.some((range) => isInRange(addressBytes(address), range))
  return {
    dns: dns.filter(mayName),
    addresses: addresses.filter(mayAddress),
    left: [...dns.filter((name) => !mayName(name)), ...addresses.filter((one) => !mayAddress(one))],
  }
}

const tag = { sequence: 0x30, permitted: 0xa0, dns: 0x82, address: 0x87 }

function encode(kind: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([kind, ...size]), content])
}

/** As the extension holds it, in DER. */
export const encodePermitted = ({ dns, ranges }: Permitted): Buffer =>
  encode(
    tag.sequence,
    encode(
      tag.permitted,
      ...dns.map((name) => encode(tag.sequence, encode(tag.dns, Buffer.from(name, 'ascii')))),
      ...ranges.map((range) => encode(tag.sequence, encode(tag.address, range))),
    ),
  )

/** The parts of a DER value, one after the other. */
function* partsOf(bytes: Buffer): Generator<{ kind: number; content: Buffer }> {
  for (let at = 0; at + 2 <= bytes.length;) {
    const [kind, first] = [bytes[at]!, bytes[at + 1]!]
    const more = first < 128 ? 0 : first & 0x7f
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    const from = at + 2 + more
    yield { kind, content: bytes.subarray(from, from + length) }
    at = from + length
  }
}

export function decodePermitted(der: Buffer): Permitted {
  const found: Permitted = { dns: [], ranges: [] }
  for (const { content: constraints } of partsOf(der))
    for (const { kind, content: subtrees } of partsOf(constraints))
      if (kind === tag.permitted)
        for (const { content: subtree } of partsOf(subtrees))
          for (const base of partsOf(subtree))
            if (base.kind === tag.dns) found.dns.push(base.content.toString('ascii'))
            else if (base.kind === tag.address) found.ranges.push(base.content)
  return found
}
