import { figuresIn, ordinals, scales, tens, units } from './figures.ts'

/** Numbers in words, as far as they are meant as figures whatever stands beside them: "one" seldom is. */
export const spelledNumbers: string[] = [
  ...[...units].filter(([, value]) => value > 1).map(([word]) => word),
  ...tens.keys(),
  ...scales.keys(),
]

const small = `(?:${spelledNumbers.filter((word) => !scales.has(word)).join('|')})`
const scale = `(?:${[...scales.keys()].join('|')})`
const digit = `(?:${[...units].flatMap(([word, value]) => (value < 10 ? [word] : [])).join('|')})`
const point = `(?: point(?: ${digit})+)`
/** "one" and "a" are figures before a scale or a point alone. */
const first = `(?:(?:a|one|${small}) ${scale}|(?:${digit}|${small})${point}|${small})`
const next = `(?:(?:[ -]|(?<=${scale}) and )(?:one|${small}|${scale})${point}?)`
const ordinal = `(?:${[...ordinals.keys()].join('|')})`
const figure = new RegExp(String.raw`\b${first}${next}*\b(?!-${ordinal}\b)`, 'gi')
const fractions = new Map([
  ['three quarters', 75],
  ['one quarter', 25],
  ['a quarter', 25],
])
const fraction = /\b(?:three|one|a)[ -]quarters?\b/gi

/**
 * Figures that are written in words, as a reader would check them: "twelve thousand", "one point two million", "three
 * quarters". Ordinals and "one" are left out: they are seldom meant as figures.
 * @returns each as it is written, with what it means in figures
 */
export function wordedFigures(text: string): { written: string; values: number[] }[] {
  const found: { written: string; values: number[] }[] = []
  const rest = text.replace(fraction, (written) => {
    const value = fractions.get(written.toLowerCase().replace('-', ' '))
    if (value !== undefined) found.push({ written, values: [value] })
    return ' '.repeat(written.length)
  })
  for (const [written] of rest.matchAll(figure)) found.push({ written, values: [...figuresIn(written)] })
  return found
}
