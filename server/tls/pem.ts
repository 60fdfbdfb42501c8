import { createPrivateKey, X509Certificate } from 'node:crypto'
import { plainAddress } from './names.ts'

/** The first certificate of a PEM text. @throws Error when there is none, or it cannot be read */
export const readCertificate = (pem: string): X509Certificate => new X509Certificate(pem)

/** @throws Error when the key cannot be read */
export function isKeyOf(certificate: X509Certificate, keyPem: string): boolean {
  return certificate.checkPrivateKey(createPrivateKey(keyPem))
}

/** What it is good for: names and addresses, each written in one way. */
export function namesOf(certificate: X509Certificate): string[] {
  return (certificate.subjectAltName ?? '').split(', ').flatMap((entry) => {
    const [, kind, value] = /^(DNS|IP Address):(.+)$/.exec(entry) ?? []
    if (!kind || !value) return []
    return [kind === 'DNS' ? value.toLowerCase() : plainAddress(value)]
  })
}

export const startOf = (certificate: X509Certificate): Date => new Date(certificate.validFrom)
export const endOf = (certificate: X509Certificate): Date => new Date(certificate.validTo)

/** A subject's CN; the whole subject where there is none. */
export const commonName = (certificate: X509Certificate): string =>
  /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject
