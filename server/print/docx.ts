import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type ParagraphChild,
} from 'docx'
import {
  plainBlocks,
  printable,
  type PlainBlock,
  type Printed,
  type PrintDocument,
  type Run,
} from './document.ts'

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const
const grey = '666666'
/** Twentieths of a point. */
const indent = 360

/** A4 with margins of 2.2 cm. */
const page = {
  size: { width: 11_906, height: 16_838 },
  margin: { top: 1247, bottom: 1247, left: 1247, right: 1247 },
}

const textRuns = (runs: readonly Run[], all: { bold?: boolean } = {}): TextRun[] =>
  runs.flatMap(({ text, bold, italic }) =>
    printable(text)
      .split('\n')
      .map(
        (line, i) =>
          new TextRun({
            text: line,
            ...(i > 0 && { break: 1 }),
            bold: bold === true || all.bold === true,
            italics: italic === true,
          }),
      ),
  )

function cell(runs: readonly Run[], all: { bold?: boolean }): TableCell {
  return new TableCell({
    children: [new Paragraph({ children: textRuns(runs, all) })],
    margins: { top: 60, bottom: 60, left: 100, right: 100 },
  })
}

function paragraphOf(block: Exclude<PlainBlock, { kind: 'table' }>): Paragraph {
  switch (block.kind) {
    case 'heading':
      return new Paragraph({
        heading: headings[block.level - 1] ?? HeadingLevel.HEADING_3,
        keepNext: true,
        spacing: { before: 240, after: 100 },
        children: textRuns(block.runs),
      })
    case 'item':
      return new Paragraph({
        indent: { left: indent * (block.depth + 1), hanging: indent },
        spacing: { after: 60 },
        tabStops: [{ type: 'left', position: indent * (block.depth + 1) }],
        children: [new TextRun({ text: `${block.marker}\t` }), ...textRuns(block.runs)],
      })
    case 'said':
      return new Paragraph({ spacing: { after: 100 }, children: saidRuns(block) })
    case 'note':
      return new Paragraph({
        spacing: { after: 120 },
        children: [new TextRun({ text: printable(block.text), italics: true, color: grey })],
      })
    case 'pair':
      return pairLine(block)
    case 'notice':
      return new Paragraph({
        spacing: { after: 120 },
        children: [new TextRun({ text: printable(block.text), bold: true })],
      })
    case 'signature':
      // The room is white space; whoever signs on paper signs there.
      return new Paragraph({
        keepLines: true,
        spacing: { before: 240, after: 2400 },
        children: [new TextRun({ text: printable(block.label) })],
      })
    case 'rule':
      return new Paragraph({
        border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB', space: 1 } },
        children: [],
      })
    case 'pageBreak':
      return new Paragraph({ pageBreakBefore: true, children: [] })
    case 'paragraph':
      return new Paragraph({ spacing: { after: 120 }, children: textRuns(block.runs) })
  }
}

const pairLine = ({ label, value }: { label: string; value: string }): Paragraph =>
  new Paragraph({
    spacing: { after: 40 },
    children: [
      new TextRun({ text: `${printable(label)}: `, bold: true }),
      new TextRun({ text: printable(value) }),
    ],
  })

function saidRuns({ time, speaker, text }: Extract<PlainBlock, { kind: 'said' }>): ParagraphChild[] {
  return [
    ...(time === null ? [] : [new TextRun({ text: `${time}  `, color: grey, size: 18 })]),
    ...(speaker === null ? [] : [new TextRun({ text: `${printable(speaker)}: `, bold: true })]),
    new TextRun({ text: printable(text) }),
  ]
}

function tableOf({ head, rows }: Extract<PlainBlock, { kind: 'table' }>): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      new TableRow({ tableHeader: true, children: head.map((runs) => cell(runs, { bold: true })) }),
      ...rows.map((row) => new TableRow({ cantSplit: true, children: row.map((runs) => cell(runs, {})) })),
    ],
  })
}

/** A Word file. */
export async function renderDocx({ title, facts, blocks, footer }: PrintDocument): Promise<Printed> {
  const document = new Document({
    title: printable(title),
    creator: 'Meeting Appliance',
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: 22, language: { value: 'en-GB' } } },
        title: { run: { size: 36, bold: true }, paragraph: { spacing: { after: 160 } } },
        heading1: { run: { size: 30, bold: true } },
        heading2: { run: { size: 26, bold: true } },
        heading3: { run: { size: 23, bold: true } },
      },
    },
    sections: [
      {
        properties: { page },
        footers: { default: new Footer({ children: [footerLine(footer)] }) },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(printable(title))] }),
          ...facts.map(pairLine),
          ...plainBlocks(blocks).flatMap((block) =>
            // Two tables that touch are read as one, so that a line follows each.
            block.kind === 'table' ? [tableOf(block), new Paragraph({})] : [paragraphOf(block)],
          ),
        ],
      },
    ],
  })
  return { bytes: await Packer.toBuffer(document), signature: null }
}

const footerLine = (text: string): Paragraph =>
  new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [
      new TextRun({ text: `${printable(text)} · `, size: 16, color: grey }),
      new TextRun({ size: 16, color: grey, children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
    ],
  })
