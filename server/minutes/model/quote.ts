import type { Evidence } from '#contract/minutes.ts'
import type { Segment } from '#contract/transcripts.ts'
import { whereSaid } from '../../language/quote.ts'
import { evidenceAt, flat, type Source } from '../evidence.ts'
import type { Claim } from './schema.ts'

/** A quote of so few words is found anywhere. */
const fewestWords = 3
/** Looked for beyond the lines that were named, fewer may be found by chance. */
const fewestElsewhere = 4
/** So many lines from the quote a line that was named with it is still about it. */
const about = 3

const wordCount = (quote: string): number => quote.trim().split(/\s+/).length

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
  if (wordCount(quote) < fewestWords) return null
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

/**
 * Models miscount lines: a quote that was not said in the lines that were named, and was said once in the part of the
 * transcript that the model read, rests on the lines where it was said.
 * @param read indexes of the first and the last segment that the model read
 */
export function withTrueLines<C extends Claim>(claim: C, read: readonly [number, number], source: Source): C {
  const { lines, quote } = claim
  if (wordCount(quote) < fewestElsewhere || evidenceFor({ numbers: lines, quote }, source)) return claim
  const [first, last] = read
  const parts = source.segments.slice(first, last + 1)
  const found = findIn(parts, quote, source.version)
  if (!found) return claim
  const own = new Set(found.segments)
  const said = parts.flatMap(({ id }, at) => (own.has(id) ? [first + at] : []))
  const [from, to] = [said[0]!, said.at(-1)!]
  if (isAgain(parts, quote, found)) return claim
  const near = lines.filter(
    (line) => line >= first && line <= last && line >= from - about && line <= to + about,
  )
  return { ...claim, lines: [...new Set([...said, ...near])].sort((a, b) => a - b) }
}

/** Whether the words come a second time: then nobody knows which are meant. */
function isAgain(parts: readonly Segment[], quote: string, { quote: words }: Evidence): boolean {
  const whole = flat(parts.map(({ text }) => text).join(' '))
  return whereSaid(whole.slice(whole.indexOf(words) + words.length), quote) !== null
}
