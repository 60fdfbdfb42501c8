/** The specification's words for a file that is something else. */
export const notText = { title: 'Invalid file type', description: 'Please upload a text (.txt) file' }

/** The specification's test of a transcript file. */
export function isText({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return type === 'text/plain' || name.toLowerCase().endsWith('.txt')
}

/** The text of a file as UTF-8, as UTF-16 where it says so, else as old Windows programs write it. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
