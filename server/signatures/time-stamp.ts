import * as asn1js from 'asn1js'
import { createHash, randomBytes } from 'node:crypto'
import {
  AlgorithmIdentifier,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { AppError } from '../errors.ts'

const patienceMs = 15_000
const longestAnswer = 64 * 1024
const sha256 = '2.16.840.1.101.3.4.2.1'

/** Has an authority say when a signature was there (RFC 3161). @throws AppError seal_failed */
export type TimeStamp = (signature: Buffer) => Promise<{ token: asn1js.BaseBlock; at: string }>

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

export const timeStampFrom =
  (url: string): TimeStamp =>
  async (signature) => {
    const digest = createHash('sha256').update(signature).digest()
    const nonce = randomBytes(8)
    nonce[0] = (nonce[0]! & 0x7f) | 0x01 // positive, and of its full length
    const request = new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new asn1js.Null() }),
        hashedMessage: new asn1js.OctetString({ valueHex: bufferOf(digest) }),
      }),
      certReq: true,
      nonce: new asn1js.Integer({ valueHex: bufferOf(nonce) }),
    })
    try {
      const answer = await ask(url, Buffer.from(request.toSchema().toBER()))
      return await read(answer, { signature, digest, nonce })
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new AppError(
        'seal_failed',
        `The time stamp server gave no time stamp (${why}). Nothing was signed.`,
        {
          cause,
        },
      )
    }
  }

async function ask(url: string, body: Buffer): Promise<Buffer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > longestAnswer) throw new Error('its answer is too long')
  }
  return Buffer.concat(parts)
}

/** What it says must be about this signature, be the answer to this question, and be signed rightly. */
async function read(
  answer: Buffer,
  { signature, digest, nonce }: { signature: Buffer; digest: Buffer; nonce: Buffer },
): Promise<{ token: asn1js.BaseBlock; at: string }> {
  const response = TimeStampResp.fromBER(bufferOf(answer))
  if (
    ![PKIStatus.granted, PKIStatus.grantedWithMods].includes(response.status.status) ||
    !response.timeStampToken
  )
    throw new Error('it refused')
  const signed = new SignedData({ schema: response.timeStampToken.content })
  const content = signed.encapContentInfo.eContent
  if (!content) throw new Error('its time stamp is empty')
  const info = TSTInfo.fromBER(content.getValue())
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView)
  if (!imprint.equals(digest)) throw new Error('its time stamp is of something else')
  const repeated = Buffer.from(info.nonce?.valueBlock.valueHexView ?? [])
  if (!repeated.equals(nonce)) throw new Error('its time stamp is the answer to another question')
  // pkijs wants what was stamped, and compares its digest once more.
  const { signatureVerified } = await signed.verify({
    ...{ signer: 0, checkChain: false, extendedMode: true as const },
    data: bufferOf(signature),
  })
  if (!signatureVerified) throw new Error('its time stamp is not signed rightly')
  return { token: response.timeStampToken.toSchema(), at: info.genTime.toISOString() }
}
