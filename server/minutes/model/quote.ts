import type { Evidence } from '#contract/minutes.ts'
import type { Segment } from '#contract/transcripts.ts'
import { whereSaid } from '../../language/quote.ts'
import { evidenceAt, flat, type Source } from '../evidence.ts'

/** A quote of so few words is found anywhere. */
const fewestWords = 3

/** Where a quote stands in what these segments say; null: it was not said there, whatever the model says. */
function findIn(parts: readonly Segment[], quote: string, version: number): Evidence | null {
  const whole = flat(parts.map(({ text }) => text).join(' '))
  const at = whereSaid(whole, quote)
  if (!at) return null
  const { from, to } = at
  // Only the segments that the words stand in.
  let length = 0
  const inside = parts.filter(({ text }) => {
    const [begin, end] = [length, length + flat(text).length]
    length = end + 1
    return begin < to && end > from
  })
  const own = flat(inside.map(({ text }) => text).join(' '))
  const start = own.indexOf(whole.slice(from, to))
  return start === -1 || inside.length === 0
    ? null
    : evidenceAt(inside, own, start, start + (to - from), version)
}

/**
 * The evidence of a claim; null where the quote was not said.
 * @param numbers indexes of the segments that were named
 */
export function evidenceFor(
  { numbers, quote }: { numbers: readonly number[]; quote: string },
  source: Source,
): Evidence | null {
  if (quote.trim().split(/\s+/).length < fewestWords) return null
  const known = [...new Set(numbers)]
    .filter((one) => source.segments[one] !== undefined)
    .sort((a, b) => a - b)
  if (known.length === 0) return null
  // Lines that follow one another are read as one; a quote of lines that do not was not said.
  const runs = known.reduce<number[][]>((all, one) => {
    const run = all.at(-1)
    if (run && run.at(-1) === one - 1) run.push(one)
    else all.push([one])
    return all
  }, [])
  for (const run of runs) {
    const parts = run.map((one) => source.segments[one]!)
    const found = findIn(parts, quote, source.version)
    if (found) return found
  }
  return null
}
