import {
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  type PDFDict,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib'
import { drawBlock, heightOf } from './block.ts'
import { embedFonts, type Fonts } from './fonts.ts'
import { increment, remember, whyRewrite } from './increment.ts'
import { arrayOf, dictOf, load, n, signatureDicts, whyNotSign } from './load.ts'
import { boxOf, matrixOf, onPage } from './page-box.ts'
import type { PdfRequest, Placed, Spot } from './protocol.ts'
import { Refused } from './refused.ts'
import { blockSpot } from './block-spot.ts'
import { addSignaturePages } from './signature-page.ts'

type Request = Omit<Extract<PdfRequest, { op: 'place' }>, 'op' | 'file' | 'output'>

/** Bytes of a seal: a certificate with those above it and a time stamp with its own are 12,000 at most. */
const sealBytes = 20_000
/** Ten digits, which the four numbers of a byte range are written over. */
const later = 9_999_999_999

/**
 * Adds the signature's block, and a signature field with room for the seal, behind what is there.
 * @throws Refused
 */
export async function place(original: Uint8Array, request: Request): Promise<Placed & { bytes: Uint8Array }> {
  const { bytes, doc, rewritten } = await prepared(original)
  const before = remember(bytes, doc.context)
  const fonts = await embedFonts(doc)
  const pages = doc.getPageCount()
  if (request.spot === null) addSignaturePages(doc, fonts, request.signaturePage)
  const spot = request.spot ?? blockSpot(pages, 0)
  const page = doc.getPages()[spot.page]
  if (!page) throw new Refused(`This PDF has no page ${spot.page + 1}.`)
  const signature = addField(doc, page, await widget(doc, page, fonts, { ...request, spot }), request)
  await doc.flush()
  const { bytes: written, places } = increment(before, doc.context)
  const gap = fillRange(written, places.get(signature)!)
  const { length } = signatureDicts(await load(written))
  if (length === 0)
    throw new Refused('Nothing can be added to this PDF. Print it to a PDF file and upload that.')
  return { bytes: written, ...gap, spot, pages: doc.getPageCount(), rewritten }
}

async function prepared(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; doc: PDFDocument; rewritten: string | null }> {
  const doc = await load(bytes)
  const why = whyNotSign(doc)
  if (why) throw new Refused(why)
  const rewritten = whyRewrite(bytes)
  if (!rewritten) return { bytes, doc, rewritten }
  if (signatureDicts(doc).length > 0)
    throw new Refused(
      'This PDF is signed already and damaged: it cannot be mended without breaking the signatures that it has.',
    )
  const whole = await PDFDocument.load(bytes, {
    ignoreEncryption: true,
    updateMetadata: false,
    preserveXFA: true,
  })
  const mended = await whole.save({
    useObjectStreams: false,
    updateFieldAppearances: false,
    addDefaultPage: false,
  })
  return { bytes: mended, doc: await load(mended), rewritten }
}

/** The field's look: the drawing, and below it who signs. */
async function widget(
  doc: PDFDocument,
  page: PDFPage,
  fonts: Fonts,
  { drawing, lines, spot }: Request & { spot: Spot },
): Promise<PDFDict> {
  const box = boxOf(page)
  const { left, down, wide, high } = onPage(box, spot, (width) => heightOf(width, lines.length))
  const image = await doc.embedPng(Buffer.from(drawing, 'base64')).catch((cause: unknown) => {
    throw new Refused('The drawn signature is not a PNG picture.', { cause })
  })
  const look = drawBlock(doc, { fonts, image, lines, width: wide, height: high })
  look.dict.set(n('Matrix'), doc.context.obj(matrixOf(box, wide, high)))
  return doc.context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    F: 132, // printed, and not to be moved
    Rect: box.rect(left, down, wide, high),
    P: page.ref,
    AP: { N: doc.context.register(look) },
    ...(box.turn !== 0 && { MK: { R: box.turn } }),
  })
}

/** @returns the signature's dictionary, which is the field's value */
function addField(doc: PDFDocument, page: PDFPage, field: PDFDict, { field: facts }: Request): PDFRef {
  const { context } = doc
  const range = PDFArray.withContext(context)
  range.push(PDFNumber.of(0))
  for (let i = 0; i < 3; i++) range.push(PDFNumber.of(later))
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: range,
      Contents: PDFHexString.of('0'.repeat(sealBytes * 2)),
      M: PDFString.fromDate(new Date(facts.at)),
      Name: PDFHexString.fromText(facts.signer),
      Reason: PDFHexString.fromText(facts.reason),
    }),
  )
  field.set(n('V'), signature)
  const ref = context.register(field)
  const { form, fields } = formOf(doc)
  field.set(n('T'), PDFString.of(`Signature ${fields.size() + 1}-${ref.objectNumber}`))
  fields.push(ref)
  const flags = form.lookup(n('SigFlags'))
  form.set(n('SigFlags'), PDFNumber.of((flags instanceof PDFNumber ? flags.asNumber() : 0) | 3))
  const annotations = arrayOf(page.node, 'Annots')
  if (annotations) annotations.push(ref)
  else page.node.set(n('Annots'), context.obj([ref]))
  return signature
}

function formOf(doc: PDFDocument): { form: PDFDict; fields: PDFArray } {
  let form = dictOf(doc.catalog, 'AcroForm')
  if (!form) {
    form = doc.context.obj({})
    doc.catalog.set(PDFName.of('AcroForm'), form)
  }
  let fields = arrayOf(form, 'Fields')
  if (!fields) {
    fields = PDFArray.withContext(doc.context)
    form.set(n('Fields'), fields)
  }
  return { form, fields }
}

/** Writes the byte range of the signature that begins at `at`: everything but its own gap. */
function fillRange(bytes: Buffer, at: number): { gapStart: number; gapEnd: number } {
  const gapStart = bytes.indexOf('<0000000000', at, 'latin1')
  const gapEnd = bytes.indexOf('>', gapStart, 'latin1') + 1
  const marker = `0 ${later} ${later} ${later}`
  const range = bytes.indexOf(marker, at, 'latin1')
  if (gapStart === -1 || range === -1) throw new Error('the signature has no room for its seal')
  const numbers = `0 ${gapStart} ${gapEnd} ${bytes.length - gapEnd}`
  bytes.write(numbers.padEnd(marker.length, ' '), range, 'latin1')
  return { gapStart, gapEnd }
}
