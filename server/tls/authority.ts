import { createHash, type X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { ConfigError } from '../config.ts'
import { exists, isMissing } from '../files/exists.ts'
import type { TlsPaths } from '../files/paths.ts'
import { writeFileAtomically, writeFileOnce } from '../files/write.ts'
import type { Permitted } from './constraints.ts'
import { issueAuthority, permittedBy, type Pair } from './issue.ts'
import type { CertificateNames } from './names.ts'
import { commonName, endOf, isKeyOf, readCertificate } from './pem.ts'

/** The local authority as everybody may see it. */
export type Authority = {
  name: string
  pem: string
  /** What people download; the SHA-256 of these bytes is the fingerprint. */
  der: Buffer
  /** SHA-256, in pairs with colons. */
  fingerprint: string
  validTo: Date
}

/** And as the appliance itself has it. */
export type OwnAuthority = {
  shown: Authority
  certificate: X509Certificate
  /** Its key is '' when it has been taken away: then nothing can be issued. */
  pair: Pair
  permitted: Permitted | null
}

/** The parts of a PEM file with a certificate and its key. */
export function splitPair(text: string): Pair {
  const part = (label: string): string =>
    new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`).exec(text)?.[0] ?? ''
  return { certificate: `${part('CERTIFICATE')}\n`, key: `${part('PRIVATE KEY')}\n` }
}

export const joinPair = ({ certificate, key }: Pair): string => `${certificate}${key}`

const wayOut = (folder: string): string =>
  `Put it back from a backup. If there is none, delete the folder ${folder} and start again: a new authority is made, which every computer and telephone has to be told to trust once more.`

/**
 * Reads the authority.
 * @returns null when none has been made yet
 * @throws ConfigError when it is damaged, or gone while what it issued is still there: a new one in its place would have
 *   every browser warn, and nobody would know why
 */
export async function readAuthority(paths: TlsPaths): Promise<OwnAuthority | null> {
  let text: string
  try {
    text = await readFile(paths.authority, 'utf8')
  } catch (error) {
    if (!isMissing(error)) throw error
    if (!(await exists(paths.certificate))) return null
    throw new ConfigError(`The local authority ${paths.authority} is missing. ${wayOut(paths.folder)}`)
  }
  try {
    return await readPair(splitPair(text), text.includes('PRIVATE KEY'))
  } catch (error) {
    throw new ConfigError(
      `The local authority ${paths.authority} is damaged. ${wayOut(paths.folder)}`,
      // The cause may quote the file: it is for a debugger, not for the log.
      { cause: error },
    )
  }
}

async function readPair(pair: Pair, hasKey: boolean): Promise<OwnAuthority> {
  const certificate = readCertificate(pair.certificate)
  if (!certificate.ca || (hasKey && !isKeyOf(certificate, pair.key)))
    throw new Error('the key is not the one of the certificate')
  const shown = {
    name: commonName(certificate),
    pem: pair.certificate,
    der: certificate.raw,
    fingerprint: fingerprintOf(certificate.raw),
    validTo: endOf(certificate),
  }
  const permitted = await permittedBy(pair.certificate)
  return { shown, certificate, pair: hasKey ? pair : { ...pair, key: '' }, permitted }
}

function fingerprintOf(der: Buffer): string {
  const hex = createHash('sha256').update(der).digest('hex').toUpperCase()
  return hex.replace(/..(?=.)/g, '$&:')
}

/** Reads the authority or, where there is none yet, makes it. @throws ConfigError as readAuthority */
export async function requireAuthority(
  paths: TlsPaths,
  names: CertificateNames,
): Promise<OwnAuthority & { isNew: boolean }> {
  const there = await readAuthority(paths)
  if (there) return { ...there, isNew: false }
  await mkdir(paths.folder, { recursive: true, mode: 0o700 })
  // A command and the server may both come here at the same moment: one of them makes it, both go on with that one.
  const isNew = await writeFileOnce(paths.authority, joinPair(await issueAuthority(hostname(), { names })))
  const made = await readAuthority(paths)
  if (!made) throw new Error(`${paths.authority} has gone again`)
  return { ...made, isNew }
}

/**
 * Takes the key out of the appliance: somebody keeps it elsewhere, and whoever comes into this machine finds none.
 * @returns the key, PEM
 * @throws ConfigError when it is not there
 */
export async function takeKey(paths: TlsPaths): Promise<string> {
  const own = await readAuthority(paths)
  if (!own?.pair.key) throw new ConfigError('The key of the local authority is not here (any more).')
  await writeFileAtomically(paths.authority, own.pair.certificate)
  return own.pair.key
}

/** Brings it back, so that a certificate can be issued. @throws ConfigError when it is another one's */
export async function giveKey(paths: TlsPaths, key: string): Promise<void> {
  const own = await readAuthority(paths)
  if (!own) throw new ConfigError('There is no local authority here.')
  const pair = { certificate: own.pair.certificate, key: splitPair(key).key }
  try {
    if (!isKeyOf(own.certificate, pair.key)) throw new Error('another key')
  } catch (error) {
    throw new ConfigError('This is not the key of the local authority.', { cause: error })
  }
  await writeFileAtomically(paths.authority, joinPair(pair))
}
