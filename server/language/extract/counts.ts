import { figuresIn, scales, tens, units } from '../figures.ts'

/** Counts of votes, which are read whole or not at all: "41,200,318", "10 million", "one hundred and twelve". */

const unit = String.raw`(?:(?:${[...tens.keys()].join('|')})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|${[...units.keys()].reverse().join('|')})`
const hundreds = String.raw`(?:(?:${unit}|a) hundred(?:(?: and)? ${unit})?|${unit})`
const scale = String.raw`(?:${[...scales.keys()].filter((word) => word !== 'hundred').join('|')})`
const worded = String.raw`${hundreds}(?: ${scale}(?:,? (?:and )?${hundreds})?)*`
const digits = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: ${scale})?`

/** None of its beginning or end is left out, and no share is taken for a count: "70.4 per cent". */
export const countPattern = String.raw`(?<![\d£$€]|\d[.,]|\b(?:hundred|thousand|million|billion|point|hundred and|thousand and|million and) )(?:${digits}|${worded}|none|nobody|no one|nil)(?!\d|[.,]\d|[a-z]| ?%|-[a-z]| (?:per ?cent|percent|point|hundred|${scale})\b| and a half\b)`

/** @returns null when it is no whole number */
export function countOf(said: string): number | null {
  const text = said.trim().toLowerCase()
  if (/^(?:none|nobody|no one|nil|no)$/.test(text)) return 0
  const [only, ...more] = figuresIn(text.replace(/^a (?=hundred\b)/, 'one '))
  return only !== undefined && more.length === 0 && Number.isInteger(only) ? only : null
}
