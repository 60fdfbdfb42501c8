import type { X509CertificateCreateParams } from '@peculiar/x509'
import {
  decodePermitted,
  encodePermitted,
  nameConstraints,
  permittedFor,
  type Permitted,
} from './constraints.ts'
import type { CertificateNames } from './names.ts'

/** A certificate with its private key, both PEM. */
export type Pair = { certificate: string; key: string }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 86_400_000
/** Browsers whose clock is behind would call a certificate of this minute not yet valid. */
const backdatedMs = dayMs
const authorityDays = 3650
/** No browser takes more than 398 days of a public authority; this one keeps to it too. */
export const certificateDays = 397

type Library = typeof import('@peculiar/x509')

/** Loaded when a certificate has to be made, which is once a year: it takes a fifth of a second. */
async function loadLibrary(): Promise<Library> {
  await import('reflect-metadata') // the library's decorators need it first
  const library = await import('@peculiar/x509')
  library.cryptoProvider.set(crypto)
  return library
}

/** Positive and of 16 bytes, unguessable. */
function randomSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return Buffer.from(bytes).toString('hex')
}

const pem = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

async function newKeys(): Promise<CryptoKeyPair & { pem: string; id: string }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const [privateDer, publicDer] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', keys.privateKey),
    crypto.subtle.exportKey('spki', keys.publicKey),
  ])
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', publicDer))
  return { ...keys, pem: pem('PRIVATE KEY', privateDer), id: digest.toString('hex', 0, 3) }
}

/** Cut to seconds, as certificates are: else one would seem to outlive its authority by a fraction. */
const wholeSeconds = (ms: number): Date => new Date(Math.floor(ms / 1000) * 1000)

/**
 * A new authority for one appliance. Its name carries a piece of its key, so that two of one host can be told apart.
 * @param options.names it may vouch for these alone, and for private networks; null: for everything
 */
export async function issueAuthority(
  hostname: string,
  { names = null, now = new Date() }: { names?: CertificateNames | null; now?: Date } = {},
): Promise<Pair> {
  const x509 = await loadLibrary()
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: [{ CN: [`Meeting Appliance authority of ${hostname.slice(0, 24)} (${keys.id})`] }],
    notBefore: wholeSeconds(now.getTime() - backdatedMs),
    notAfter: wholeSeconds(now.getTime() + authorityDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      ...(names
        ? [new x509.Extension(nameConstraints, true, arrayOf(encodePermitted(permittedFor(names))))]
        : []),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, key: keys.pem }
}

const arrayOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

/** What an authority may vouch for; null: it was made before that was limited. */
export async function permittedBy(certificate: string): Promise<Permitted | null> {
  const x509 = await loadLibrary()
  const extension = new x509.X509Certificate(certificate).getExtension(nameConstraints)
  return extension ? decodePermitted(Buffer.from(extension.value)) : null
}

/** A certificate for this host's names, with a key of its own; it ends with its authority at the latest. */
export async function issueCertificate(
  authority: Pair,
  names: CertificateNames,
  now: Date = new Date(),
): Promise<Pair> {
  const x509 = await loadLibrary()
  const issuer = new x509.X509Certificate(authority.certificate)
  const keys = await newKeys()
  const ends = Math.min(now.getTime() + certificateDays * dayMs, issuer.notAfter.getTime())
  const params: X509CertificateCreateParams = {
    serialNumber: randomSerial(),
    subject: [{ CN: ['Meeting Appliance'] }],
    issuer: issuer.subjectName,
    notBefore: wholeSeconds(now.getTime() - backdatedMs),
    notAfter: wholeSeconds(ends),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...names.dns.map((value) => ({ type: 'dns' as const, value })),
        ...names.addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  }
  const certificate = await x509.X509CertificateGenerator.create(params)
  return { certificate: `${certificate.toString('pem')}\n`, key: keys.pem }
}

function importKey(text: string): Promise<CryptoKey> {
  const der = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  return crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
}
