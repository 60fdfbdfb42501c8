import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib'
import { embedFonts, wrap, writable, type Fonts } from './fonts.ts'
import type { Block, Composed, Spot } from './protocol.ts'

/** Sets a document of the appliance's own: minutes, a certificate. A4, one column, page numbers at the foot. */

const size = { width: 595.28, height: 841.89 }
const margin = { x: 72, top: 72, bottom: 76 }
const column = size.width - 2 * margin.x
const ink = rgb(0.1, 0.1, 0.1)
const grey = rgb(0.4, 0.4, 0.4)
/** What stands left of a pair. */
const leftColumn = 130

type Style = { font: PDFFont; size: number; leading: number; x: number; width: number; grey?: boolean }

class Sheet {
  readonly pages: PDFPage[] = []
  private y = 0
  spot: Spot | null = null
  private readonly doc: PDFDocument

  constructor(doc: PDFDocument) {
    this.doc = doc
    this.turn()
  }

  private turn(): void {
    this.pages.push(this.doc.addPage([size.width, size.height]))
    this.y = size.height - margin.top
  }

  /** Room for what must not be torn apart. */
  need(height: number): void {
    if (this.y - height < margin.bottom) this.turn()
  }

  space(height: number): void {
    if (this.y < size.height - margin.top) this.y -= height
  }

  private get page(): PDFPage {
    return this.pages.at(-1)!
  }

  lines(texts: string[], style: Style): void {
    for (const text of texts) {
      this.need(style.leading)
      this.y -= style.leading
      const color = style.grey ? grey : ink
      this.page.drawText(text, { x: style.x, y: this.y, size: style.size, font: style.font, color })
    }
  }

  /** Draws at the height of the line that comes next. */
  beside(text: string, { font, size: points, leading, x }: Style): void {
    this.page.drawText(writable(text, font), { x, y: this.y - leading, size: points, font, color: ink })
  }

  rule(): void {
    const y = this.y - 5
    this.page.drawLine({
      start: { x: margin.x, y },
      end: { x: size.width - margin.x, y },
      thickness: 0.5,
      color: rgb(0.75, 0.75, 0.75),
    })
    this.y -= 8
  }

  bar(height: number): void {
    this.page.drawLine({
      start: { x: margin.x + 3, y: this.y - 3 },
      end: { x: margin.x + 3, y: this.y - height - 3 },
      thickness: 1.5,
      color: rgb(0.12, 0.24, 0.45),
    })
  }

  room(height: number, width: number): void {
    this.need(height)
    this.spot ??= {
      page: this.pages.length - 1,
      x: margin.x / size.width,
      y: (size.height - this.y) / size.height,
      width: width / size.width,
    }
    this.y -= height
  }
}

const body = 10.5
const leading = 15

function draw(sheet: Sheet, fonts: Fonts, block: Block): void {
  const { regular, bold } = fonts
  const at = (x: number): Pick<Style, 'x' | 'width'> => ({ x: margin.x + x, width: column - x })
  const write = (text: string, style: Style): void =>
    sheet.lines(wrap(text, style.font, style.size, style.width), style)
  const plain: Style = { font: regular, size: body, leading, ...at(0) }
  switch (block.kind) {
    case 'title':
      write(block.text, { font: bold, size: 20, leading: 26, ...at(0) })
      sheet.space(6)
      return
    case 'subtitle':
      write(block.text, { font: regular, size: 11, leading: 16, ...at(0), grey: true })
      return
    case 'heading': {
      // A heading does not stand alone at the foot of a page.
      sheet.need(60)
      sheet.space(14)
      const style: Style = { font: bold, size: 12.5, leading: 18, ...at(block.number ? 26 : 0) }
      if (block.number) sheet.beside(block.number, { ...style, x: margin.x })
      write(block.text, style)
      sheet.space(2)
      return
    }
    case 'paragraph':
      write(block.text, { ...plain, ...at(block.indent ?? 0) })
      sheet.space(4)
      return
    case 'bullet':
      sheet.need(leading)
      sheet.beside('•', { ...plain, ...at((block.indent ?? 0) + 4) })
      write(block.text, { ...plain, ...at((block.indent ?? 0) + 18) })
      sheet.space(2)
      return
    case 'pair':
      sheet.need(leading * 2)
      sheet.beside(wrap(block.left, bold, body, leftColumn - 10)[0] ?? '', { ...plain, font: bold })
      write(block.text === '' ? ' ' : block.text, { ...plain, ...at(leftColumn) })
      sheet.space(2)
      return
    case 'notice': {
      const lines = wrap(block.text, bold, body, column - 18)
      sheet.need(lines.length * leading + 6)
      sheet.bar(lines.length * leading)
      sheet.lines(lines, { ...plain, font: bold, ...at(14) })
      sheet.space(6)
      return
    }
    case 'table':
      drawTable(sheet, fonts, block)
      return
    case 'gap':
      sheet.rule()
      return
    case 'signature':
      sheet.need(150)
      sheet.space(18)
      write(block.label, { ...plain, ...at(0) })
      sheet.space(8)
      sheet.room(115, 210)
  }
}

const cellGap = 12
/** A column has room for a word, and a long one leaves room for the others; in letters. */
const [fewest, most] = [6, 40]

/** Each column as wide as what stands in it, as far as there is room. */
function drawTable(
  sheet: Sheet,
  { regular, bold }: Fonts,
  { head, rows }: Extract<Block, { kind: 'table' }>,
): void {
  const lengths = head.map((title, i) =>
    Math.min(most, Math.max(fewest, title.length, ...rows.slice(0, 1000).map((row) => row[i]?.length ?? 0))),
  )
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const widths = lengths.map((length) => (length / all) * column)
  for (const [number, cells] of [head, ...rows].entries()) {
    const font = number === 0 ? bold : regular
    const texts = widths.map((width, i) => wrap(cells[i] ?? '', font, body - 0.5, width - cellGap))
    const height = Math.max(1, ...texts.map(({ length }) => length)) * leading
    sheet.need(Math.min(height + 8, 400))
    let x = margin.x
    for (const [i, lines] of texts.entries()) {
      for (const [line, text] of lines.entries())
        sheet.beside(text, { font, size: body - 0.5, leading: leading * (line + 1), x, width: widths[i]! })
      x += widths[i]!
    }
    sheet.space(height)
    sheet.rule()
  }
  sheet.space(4)
}

export async function compose({
  title,
  blocks,
}: {
  title: string
  blocks: Block[]
}): Promise<Composed & { bytes: Uint8Array }> {
  const doc = await PDFDocument.create()
  doc.setTitle(title, { showInWindowTitleBar: true })
  doc.setLanguage('en-GB')
  doc.setProducer('Meeting Appliance')
  doc.setCreator('Meeting Appliance')
  const fonts = await embedFonts(doc)
  const sheet = new Sheet(doc)
  for (const block of blocks) draw(sheet, fonts, block)
  for (const [i, page] of sheet.pages.entries()) {
    const foot = `${i + 1} / ${sheet.pages.length}`
    const width = fonts.regular.widthOfTextAtSize(foot, 8.5)
    page.drawText(foot, {
      x: size.width - margin.x - width,
      y: 40,
      size: 8.5,
      font: fonts.regular,
      color: grey,
    })
    const name = wrap(title, fonts.regular, 8.5, column - 60)[0] ?? ''
    page.drawText(name, { x: margin.x, y: 40, size: 8.5, font: fonts.regular, color: grey })
  }
  return { bytes: await doc.save(), pages: sheet.pages.length, spot: sheet.spot }
}
