import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { AppError } from '../errors.ts'

const der = (value: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1')

/**
 * The key of a P12 (PFX) file and its certificates, its own first. Also of the older kinds that Windows writes.
 * @throws AppError invalid_input
 */
export function readP12(file: Buffer, passphrase: string): { key: Buffer; certificates: Buffer[] } {
  let p12: forge.pkcs12.Pkcs12Pfx
  try {
    p12 = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(file.toString('latin1')), false, passphrase)
  } catch (cause) {
    throw new AppError('invalid_input', 'This is not a P12 file, or the passphrase is wrong.', { cause })
  }
  const bags = p12.safeContents.flatMap(({ safeBags }) => safeBags)
  const oids = forge.pki.oids as Record<string, string>
  const keyBag = bags.find(({ type }) => type === oids.pkcs8ShroudedKeyBag || type === oids.keyBag)
  // forge reads RSA alone; the others come as they are.
  const key = keyBag?.key
    ? der(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(keyBag.key)))
    : keyBag?.asn1 && der(keyBag.asn1)
  if (!key) throw new AppError('invalid_input', 'There is no private key in this P12 file.')
  const secret = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const all = bags
    .filter(({ type }) => type === oids.certBag)
    .map((bag) => (bag.cert ? der(forge.pki.certificateToAsn1(bag.cert)) : der(bag.asn1)))
  const own = all.find((raw) => new X509Certificate(raw).checkPrivateKey(secret))
  if (!own) throw new AppError('invalid_input', 'There is no certificate for the key in this P12 file.')
  return { key, certificates: [own, ...all.filter((raw) => raw !== own)] }
}
