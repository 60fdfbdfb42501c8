import { analyse } from 'chardet'

/** How a file's bytes are written. */

/** Eight-bit alphabets that old Windows programs write; a text in English is taken for the first. */
const eightBit = ['windows-1252', 'windows-1251', 'windows-1255', 'windows-1256', 'windows-1253'] as const
/** Enough to tell an alphabet by. */
const sampleBytes = 100_000

const foundIn: Record<string, (typeof eightBit)[number]> = {
  'ISO-8859-5': 'windows-1251',
  'KOI8-R': 'windows-1251',
  'windows-1251': 'windows-1251',
  'ISO-8859-8': 'windows-1255',
  'windows-1255': 'windows-1255',
  'ISO-8859-6': 'windows-1256',
  'windows-1256': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'windows-1253': 'windows-1253',
}

/** UTF-16 without a mark has a zero in every other byte of English. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const pairs = Math.min(bytes.length, 2000) >> 1
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs; at++) {
    if (bytes[2 * at] === 0) even++
    if (bytes[2 * at + 1] === 0) odd++
  }
  if (pairs > 4 && odd * 2 > pairs && even === 0) return 'utf-16le'
  return pairs > 4 && even * 2 > pairs && odd === 0 ? 'utf-16be' : null
}

type Alphabet = (typeof eightBit)[number]

const isLatin = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))

/** Which eight-bit alphabet a text is written in. The statistics need some sentences; a few words are told by their letters. */
function alphabetOf(bytes: Uint8Array): Alphabet {
  const letters = [...bytes.keys()].filter((at) => bytes[at]! >= 0xc0)
  // Letters with accents stand among those without; other alphabets fill whole words.
  const amongLatin = letters.filter((at) => isLatin(bytes[at - 1]) || isLatin(bytes[at + 1]))
  if (amongLatin.length * 2 > letters.length) return eightBit[0]
  const guesses = analyse(bytes)
  const best = guesses.find(({ name }) => name in foundIn || /1252|8859-1$/.test(name))
  const likely = (best && foundIn[best.name]) ?? eightBit[0]
  const reads = (alphabet: Alphabet): boolean => !new TextDecoder(alphabet).decode(bytes).includes('\ufffd')
  const hebrew = letters.filter((at) => bytes[at]! >= 0xe0 && bytes[at]! <= 0xfa)
  // Arabic has most of its letters below these.
  if (hebrew.length === letters.length && likely !== 'windows-1251') return 'windows-1255'
  // Where Cyrillic has its capitals Hebrew has points, which begin no word.
  const capitals = letters.some((at) => bytes[at]! < 0xe0 && !((bytes[at - 1] ?? 0) >= 0xc0))
  if ((best?.confidence ?? 0) >= sureFrom && !(capitals && likely === 'windows-1255')) return likely
  if (!capitals && hebrew.length >= letters.length * 0.6 && reads('windows-1255')) return 'windows-1255'
  const cyrillic = new TextDecoder('windows-1251').decode(bytes).match(/\p{Script=Cyrillic}/gu)?.length ?? 0
  const high = bytes.filter((byte) => byte >= 0x80).length
  return cyrillic >= high * 0.95 && reads('windows-1251') ? 'windows-1251' : likely
}

/** What windows-1252 has from 0x80 on. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const ofWindows = (sign: string): string => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign

/** Of a hundred; below it the statistics have too little to go by. */
const sureFrom = 20

/**
 * The text of a file.
 * @returns null: these bytes are no text
 */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  if (bytes.subarray(0, sampleBytes).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const alphabet = alphabetOf(bytes.subarray(0, sampleBytes))
    const text = new TextDecoder(alphabet).decode(bytes)
    // Node 20 reads these 32 as ISO 8859-1 does, where they are no letters.
    return alphabet === 'windows-1252' ? text.replace(/[\u0080-\u009f]/g, ofWindows) : text
  }
}
