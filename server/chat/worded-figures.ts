/** Figures that are written in words, as a reader would check them: "twelve thousand", "three quarters". */

const units =
  `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen`.split(/\s+/)
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])

const valueOf = new Map<string, number>([
  ['a', 1],
  ['one', 1],
  ...units.map((word, i): [string, number] => [word, i + 2]),
  ...tens.map((word, i): [string, number] => [word, 20 + 10 * i]),
])

const small = `(?:${[...units, ...tens].join('|')})`
const scale = `(?:${[...scales.keys()].join('|')})`
const ordinal = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth'
/** "one" and "a" are figures before a scale alone. */
const figure = new RegExp(
  String.raw`\b(?:(?:a|one|${small}) ${scale}|${small})(?:(?:[ -]|(?<=${scale}) and )(?:one|${small}|${scale}))*\b(?!-(?:${ordinal})\b)`,
  'gi',
)
const fractions = new Map([
  ['three quarters', 75],
  ['one quarter', 25],
  ['a quarter', 25],
])
const fraction = /\b(?:three|one|a)[ -]quarters?\b/gi

/**
 * @returns each as it is written, with what it may mean in figures. Ordinals and "one" are left out: they are seldom meant as
 * figures.
 */
export function wordedFigures(text: string): { written: string; values: number[] }[] {
  const found: { written: string; values: number[] }[] = []
  const rest = text.replace(fraction, (written) => {
    const value = fractions.get(written.toLowerCase().replace('-', ' '))
    if (value !== undefined) found.push({ written, values: [value] })
    return ' '.repeat(written.length)
  })
  for (const [written] of rest.matchAll(figure)) found.push({ written, values: [amount(written)] })
  return found
}

function amount(written: string): number {
  let whole = 0
  let part = 0
  for (const word of written.toLowerCase().split(/[ -]+/)) {
    const by = scales.get(word)
    if (by === 100) part = Math.max(part, 1) * 100
    else if (by !== undefined) {
      whole += Math.max(part, 1) * by
      part = 0
    } else part += valueOf.get(word) ?? 0
  }
  return whole + part
}
