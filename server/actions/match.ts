import type { Evidence } from '#contract/minutes.ts'
import { namesDiffer } from '../language/names.ts'

/** An action as far as it can be known again. */
export type Known = {
  title: string
  evidence: readonly Pick<Evidence, 'start' | 'end' | 'quote'>[]
  owner?: string | null
  /** A person has changed it: whatever the words are now, what is agreed at its place is it. */
  changed?: boolean
  /** A person has said that it is not for its owner to do: what is another's is not meant. */
  refused?: boolean
}

/**
 * Which of the actions that are there each found one is; another run writes other words and other times for the same, and
 * rules and model quote more or less of it. Each is meant at most once, the likest first.
 * @returns index of what is found → index of what is there
 */
export function matchActions(found: readonly Known[], there: readonly Known[]): Map<number, number> {
  const pairs = found.flatMap((one, f) =>
    there.flatMap((other, t) => {
      const score = likeness(one, other)
      return score === null ? [] : [{ f, t, score }]
    }),
  )
  const matched = new Map<number, number>()
  const taken = new Set<number>()
  for (const { f, t } of pairs.sort((a, b) => b.score - a.score)) {
    if (matched.has(f) || taken.has(t)) continue
    matched.set(f, t)
    taken.add(t)
  }
  return matched
}

/** Two readings of one thing to be done, whoever is to do it. */
export function isSameWork(one: Known, other: Known): boolean {
  const named = [one, other].flatMap(({ owner }) => (owner == null ? [] : [...wordsOf(owner)]))
  const [mine, theirs] = [wordsOf(one.title), wordsOf(other.title)]
  for (const word of named) for (const words of [mine, theirs]) words.delete(word)
  return likeness(one, other) !== null && shared(mine, theirs) >= 0.5
}

type Range = { start: number; end: number }

const isTimed = ({ start, end }: Range): boolean => end > start

/** Further apart no run puts the same words. */
const farSeconds = 15

/** null: they are not the same. */
function likeness(found: Known, there: Known): number | null {
  if (there.refused === true && namesDiffer(found.owner ?? null, there.owner ?? null)) return null
  const quote = shared(quotesOf(found), quotesOf(there))
  const title = shared(wordsOf(found.title), wordsOf(there.title))
  const [at, was] = [rangeOf(found), rangeOf(there)]
  const time = overlap(at, was)
  // "I'll send it" is said more than once; what was said at quite another time is another thing.
  if (isTimed(at) && isTimed(was) && Math.max(at.start - was.end, was.start - at.end) > farSeconds)
    return null
  const same =
    quote >= 0.6 || (time > 0 && (quote >= 0.3 || title >= 0.5)) || (there.changed === true && time >= 0.5)
  return same ? quote + title / 2 + time : null
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
const quotesOf = ({ evidence }: Known): Set<string> => wordsOf(evidence.map(({ quote }) => quote).join(' '))

/** How much of the shorter is in the longer; of a few words all have to be there in both. */
function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const fewer = Math.min(a.size, b.size)
  if (fewer === 0) return 0
  const both = [...a].filter((word) => b.has(word)).length
  return both / (fewer < 4 ? Math.max(a.size, b.size) : fewer)
}

/** Share of the shorter's time that is the other's too; an upload without times has none. */
function overlap(one: Range, two: Range): number {
  const shorter = Math.min(one.end - one.start, two.end - two.start)
  const both = Math.min(one.end, two.end) - Math.max(one.start, two.start)
  return shorter > 0 && both > 0 ? both / shorter : 0
}

/** From its first word to its last. */
export function rangeOf({ evidence }: Pick<Known, 'evidence'>): Range {
  return {
    start: Math.min(...evidence.map(({ start }) => start)),
    end: Math.max(...evidence.map(({ end }) => end)),
  }
}
