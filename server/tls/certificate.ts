import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { isMissing } from '../files/exists.ts'
import type { TlsPaths } from '../files/paths.ts'
import { writeFileAtomically } from '../files/write.ts'
import { joinPair, splitPair, type OwnAuthority } from './authority.ts'
import { covered } from './constraints.ts'
import { issueCertificate, type Pair } from './issue.ts'
import type { CertificateNames } from './names.ts'
import { endOf, isKeyOf, namesOf, readCertificate, startOf } from './pem.ts'

/** A certificate with its key, ready to be served. */
export type Leaf = { certificate: X509Certificate; pair: Pair }

const renewBeforeMs = 30 * 86_400_000

/** The certificate that the local authority issued; null: none, or one that cannot be used (it is made again). */
export async function readLeaf(paths: TlsPaths, authority: OwnAuthority): Promise<Leaf | null> {
  try {
    const pair = splitPair(await readFile(paths.certificate, 'utf8'))
    const certificate = readCertificate(pair.certificate)
    const good = isKeyOf(certificate, pair.key) && certificate.verify(authority.certificate.publicKey)
    return good ? { certificate, pair } : null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // What OpenSSL cannot read is damaged; a disk that cannot be read is another matter.
    if (isMissing(error) || code.startsWith('ERR_')) return null
    throw error
  }
}

/** Why a new one is needed, for the log; null: it will do. */
export function whyRenew(
  { certificate }: Leaf,
  authority: OwnAuthority,
  names: CertificateNames,
  now: Date = new Date(),
): 'ends soon' | 'names changed' | null {
  const ends = endOf(certificate).getTime()
  // One that ends with its authority cannot be made to last longer.
  const lastsLonger = ends < authority.shown.validTo.getTime()
  if ((lastsLonger && ends - now.getTime() < renewBeforeMs) || startOf(certificate) > now) return 'ends soon'
  const has = new Set(namesOf(certificate))
  const { dns, addresses } = covered(names, authority.permitted)
  const wanted = [...dns, ...addresses]
  return has.size === wanted.length && wanted.every((name) => has.has(name)) ? null : 'names changed'
}

export async function makeLeaf(
  paths: TlsPaths,
  authority: OwnAuthority,
  names: CertificateNames,
): Promise<Leaf> {
  if (authority.pair.key === '')
    throw new ConfigError(
      'A new certificate is needed, and the key of the local authority has been taken away. Bring it back for as long as that takes: npx appliance tls give-key FILE',
    )
  const pair = await issueCertificate(authority.pair, covered(names, authority.permitted))
  await writeFileAtomically(paths.certificate, joinPair(pair))
  return { pair, certificate: readCertificate(pair.certificate) }
}
