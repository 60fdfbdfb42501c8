import type * as asn1js from 'asn1js'
import { createHash, X509Certificate } from 'node:crypto'
import { PDFArray, PDFNumber, type PDFDict, type PDFDocument } from 'pdf-lib'
import { Certificate, ContentInfo, SignedData, TSTInfo } from 'pkijs'
import { load, n, signatureDicts, textOf } from './load.ts'
import { pagesDigest } from './pages-digest.ts'
import type { FoundSignature, Verification } from './protocol.ts'
import { Refused } from './refused.ts'

const timeStampAttribute = '1.2.840.113549.1.9.16.2.14'
const mostSignatures = 100

type Range = { start: number; gapStart: number; gapEnd: number; end: number }

/** The two parts that a signature covers, with its own gap between them and nothing else; null: they are not such. */
function rangeOf(dict: PDFDict, bytes: Buffer): Range | null {
  const array = dict.lookup(n('ByteRange'))
  if (!(array instanceof PDFArray) || array.size() !== 4) return null
  const numbers = [0, 1, 2, 3]
    .map((i) => array.lookup(i))
    .map((x) => (x instanceof PDFNumber ? x.asNumber() : -1))
  const [start = -1, first = -1, gapEnd = -1, rest = -1] = numbers
  if (start !== 0 || first <= 0 || gapEnd <= first || rest < 0 || gapEnd + rest > bytes.length) return null
  return { start, gapStart: first, gapEnd, end: gapEnd + rest }
}

/** The seal, from the gap itself: what the dictionary says may be another one. */
function sealIn(bytes: Buffer, { gapStart, gapEnd }: Range): Buffer | null {
  if (bytes[gapStart] !== 0x3c || bytes[gapEnd - 1] !== 0x3e) return null
  const hex = bytes.toString('latin1', gapStart + 1, gapEnd - 1)
  return /^[0-9A-Fa-f\s]*$/.test(hex) ? Buffer.from(hex.replace(/\s/g, ''), 'hex') : null
}

const exact = (buffer: Buffer): ArrayBuffer =>
  buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) as ArrayBuffer

function certificateOf(signed: SignedData): X509Certificate | null {
  const signer = signed.signerInfos[0]
  const certificates = (signed.certificates ?? []).filter(
    (one): one is Certificate => one instanceof Certificate,
  )
  const wanted = JSON.stringify(
    (signer?.sid as { serialNumber?: asn1js.Integer } | undefined)?.serialNumber?.toJSON(),
  )
  const own =
    certificates.find((one) => JSON.stringify(one.serialNumber.toJSON()) === wanted) ?? certificates[0]
  return own ? new X509Certificate(Buffer.from(own.toSchema(true).toBER())) : null
}

const commonName = (names: string): string =>
  /(?:^|\n)CN=([^\n]*)/.exec(names)?.[1] ?? names.split('\n')[0] ?? ''

async function timeStampOf(signed: SignedData): Promise<Pick<FoundSignature, 'stampedAt' | 'stampedBy'>> {
  const none = { stampedAt: null, stampedBy: null }
  const signer = signed.signerInfos[0]
  const attribute = signer?.unsignedAttrs?.attributes.find(({ type }) => type === timeStampAttribute)
  if (!signer || !attribute) return none
  try {
    const token = new SignedData({ schema: new ContentInfo({ schema: attribute.values[0] }).content })
    const content = token.encapContentInfo.eContent
    if (!content) return none
    const info = TSTInfo.fromBER(content.getValue())
    // pkijs compares what was stamped, in whatever digest the authority chose.
    const data = exact(Buffer.from(signer.signature.valueBlock.valueHexView))
    const { signatureVerified } = await token.verify({
      ...{ signer: 0, checkChain: false, extendedMode: true as const },
      data,
    })
    if (!signatureVerified) return none
    const authority = certificateOf(token)
    return { stampedAt: info.genTime.toISOString(), stampedBy: authority && commonName(authority.subject) }
  } catch {
    return none // a time stamp that cannot be read proves nothing
  }
}

async function checkSeal(
  bytes: Buffer,
  range: Range,
  seal: Buffer,
): Promise<
  Pick<FoundSignature, 'state' | 'why' | 'certificateName' | 'certificateSha256' | 'stampedAt' | 'stampedBy'>
> {
  const nobody = { certificateName: null, certificateSha256: null, stampedAt: null, stampedBy: null }
  let signed: SignedData
  try {
    signed = new SignedData({ schema: ContentInfo.fromBER(exact(seal)).content })
  } catch {
    return { ...nobody, state: 'unreadable', why: 'The seal cannot be read.' }
  }
  const certificate = certificateOf(signed)
  const who = {
    certificateName: certificate && commonName(certificate.subject),
    certificateSha256: certificate && certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  }
  const data = Buffer.concat([bytes.subarray(0, range.gapStart), bytes.subarray(range.gapEnd, range.end)])
  const { signatureVerified } = await signed
    .verify({ signer: 0, data: exact(data), checkChain: false, extendedMode: true })
    .catch(() => ({ signatureVerified: false }))
  if (!signatureVerified)
    return { ...nobody, ...who, state: 'changed', why: 'What was signed has been changed since.' }
  return { ...who, ...(await timeStampOf(signed)), state: 'valid', why: null }
}

/** A PDF's date, "D:20260403101500+01'00'", in ISO 8601. */
function dateOf(text: string | null): string | null {
  const found = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(Z|[+-]\d\d)?'?(\d\d)?/.exec(text ?? '')
  if (!found) return null
  const [, year, month, day, hour, minute, second, zone = 'Z', minutes = '00'] = found
  const offset = zone === 'Z' ? 'Z' : `${zone}:${minutes}`
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** `end`: where what it covers ends. */
type Looked = { signature: FoundSignature; end: number }

async function look(bytes: Buffer, doc: PDFDocument, dict: PDFDict): Promise<Looked> {
  const range = rangeOf(dict, bytes)
  const seal = range && sealIn(bytes, range)
  const format = dict.lookup(n('SubFilter'))?.toString().slice(1) ?? null
  const facts = {
    name: textOf(dict, 'Name'),
    reason: textOf(dict, 'Reason'),
    statedAt: dateOf(textOf(dict, 'M')),
    format,
    coversAll: range?.end === bytes.length,
    pagesAsSigned: true,
  }
  if (!range || !seal)
    return {
      end: 0,
      signature: {
        ...facts,
        state: 'unreadable',
        why: 'It does not state correctly what it covers.',
        ...{ certificateName: null, certificateSha256: null, stampedAt: null, stampedBy: null },
      },
    }
  const checked = await checkSeal(bytes, range, seal)
  if (checked.state === 'valid' && !facts.coversAll) {
    const then = await load(bytes.subarray(0, range.end)).catch(() => null)
    facts.pagesAsSigned = then !== null && pagesDigest(then) === pagesDigest(doc, then.getPageCount())
  }
  return { end: range.end, signature: { ...facts, ...checked } }
}

/** Who signed a PDF, and whether it is as they signed it. Nobody's certificate is believed or not: that is for the reader. */
export async function verify(given: Uint8Array): Promise<Verification> {
  const bytes = Buffer.from(given)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new Refused('This file is not a PDF.')
  const facts = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }
  const doc = await load(bytes)
  const dicts = signatureDicts(doc).slice(0, mostSignatures)
  const found: Looked[] = []
  for (const dict of dicts) found.push(await look(bytes, doc, dict))
  found.sort((a, b) => a.end - b.end)
  const last = found.at(-1)
  // Line ends behind the last %%EOF say nothing.
  const uncovered = last ? bytes.toString('latin1', last.end).trim().length : 0
  return { ...facts, pages: pageCount(doc), signatures: found.map(({ signature }) => signature), uncovered }
}

function pageCount(doc: PDFDocument): number | null {
  try {
    return doc.getPageCount()
  } catch {
    return null // a tree of pages that goes in circles
  }
}
