import PDFDocument from 'pdfkit'
import { fontFiles } from '../pdf/font-files.ts'
import { plainBlocks, printable, type PlainBlock, type PrintDocument, type Run } from './document.ts'

const margin = 62
const ink = '#1c1a17'
const grey = '#6b675f'
const line = '#c9c5bc'
const sizes = { title: 20, 1: 16, 2: 13.5, 3: 11.5, text: 10.5, small: 8.5 } as const

type Pdf = InstanceType<typeof PDFDocument>

const fontOf = ({ bold, italic }: Omit<Run, 'text'>): keyof typeof fontFiles =>
  bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular'

const width = (pdf: Pdf): number => pdf.page.width - 2 * margin

function writeRuns(
  pdf: Pdf,
  runs: readonly Run[],
  x: number,
  size: number,
  all: Omit<Run, 'text'> = {},
): void {
  const shown = runs.filter(({ text }) => text !== '')
  pdf.fillColor(ink).fontSize(size)
  for (const [i, run] of shown.entries()) {
    const style = fontOf({ bold: run.bold === true || all.bold === true, italic: run.italic === true })
    const options = { width: width(pdf) - (x - margin), continued: i < shown.length - 1, lineGap: 2 }
    pdf.font(style)
    if (i === 0) pdf.text(printable(run.text), x, pdf.y, options)
    else pdf.text(printable(run.text), options)
  }
}

/** Leaves no heading at the foot of a page. */
function room(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - margin) pdf.addPage()
}

function writeTable(pdf: Pdf, { head, rows }: Extract<PlainBlock, { kind: 'table' }>): void {
  if (head.length === 0) return
  const columnWidth = width(pdf) / head.length
  const padding = 4
  const rowOf = (cells: readonly Run[][], bold: boolean): void => {
    const texts = head.map((_, i) => printable((cells[i] ?? []).map(({ text }) => text).join('')))
    pdf.font(bold ? 'bold' : 'regular').fontSize(sizes.text - 1)
    const inner = { width: columnWidth - 2 * padding }
    const height = Math.max(...texts.map((text) => pdf.heightOfString(text || ' ', inner))) + 2 * padding
    room(pdf, Math.min(height, pdf.page.height - 2 * margin))
    const top = pdf.y
    for (const [i, text] of texts.entries())
      pdf.fillColor(ink).text(text, margin + i * columnWidth + padding, top + padding, {
        ...inner,
        height: pdf.page.height - margin - top - padding,
      })
    const bottom = Math.min(top + height, pdf.page.height - margin)
    pdf
      .moveTo(margin, bottom)
      .lineTo(margin + width(pdf), bottom)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
    pdf.y = bottom
  }
  rowOf(head, true)
  for (const row of rows) rowOf(row, false)
  pdf.x = margin
  pdf.moveDown(0.7)
}

function writeSaid(pdf: Pdf, { time, speaker, text }: Extract<PlainBlock, { kind: 'said' }>): void {
  const gutter = time === null ? 0 : 52
  room(pdf, 28)
  const top = pdf.y
  if (time !== null)
    pdf
      .font('regular')
      .fontSize(sizes.small)
      .fillColor(grey)
      .text(time, margin, top + 1.5, { lineBreak: false })
  pdf.y = top
  writeRuns(
    pdf,
    [...(speaker === null ? [] : [{ text: `${speaker}: `, bold: true }]), { text: text || ' ' }],
    margin + gutter,
    sizes.text,
  )
  pdf.y += 3
}

function writeBlock(pdf: Pdf, block: PlainBlock): void {
  switch (block.kind) {
    case 'heading':
      pdf.y += 8
      room(pdf, 60)
      writeRuns(pdf, block.runs, margin, sizes[block.level], { bold: true })
      pdf.y += 4
      return
    case 'paragraph':
      writeRuns(pdf, block.runs, margin, sizes.text)
      pdf.y += 6
      return
    case 'item': {
      const x = margin + 16 * (block.depth + 1)
      room(pdf, 20)
      const top = pdf.y
      pdf.font('regular').fontSize(sizes.text).fillColor(ink)
      pdf.text(block.marker, x - 15, top, { lineBreak: false })
      pdf.y = top
      writeRuns(pdf, block.runs.length > 0 ? block.runs : [{ text: ' ' }], x, sizes.text)
      pdf.y += 3
      return
    }
    case 'said':
      return writeSaid(pdf, block)
    case 'note':
      pdf
        .font('italic')
        .fontSize(sizes.text - 1)
        .fillColor(grey)
      pdf.text(printable(block.text), margin, pdf.y, { width: width(pdf) })
      pdf.y += 6
      return
    case 'table':
      return writeTable(pdf, block)
    case 'rule':
      pdf
        .moveTo(margin, pdf.y)
        .lineTo(margin + width(pdf), pdf.y)
        .lineWidth(0.5)
        .strokeColor(line)
        .stroke()
      pdf.y += 8
      return
    case 'pageBreak':
      pdf.addPage()
  }
}

function writeFooters(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let i = start; i < start + count; i++) {
    pdf.switchToPage(i)
    // What stands in the margin would begin a new page.
    pdf.page.margins.bottom = 0
    pdf.font('regular').fontSize(sizes.small).fillColor(grey)
    const text = `${printable(footer)} · ${i + 1 - start} / ${count}`
    pdf.text(text, margin, pdf.page.height - 40, {
      width: width(pdf),
      align: 'center',
      height: 12,
      ellipsis: true,
    })
  }
}

/** @returns the bytes of a PDF */
export async function renderPdf({ title, facts, blocks, footer }: PrintDocument): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: printable(title), Creator: 'Meeting Appliance' },
  })
  for (const [name, file] of Object.entries(fontFiles)) pdf.registerFont(name, file)
  const whole = collect(pdf)
  pdf.font('bold').fontSize(sizes.title).fillColor(ink)
  pdf.text(printable(title), margin, margin, { width: width(pdf) })
  pdf.y += 6
  for (const { label, value } of facts) {
    writeRuns(pdf, [{ text: `${label}: `, bold: true }, { text: value }], margin, sizes.text)
    pdf.y += 1
  }
  pdf.y += 8
  for (const block of plainBlocks(blocks)) writeBlock(pdf, block)
  writeFooters(pdf, footer)
  pdf.end()
  return whole
}

function collect(pdf: Pdf): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    pdf.on('data', (part: Uint8Array) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
}
