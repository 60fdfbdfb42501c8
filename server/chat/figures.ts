/** Figures of a text, however they are written: "£40,000", "40 000" and "forty thousand" are the same. */

const units = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen`
    .split(/\s+/)
    .map((word, i) => [word, i]),
)
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, 20 + 10 * i]),
)
const ordinals = new Map([
  ...`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
  sixteenth seventeenth eighteenth nineteenth`
    .split(/\s+/)
    .map((word, i): [string, number] => [word, i + 1]),
  ...[...tens].map(([word, value]): [string, number] => [word.replace(/y$/, 'ieth'), value]),
])
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])

/** "40,000" and "2.5m" → a number; null: it is none. */
function digits(text: string): number | null {
  const match = /^(\d[\d,]*(?:\.\d+)?)(k|m|bn)?$/i.exec(text.replace(/(\d)(st|nd|rd|th)$/i, '$1'))
  if (!match?.[1]) return null
  const by = { k: 1000, m: 1_000_000, bn: 1_000_000_000 }[match[2]?.toLowerCase() ?? ''] ?? 1
  return Number(match[1].replaceAll(',', '')) * by
}

/** The values that stand in a text, in digits or in words. */
export function figuresIn(text: string): Set<number> {
  const found = new Set<number>()
  const words =
    text.toLowerCase().match(/\d[\d,.]*\d(?:k|m|bn|st|nd|rd|th)?\b|\d+(?:k|m|bn|st|nd|rd|th)?\b|[a-z]+/g) ??
    []
  let whole = 0 // what is closed by thousand or million
  let part: number | null = null
  const close = (): void => {
    if (part !== null || whole > 0) found.add(whole + (part ?? 0))
    whole = 0
    part = null
  }
  for (const word of words) {
    const plain = digits(word)
    const small = units.get(word) ?? tens.get(word)
    const scale = scales.get(word)
    if (plain !== null) {
      close()
      found.add(plain)
      part = plain
    } else if (small !== undefined) {
      const joins =
        part === null || (part % 100 === 0 && part > 0) || (part % 10 === 0 && part % 100 >= 20 && small < 10)
      if (!joins) close()
      part = (part ?? 0) + small
    } else if (scale === 100 && part !== null) part *= 100
    else if (scale !== undefined && part !== null) {
      whole += part * scale
      part = null
    } else if (ordinals.has(word)) {
      found.add((part !== null && part % 10 === 0 ? part : 0) + (ordinals.get(word) ?? 0))
      close()
    } else if (word !== 'and') close()
  }
  close()
  return found
}

/** As they stand in the text: what a reader would check. */
export function writtenFigures(text: string): { written: string; value: number }[] {
  return [
    ...text.matchAll(
      /(?:£|€|\$)?\d+(?:,\d{3})*(?:\.\d+)?(?:\s?(?:%|per cent|thousand|million|billion|k|m|bn)\b|%)?/gi,
    ),
  ].flatMap(([written]) => {
    const bare = written
      .replace(/[£€$%]|per cent/gi, '')
      .replace(/,$/, '')
      .trim()
    const [number = '', scale = ''] = bare.split(/\s+/)
    const value = digits(number)
    return value === null
      ? []
      : [{ written: written.trim(), value: value * (scales.get(scale.toLowerCase()) ?? 1) }]
  })
}
