import PDFDocument from 'pdfkit'
import { fontFiles } from '../pdf/font-files.ts'
import type { Spot } from '../pdf/protocol.ts'
import {
  plainBlocks,
  printable,
  type PlainBlock,
  type Printed,
  type PrintDocument,
  type Run,
} from './document.ts'

const margin = 62
const ink = '#1c1a17'
const grey = '#6b675f'
const line = '#c9c5bc'
const accent = '#1f3d73'
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

function writeRule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width(pdf), y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
}

const textOf = (runs: readonly Run[] = []): string => printable(runs.map(({ text }) => text).join(''))

/** A column has room for a word, and a long one leaves room for the others; in letters. */
const [fewest, most] = [6, 40]

/** Each as wide as what stands in it, as far as there is room. */
function columnWidths(pdf: Pdf, head: Run[][], rows: Run[][][]): number[] {
  const lengths = head.map((title, i) => {
    const longest = Math.max(
      ...[title, ...rows.slice(0, 1000).map((row) => row[i])].map((cell) => textOf(cell).length),
    )
    return Math.min(most, Math.max(fewest, longest))
  })
  const all = lengths.reduce((sum, length) => sum + length, 0)
  return lengths.map((length) => (length / all) * width(pdf))
}

function writeTable(pdf: Pdf, { head, rows }: Extract<PlainBlock, { kind: 'table' }>): void {
  if (head.length === 0) return
  const widths = columnWidths(pdf, head, rows)
  const padding = 4
  const rowOf = (cells: readonly Run[][], bold: boolean): void => {
    const columns = widths.map((columnWidth, i) => ({
      text: textOf(cells[i]),
      inner: { width: columnWidth - 2 * padding },
    }))
    pdf.font(bold ? 'bold' : 'regular').fontSize(sizes.text - 1)
    const heights = columns.map(({ text, inner }) => pdf.heightOfString(text || ' ', inner))
    const height = Math.max(...heights) + 2 * padding
    room(pdf, Math.min(height, pdf.page.height - 2 * margin))
    const top = pdf.y
    let left = margin
    for (const [i, { text, inner }] of columns.entries()) {
      pdf.fillColor(ink).text(text, left + padding, top + padding, {
        ...inner,
        height: pdf.page.height - margin - top - padding,
      })
      left += widths[i]!
    }
    const bottom = Math.min(top + height, pdf.page.height - margin)
    writeRule(pdf, bottom)
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

const pairGutter = 140

function writePair(pdf: Pdf, { label, value }: Extract<PlainBlock, { kind: 'pair' }>): void {
  pdf.font('bold').fontSize(sizes.text).fillColor(ink)
  const left = { width: pairGutter - 10 }
  const labelHeight = pdf.heightOfString(printable(label), left)
  room(pdf, Math.max(30, labelHeight))
  const [top, page] = [pdf.y, pdf.page]
  pdf.text(printable(label), margin, top, left)
  pdf.y = top
  writeRuns(pdf, [{ text: value || ' ' }], margin + pairGutter, sizes.text)
  if (pdf.page === page) pdf.y = Math.max(pdf.y, top + labelHeight)
  pdf.y += 3
}

function writeNotice(pdf: Pdf, text: string): void {
  const x = margin + 14
  pdf.font('bold').fontSize(sizes.text).fillColor(ink)
  const options = { width: width(pdf) - 14, lineGap: 2 }
  const height = pdf.heightOfString(printable(text), options)
  room(pdf, Math.min(height, pdf.page.height - 2 * margin))
  const top = pdf.y
  pdf.text(printable(text), x, top, options)
  const bottom = pdf.y
  if (bottom > top)
    pdf
      .moveTo(margin + 3, top)
      .lineTo(margin + 3, bottom - 2)
      .lineWidth(1.5)
      .strokeColor(accent)
      .stroke()
  pdf.y = bottom + 6
}

const signatureRoom = { width: 210, height: 115 }
const aboveSignature = 58

/** @returns the room: what is signed there is drawn later, onto the finished PDF */
function writeSignature(pdf: Pdf, label: string): Spot {
  pdf.y += 18
  room(pdf, signatureRoom.height + aboveSignature - 18)
  pdf.font('regular').fontSize(sizes.text).fillColor(ink)
  pdf.text(printable(label), margin, pdf.y, { width: width(pdf) })
  pdf.y += 8
  const spot = {
    page: pdf.bufferedPageRange().count - 1,
    x: margin / pdf.page.width,
    y: pdf.y / pdf.page.height,
    width: signatureRoom.width / pdf.page.width,
  }
  pdf.y += signatureRoom.height
  return spot
}

function writeBlock(pdf: Pdf, block: Exclude<PlainBlock, { kind: 'signature' }>): void {
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
      writeRule(pdf, pdf.y)
      pdf.y += 8
      return
    case 'pair':
      return writePair(pdf, block)
    case 'notice':
      return writeNotice(pdf, block.text)
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

/** Where what goes onto the signature's page begins: a signature alone on a page says nothing of what is signed. */
function keptWithSignature(blocks: readonly PlainBlock[]): number {
  let first = blocks.findIndex(({ kind }) => kind === 'signature') - 1
  while (blocks[first - 1]?.kind === 'heading') first--
  return first
}

/** A PDF, and where the first room for a signature in it is. */
export async function renderPdf({ title, facts, blocks, footer }: PrintDocument): Promise<Printed> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    // What is signed is multiplied into the page, which PDF has known since 1.4.
    pdfVersion: '1.7',
    info: { Title: printable(title), Creator: 'Meeting Appliance', Producer: 'Meeting Appliance' },
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
  let signature: Spot | null = null
  const all = [...plainBlocks(blocks)]
  const lastTogether = keptWithSignature(all)
  for (const [at, block] of all.entries()) {
    if (at === lastTogether) room(pdf, signatureRoom.height + aboveSignature + 40)
    if (block.kind !== 'signature') writeBlock(pdf, block)
    else {
      const spot = writeSignature(pdf, block.label)
      signature ??= spot
    }
  }
  writeFooters(pdf, footer)
  pdf.end()
  return { bytes: await whole, signature }
}

function collect(pdf: Pdf): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    pdf.on('data', (part: Uint8Array) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
}
