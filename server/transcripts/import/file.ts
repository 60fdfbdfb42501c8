import { linesOf, parseTranscript } from './parse-text.ts'
import { decodeText } from './decode.ts'
import { isZip, textOfDocx } from './docx.ts'

/** What a file holds, or why it is not taken. */
export type ReadFile = { content: string } | { refused: 'empty' | 'unreadable' | 'chat' }

/** Zoom's saved chat: "00:05:41<tab>Jane Smith:<tab>Thanks!" */
const chatLine = /^(?:From )?\d{1,2}:\d{2}:\d{2}\t[^\t]{1,200}:\t/

function isChat(text: string): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const chat = lines.filter((line) => chatLine.test(line)).length
  return chat >= 2 && chat * 2 > lines.length
}

/** The text of a transcript's file: plain text, WebVTT, SubRip or Word, by what is in it and not by its name. */
export function readTranscriptFile(bytes: Uint8Array): ReadFile {
  if (bytes.length === 0) return { refused: 'empty' }
  const text = isZip(bytes) ? textOfDocx(bytes) : decodeText(bytes)
  if (text === null) return { refused: 'unreadable' }
  if (isChat(text)) return { refused: 'chat' }
  const content = isZip(bytes) ? linesOf(text).join('\n').trim() : text.replace(/^\uFEFF/, '')
  return parseTranscript(content).length === 0 ? { refused: 'empty' } : { content }
}
