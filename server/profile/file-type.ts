/** What a file is, by its content: its name and what the browser says of it do not count. */

const begins = (bytes: Buffer, hex: string): boolean =>
  bytes.subarray(0, hex.length / 2).toString('hex') === hex

export const types = {
  pdf: { type: 'application/pdf', shown: true },
  jpg: { type: 'image/jpeg', shown: true },
  png: { type: 'image/png', shown: true },
  doc: { type: 'application/msword', shown: false },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    shown: false,
  },
} as const
export type FileType = keyof typeof types

/** null: none of these. */
export function fileType(bytes: Buffer): FileType | null {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (begins(bytes, 'ffd8ff')) return 'jpg'
  if (begins(bytes, '89504e470d0a1a0a')) return 'png'
  if (begins(bytes, 'd0cf11e0a1b11ae1'))
    return bytes.includes(Buffer.from('WordDocument', 'utf16le')) ? 'doc' : null
  // A zip with a Word document in it, and none that carries macros.
  if (begins(bytes, '504b0304'))
    return bytes.includes('word/document.xml') && !bytes.includes('vbaProject.bin') ? 'docx' : null
  return null
}
