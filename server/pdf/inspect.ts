import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { load, signatureDicts, whyNotSign } from './load.ts'
import type { Inspection } from './protocol.ts'
import { Refused } from './refused.ts'

const mostPages = 2000
const mostTextOfPage = 100_000

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

/** @throws Refused */
async function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: VerbosityLevel.ERRORS,
    }).promise
  } catch (cause) {
    if (isNamed(cause, 'PasswordException'))
      throw new Refused(
        'This PDF cannot be opened without its password. Save it without one and upload it again.',
        {
          cause,
        },
      )
    throw new Refused('This file is not a PDF, or it is damaged: it cannot be opened.', { cause })
  }
}

async function readPage(doc: PDFDocumentProxy, number: number): Promise<Inspection['pages'][number]> {
  try {
    const page = await doc.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    let text = ''
    for (const item of items) {
      if (!('str' in item)) continue
      text += item.str + (item.hasEOL ? '\n' : '')
      if (text.length > mostTextOfPage) break
    }
    page.cleanup()
    return { width, height, text: text.slice(0, mostTextOfPage).trim() }
  } catch (cause) {
    if (number === 1) throw new Refused('The first page of this PDF is damaged.', { cause })
    return { width: 595, height: 842, text: '' }
  }
}

/** What is in a PDF. @throws Refused */
export async function inspect(bytes: Uint8Array): Promise<Inspection> {
  const doc = await open(bytes)
  if (doc.numPages === 0) throw new Refused('This PDF has no pages.')
  if (doc.numPages > mostPages)
    throw new Refused(`This PDF has ${doc.numPages} pages; the appliance takes ${mostPages}.`)
  const pages: Inspection['pages'] = []
  for (let number = 1; number <= doc.numPages; number++) pages.push(await readPage(doc, number))
  await doc.destroy()
  try {
    const parts = await load(bytes)
    const counted = parts.getPageCount()
    const refusal = counted === pages.length ? whyNotSign(parts) : damaged
    return { pages, signatures: signatureDicts(parts).length, refusal }
  } catch {
    // It can be read all the same, and pdf-lib says why it cannot be added to only in words for programmers.
    return { pages, signatures: 0, refusal: damaged }
  }
}

const damaged =
  'This PDF is damaged: it can be read, but nothing can be added to it. Print it to a PDF file and upload that.'
