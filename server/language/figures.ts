/** Figures of a text, however they are written: "£40,000", "40k" and "forty thousand" are the same. */

export const units = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen`
    .split(/\s+/)
    .map((word, i): [string, number] => [word, i])
    .concat([['nought', 0]]),
)
export const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, 20 + 10 * i]),
)
export const ordinals = new Map([
  ...`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
  sixteenth seventeenth eighteenth nineteenth`
    .split(/\s+/)
    .map((word, i): [string, number] => [word, i + 1]),
  ...[...tens].map(([word, value]): [string, number] => [word.replace(/y$/, 'ieth'), value]),
  ['hundredth', 100],
])
export const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])
const shortScales = new Map([
  ['k', 1000],
  ['m', 1_000_000],
  ['bn', 1_000_000_000],
])

/** "40,000", ".5" and "2.5m" → a number; null: it is none. */
function digits(text: string): number | null {
  const match = /^(\d[\d,]*(?:\.\d+)?|\.\d+)(k|m|bn)?$/i.exec(text.replace(/(\d)(st|nd|rd|th)$/i, '$1'))
  if (!match?.[1]) return null
  return scaled(Number(match[1].replaceAll(',', '')), shortScales.get(match[2]?.toLowerCase() ?? '') ?? 1)
}

/** 2.3 × 1,000,000 is 2,300,000 and not a hair less, as floating point would have it. */
const scaled = (value: number, by: number): number => Number((value * by).toPrecision(12))

const pieces = new RegExp(
  [
    String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:k|m|bn|st|nd|rd|th)?(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{N}.])\.\d+(?:k|m|bn)?(?![\p{L}\p{N}])`,
    String.raw`\d+|[a-z]+`,
  ].join('|'),
  'gu',
)

/** The values that stand in a text, in digits or in words. */
export function figuresIn(text: string): Set<number> {
  const found = new Set<number>()
  let whole = 0 // what is closed by thousand or million
  let part: number | null = null
  /** Digits after a spoken point: "two point five". */
  let decimals: string | null = null
  /** "20 five-year leases" are not 25. */
  let inDigits = false
  const close = (): void => {
    if (part !== null || whole > 0) found.add(whole + (part ?? 0))
    whole = 0
    part = null
    decimals = null
    inDigits = false
  }
  for (const [word] of text.toLowerCase().matchAll(pieces)) {
    const plain = digits(word)
    const small = units.get(word) ?? tens.get(word)
    const scale = scales.get(word)
    if (plain !== null) {
      close()
      part = plain
      inDigits = true
    } else if (decimals !== null && part !== null && small !== undefined && small < 10) {
      decimals += String(small)
      part = Number(`${Math.floor(part)}.${decimals}`)
    } else if (small !== undefined) {
      const joins =
        decimals === null &&
        !inDigits &&
        (part === null ||
          (part % 100 === 0 && part > 0) ||
          (part % 10 === 0 && part % 100 >= 20 && small < 10 && small > 0))
      if (!joins) close()
      part = (part ?? 0) + small
    } else if (scale === 100) part = scaled(part ?? 1, 100)
    else if (scale !== undefined) {
      whole += scaled(part ?? 1, scale)
      part = null
      decimals = null
      inDigits = false
    } else if (ordinals.has(word)) {
      const joins: boolean = part !== null && part % 10 === 0 && !inDigits
      if (!joins) close()
      part = (part ?? 0) + (ordinals.get(word) ?? 0)
      close()
    } else if (word === 'point' && part !== null && decimals === null) decimals = ''
    else if (word !== 'and') close()
  }
  close()
  return found
}

/** As they stand in the text: what a reader would check. */
export function writtenFigures(text: string): { written: string; value: number }[] {
  return [
    ...text.matchAll(
      /(?:£|€|\$)?(?:\d+(?:,\d{3})*(?:\.\d+)?|(?<![\d.])\.\d+)(?:\s?(?:%|per cent|thousand|million|billion|k|m|bn)\b|%)?/gi,
    ),
  ].flatMap(([written]) => {
    const bare = written.replace(/[£€$%]|per cent/gi, '').trim()
    const [number = '', scale = ''] = bare.split(/\s+/)
    const value = digits(number)
    return value === null
      ? []
      : [{ written: written.trim(), value: scaled(value, scales.get(scale.toLowerCase()) ?? 1) }]
  })
}
