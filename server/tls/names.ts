import { isIP } from 'node:net'
import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import type { Config } from '../config.ts'

/** What a certificate is good for. */
export type CertificateNames = { dns: string[]; addresses: string[] }

/** This machine as the network sees it; the tests have others. */
export type Machine = { hostname: string; interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> }

export const thisMachine = (): Machine => ({ hostname: hostname(), interfaces: networkInterfaces() })

const isDnsName = (name: string): boolean =>
  name.length <= 253 && /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name) && isIP(name) === 0

/** One way of writing each address, so that they can be compared: "::1", not "0:0:0:0:0:0:0:1". */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** Addresses under which other machines reach this one; IPv4 first. Link-local ones need a zone that no certificate has. */
export function reachableAddresses({ interfaces }: Pick<Machine, 'interfaces'>): string[] {
  const all = Object.values(interfaces)
    .flatMap((one) => one ?? [])
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
    .map(({ address }) => plainAddress(address))
  return [...all.filter((one) => isIP(one) === 4), ...all.filter((one) => isIP(one) === 6)]
}

/** All names and addresses that this host may be typed as. */
export function certificateNames(
  config: Pick<Config, 'publicUrl' | 'allowedHosts'>,
  machine: Machine = thisMachine(),
): CertificateNames {
  const own = machine.hostname.toLowerCase()
  const short = own.split('.')[0]!
  const publicName = config.publicUrl ? new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '') : []
  const names = ['localhost', own, short, `${short}.local`].concat(publicName, config.allowedHosts)
  const addresses = ['127.0.0.1', '::1', ...names.filter((name) => isIP(name) !== 0)].concat(
    reachableAddresses(machine),
  )
  return {
    dns: [...new Set(names.filter(isDnsName))],
    addresses: [...new Set(addresses.map(plainAddress))],
  }
}
