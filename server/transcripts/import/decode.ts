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
    const guesses = analyse(bytes.subarray(0, sampleBytes))
    const best = guesses.find(({ name }) => name in foundIn || /1252|8859-1$/.test(name))
    return new TextDecoder((best && foundIn[best.name]) ?? eightBit[0]).decode(bytes)
  }
}
