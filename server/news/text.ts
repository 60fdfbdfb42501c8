import { Parser } from 'htmlparser2'

/** Text out of what feeds carry. Nothing of their HTML is kept. */

const longestHtml = 200_000
const silent = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'head'])
const inline = new Set(
  'a abbr b bdi cite code em font i mark q s small span strong sub sup time u'.split(' '),
)

/** The words of a piece of HTML, and its first picture's address. */
export function readHtml(html: string): { text: string; image: string | null } {
  let text = ''
  let image: string | null = null
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (silent.has(name)) depth += 1
        if (name === 'img' && image === null && depth === 0) image = pictureOf(attributes)
        if (!inline.has(name)) text += ' '
      },
      ontext(data) {
        if (depth === 0) text += data
      },
      onclosetag(name) {
        if (silent.has(name) && depth > 0) depth -= 1
        if (!inline.has(name)) text += ' '
      },
    },
    { decodeEntities: true },
  )
  parser.write(html.slice(0, longestHtml))
  parser.end()
  return { text, image }
}

/** Pictures of a point count readers and show nothing. */
function pictureOf({ src, width, height }: Record<string, string | undefined>): string | null {
  return src && width !== '1' && height !== '1' ? src : null
}

/** What Windows-1252 has from 0x80 on, which old feeds write as control characters and Node decodes as such. */
const oldPunctuation = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** One line without control characters or marks that turn the direction of what follows; at most so long. */
export function oneLine(text: string, longest: number): string {
  const clean = text
    .slice(0, longest * 20)
    .replace(/[\u0080-\u009f]/g, (char) => oldPunctuation.charAt(char.charCodeAt(0) - 0x80))
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (clean.length <= longest) return clean
  const cut = clean.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).trimEnd()}…`
}

const declared = /<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/i

/** What the bytes say: by their mark, first character, declaration or header; else UTF-8, else Windows-1252. */
export function decode(bytes: Uint8Array, contentType: string | null): string {
  const [a, b] = bytes
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400))
  const header = /charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1]
  const labels =
    (a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)
      ? ['utf-16le']
      : (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)
        ? ['utf-16be']
        : [declared.exec(head)?.[1], header, 'utf-8']
  for (const label of labels) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label, { fatal: !label.startsWith('utf-16') }).decode(bytes)
    } catch {
      // It is not what it says, or nobody knows the name.
    }
  }
  return new TextDecoder(isCyrillic(bytes) ? cyrillic(bytes) : 'windows-1252').decode(bytes)
}

/** Most letters stand where Western alphabets have the few with accents. */
function isCyrillic(bytes: Uint8Array): boolean {
  let [high, runs] = [0, 0]
  for (let at = 1; at < bytes.length; at += 1) {
    if (bytes[at]! < 0xc0) continue
    high += 1
    if (bytes[at - 1]! >= 0xc0) runs += 1
  }
  return high > 20 && runs > high / 2
}

/** KOI8-R and Windows-1251 have small and capital letters the other way round; most letters are small. */
function cyrillic(bytes: Uint8Array): 'koi8-r' | 'windows-1251' {
  const lower = bytes.reduce((sum, byte) => sum + (byte >= 0xe0 ? 1 : byte >= 0xc0 ? -1 : 0), 0)
  return lower > 0 ? 'windows-1251' : 'koi8-r'
}
