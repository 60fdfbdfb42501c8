import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import type { Paths } from '../files/paths.ts'
import { writeFileAtomically, writeFileOnce } from '../files/write.ts'

/** What documents are sealed with: a private key, its certificate, and those above it. */
export type SealKey = {
  key: CryptoKey
  algorithm: 'RSA' | 'EC'
  /** DER, its own first. */
  certificates: Buffer[]
  shown: SealView
}

export type SealView = {
  /** `own`: the appliance made it; `installed`: the administrator's. */
  kind: 'own' | 'installed'
  name: string
  issuer: string
  validTo: string
  sha256: string
}

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const years = 10

/** The appliance's own, and in its place the administrator's. */
const ownFile = (paths: Paths): string => join(paths.seal, 'seal.pem')
const installedFile = (paths: Paths): string => join(paths.seal, 'installed.pem')

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

/** A certificate of the appliance's own: who is meant stands in it, and nobody else vouches for it. */
async function makeOwn(): Promise<string> {
  await import('reflect-metadata') // the library's decorators need it first
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(crypto)
  const keys = await crypto.subtle.generateKey(
    { ...rsa, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const now = Date.now()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Meeting Appliance of ${hostname().slice(0, 40)}`] }],
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + years * 365 * 86_400_000),
    signingAlgorithm: rsa,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return pem('CERTIFICATE', Buffer.from(certificate.rawData)) + pem('PRIVATE KEY', key)
}

const commonName = (subject: string): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replace(/\n/g, ', ')

const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

async function read(text: string, kind: SealView['kind']): Promise<SealKey> {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const keyPem = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text)?.[0]
  const [first] = certificates
  if (!first || !keyPem) throw new Error('the file has no certificate or no key')
  const certificate = new X509Certificate(first)
  const secret = createPrivateKey(keyPem)
  if (!certificate.checkPrivateKey(secret)) throw new Error('the key is not the certificate’s')
  const isRsa = secret.asymmetricKeyType === 'rsa'
  const namedCurve = curves[secret.asymmetricKeyDetails?.namedCurve ?? '']
  if (!isRsa && !namedCurve) throw new Error('its key is neither RSA nor of a curve that PDF readers know')
  const key = await crypto.subtle.importKey(
    'pkcs8',
    secret.export({ type: 'pkcs8', format: 'der' }),
    isRsa ? rsa : { name: 'ECDSA', namedCurve: namedCurve! },
    false,
    ['sign'],
  )
  return {
    key,
    algorithm: isRsa ? 'RSA' : 'EC',
    certificates: certificates.map((one) => new X509Certificate(one).raw),
    shown: {
      kind,
      name: commonName(certificate.subject),
      issuer: commonName(certificate.issuer),
      validTo: new Date(certificate.validTo).toISOString(),
      sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    },
  }
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

const damaged = (file: string) => (cause: unknown) => {
  throw new AppError('seal_failed', `The key that documents are sealed with (${file}) is damaged.`, { cause })
}

/** null: nobody has needed one yet. @throws AppError seal_failed when its file is damaged */
export async function findSeal(paths: Paths): Promise<SealKey | null> {
  for (const [file, kind] of [
    [installedFile(paths), 'installed'],
    [ownFile(paths), 'own'],
  ] as const) {
    const text = await textOf(file)
    if (text !== null) return read(text, kind).catch(damaged(file))
  }
  return null
}

/** The key that is there; made when there is none yet. @throws AppError seal_failed when its file is damaged */
export async function needSeal(paths: Paths): Promise<SealKey> {
  const there = await findSeal(paths)
  if (there) return there
  await writeFileOnce(ownFile(paths), await makeOwn())
  return (await findSeal(paths))!
}

/** As `needSeal`, for a signature of now. @throws AppError seal_failed when its certificate has ended */
export async function needValidSeal(paths: Paths): Promise<SealKey> {
  const seal = await needSeal(paths)
  if (Date.parse(seal.shown.validTo) < Date.now())
    throw new AppError(
      'seal_failed',
      'The certificate that documents are sealed with has ended. An administrator has to install another one.',
    )
  return seal
}

/**
 * From now on documents are sealed with the key of a P12 file. Its passphrase is not kept; the appliance's own key is.
 * @throws AppError invalid_input
 */
export async function installSeal(paths: Paths, p12: Buffer, passphrase: string): Promise<SealView> {
  const { readP12 } = await import('./p12.ts') // its library takes a while to load, and this happens once in years
  const { key, certificates } = readP12(p12, passphrase)
  const text = certificates.map((der) => pem('CERTIFICATE', der)).join('') + pem('PRIVATE KEY', key)
  const { shown } = await read(text, 'installed').catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('invalid_input', `This P12 file cannot seal documents: ${why}.`, { cause })
  })
  if (Date.parse(shown.validTo) < Date.now())
    throw new AppError('invalid_input', 'The certificate in this P12 file has expired.')
  await writeFileAtomically(installedFile(paths), text)
  return shown
}

/**
 * From now on documents are sealed with a new key of the appliance's own; the ones before, an installed one too, are gone.
 * What they sealed stays valid.
 */
export async function rotateSeal(paths: Paths): Promise<SealView> {
  const text = await makeOwn()
  const { shown } = await read(text, 'own')
  await writeFileAtomically(ownFile(paths), text)
  await rm(installedFile(paths), { force: true })
  return shown
}

/** The appliance's own key takes the place of the installed one again, which is deleted. */
export async function removeInstalledSeal(paths: Paths): Promise<SealView> {
  await rm(installedFile(paths), { force: true })
  return (await needSeal(paths)).shown
}
