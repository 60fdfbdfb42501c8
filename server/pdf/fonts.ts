import * as fontkit from 'fontkit'
import { readFile } from 'node:fs/promises'
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { fontFiles } from './font-files.ts'

export type Fonts = { regular: PDFFont; bold: PDFFont }

export async function embedFonts(doc: PDFDocument): Promise<Fonts> {
  doc.registerFontkit(fontkit)
  const embed = async (file: string): Promise<PDFFont> =>
    doc.embedFont(await readFile(file), { subset: true })
  return { regular: await embed(fontFiles.regular), bold: await embed(fontFiles.bold) }
}

/** Letters that the font has not are a box, as in print. */
export function writable(text: string, font: PDFFont): string {
  const has = new Set(font.getCharacterSet())
  return Array.from(text.replace(/\s+/g, ' '))
    .map((letter) => (has.has(letter.codePointAt(0)!) ? letter : '□'))
    .join('')
}

/** Words in lines that are no wider than `width`; a word that is wider by itself is cut. */
export function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (words: string): boolean => font.widthOfTextAtSize(words, size) <= width
  for (const word of writable(text, font).split(' ')) {
    if (fits(line === '' ? word : `${line} ${word}`)) {
      line = line === '' ? word : `${line} ${word}`
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line)) {
      let end = line.length - 1
      while (end > 1 && !fits(line.slice(0, end))) end -= 1
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  if (line !== '') lines.push(line)
  return lines
}

/** One line, with dots where it would be wider. */
export function clip(text: string, font: PDFFont, size: number, width: number): string {
  const letters = writable(text, font)
  if (font.widthOfTextAtSize(letters, size) <= width) return letters
  let end = letters.length
  while (end > 0 && font.widthOfTextAtSize(`${letters.slice(0, end)}…`, size) > width) end -= 1
  return `${letters.slice(0, end)}…`
}
