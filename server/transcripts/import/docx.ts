import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

/** A Word document's own text: an hour of speech is a tenth of this. */
const longestDocument = 50 * 1024 * 1024
const document = 'word/document.xml'

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/**
 * The words of a Word document, a paragraph a block; what was struck out under "track changes" is left out.
 * @returns null: it is no such document, or is damaged
 */
export function textOfDocx(bytes: Uint8Array): string | null {
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === document && originalSize <= longestDocument,
    })
    const xml = files[document]
    return xml ? textOfXml(new TextDecoder('utf-8', { fatal: true }).decode(xml)) : null
  } catch {
    return null
  }
}

const breaks: Record<string, string> = { 'w:br': '\n', 'w:cr': '\n', 'w:tab': '\t' }

function textOfXml(xml: string): string {
  const parser = new SaxesParser()
  const paragraphs: string[] = []
  let text = ''
  let isText = false
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    isText = name === 'w:t'
    text += breaks[name] ?? ''
  })
  parser.on('text', (part) => {
    if (isText) text += part
  })
  parser.on('closetag', ({ name }) => {
    isText = false
    if (name !== 'w:p') return
    paragraphs.push(text)
    text = ''
  })
  parser.write(xml).close()
  return paragraphs.join('\n\n')
}
