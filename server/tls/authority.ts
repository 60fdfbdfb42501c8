import { createHash, type X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { ConfigError } from '../config.ts'
import { exists, isMissing } from '../files/exists.ts'
import type { TlsPaths } from '../files/paths.ts'
import { writeFileOnce } from '../files/write.ts'
import { issueAuthority, type Pair } from './issue.ts'
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
export type OwnAuthority = { shown: Authority; certificate: X509Certificate; pair: Pair }

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
    return readPair(splitPair(text))
  } catch (error) {
    throw new ConfigError(
      `The local authority ${paths.authority} is damaged. ${wayOut(paths.folder)}`,
      // The cause may quote the file: it is for a debugger, not for the log.
      { cause: error },
    )
  }
}

function readPair(pair: Pair): OwnAuthority {
  const certificate = readCertificate(pair.certificate)
  if (!certificate.ca || !isKeyOf(certificate, pair.key))
    throw new Error('the key is not the one of the certificate')
  const shown = {
    name: commonName(certificate),
    pem: pair.certificate,
    der: certificate.raw,
    fingerprint: fingerprintOf(certificate.raw),
    validTo: endOf(certificate),
  }
  return { shown, certificate, pair }
}

function fingerprintOf(der: Buffer): string {
  const hex = createHash('sha256').update(der).digest('hex').toUpperCase()
  return hex.replace(/..(?=.)/g, '$&:')
}

/** Reads the authority or, where there is none yet, makes it. @throws ConfigError as readAuthority */
export async function requireAuthority(paths: TlsPaths): Promise<OwnAuthority & { isNew: boolean }> {
  const there = await readAuthority(paths)
  if (there) return { ...there, isNew: false }
  await mkdir(paths.folder, { recursive: true, mode: 0o700 })
  // A command and the server may both come here at the same moment: one of them makes it, both go on with that one.
  const isNew = await writeFileOnce(paths.authority, joinPair(await issueAuthority(hostname())))
  const made = await readAuthority(paths)
  if (!made) throw new Error(`${paths.authority} has gone again`)
  return { ...made, isNew }
}
