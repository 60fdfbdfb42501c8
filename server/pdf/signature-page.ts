import { rgb, type PDFDocument } from 'pdf-lib'
import { wrap, writable, type Fonts } from './fonts.ts'
import { blocksPerPage, margin, size } from './block-spot.ts'
import type { PdfRequest } from './protocol.ts'

type SignaturePage = Extract<PdfRequest, { op: 'place' }>['signaturePage']

/** Adds the pages on which the signatures stand that were given no other place: enough for all who are to sign. */
export function addSignaturePages(
  doc: PDFDocument,
  fonts: Fonts,
  { title, lines, blocks }: SignaturePage,
): void {
  for (let from = 0; from < blocks; from += blocksPerPage) {
    const page = doc.addPage([size.width, size.height])
    const ink = rgb(0.1, 0.1, 0.1)
    page.drawText(writable('Signatures', fonts.bold), {
      x: margin,
      y: size.height - 84,
      size: 18,
      font: fonts.bold,
      color: ink,
    })
    let y = size.height - 108
    const shown = wrap(title, fonts.regular, 11, size.width - 2 * margin).slice(0, 2)
    for (const text of shown) {
      page.drawText(text, { x: margin, y, size: 11, font: fonts.regular, color: ink })
      y -= 15
    }
    for (const text of lines.flatMap((line) => wrap(line, fonts.regular, 8, size.width - 2 * margin))) {
      page.drawText(text, { x: margin, y, size: 8, font: fonts.regular, color: rgb(0.4, 0.4, 0.4) })
      y -= 11
    }
    page.drawLine({
      start: { x: margin, y: y - 2 },
      end: { x: size.width - margin, y: y - 2 },
      thickness: 0.5,
      color: rgb(0.7, 0.7, 0.7),
    })
  }
}
