import * as asn1js from 'asn1js'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { AppError } from '../errors.ts'
import type { SealKey } from './seal-key.ts'
import type { TimeStamp } from './time-stamp.ts'

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** Which certificate it is (RFC 5035), so that another of the same key cannot take its place; SHA-256 is its default. */
const signingCertificate = (certificate: Buffer): asn1js.Sequence => {
  const hash = createHash('sha256').update(certificate).digest()
  const id = new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: bufferOf(hash) })] })
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [id] })] })
}

/** A detached CMS signature as PAdES wants it (ETSI EN 319 142-1, baseline B, and T with a time stamp). */
export async function makeSeal(
  digest: Buffer,
  { key, certificates }: SealKey,
  stamp: TimeStamp | null,
): Promise<{ seal: Buffer; stampedAt: string | null }> {
  const chain = certificates.map((der) => Certificate.fromBER(bufferOf(der)))
  const own = chain[0]!
  const attributes = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({ type: oid.contentType, values: [new asn1js.ObjectIdentifier({ value: oid.data })] }),
      new Attribute({
        type: oid.messageDigest,
        values: [new asn1js.OctetString({ valueHex: bufferOf(digest) })],
      }),
      new Attribute({ type: oid.signingCertificateV2, values: [signingCertificate(certificates[0]!)] }),
    ],
  })
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    signedAttrs: attributes,
  })
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oid.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [signer],
    certificates: chain,
  })
  await signed.sign(key, 0, 'SHA-256')
  const made = stamp && (await stamp(Buffer.from(signer.signature.valueBlock.valueHexView)))
  if (made)
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [new Attribute({ type: oid.timeStampToken, values: [made.token] })],
    })
  const info = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return { seal: Buffer.from(info.toSchema().toBER()), stampedAt: made?.at ?? null }
}

export type Gap = { gapStart: number; gapEnd: number }

/** The digest of everything in the file but the gap. */
export async function digestAround(file: string, { gapStart, gapEnd }: Gap): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file, { start: 0, end: gapStart - 1 }))
    hash.update(part as Buffer)
  for await (const part of createReadStream(file, { start: gapEnd })) hash.update(part as Buffer)
  return hash.digest()
}

/** Writes the seal into its gap. @throws AppError seal_failed when it does not fit */
export async function fillGap(file: string, { gapStart, gapEnd }: Gap, seal: Buffer): Promise<void> {
  const room = gapEnd - gapStart - 2
  const hex = seal.toString('hex')
  if (hex.length > room)
    throw new AppError(
      'seal_failed',
      'The seal is too long: the certificate’s chain or its time stamp is too large.',
    )
  const handle = await open(file, 'r+')
  try {
    await handle.write(hex.padEnd(room, '0'), gapStart + 1, 'latin1')
    await handle.sync()
  } finally {
    await handle.close()
  }
}
