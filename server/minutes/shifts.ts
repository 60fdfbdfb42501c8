import { days, months } from '../language/calendar-words.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { topicWords } from './vocabulary.ts'

/** Sentences on each side that are compared. */
const side = 8
/** A part of a meeting has at least so many sentences. */
const least = 12

/**
 * Where the talk turns to something else, by its words alone: TextTiling (Hearst 1997), the valleys in the likeness of
 * what was said before a gap and after it. For meetings in which nobody calls out the items.
 * @returns indexes of the sentences that begin a part, without the first
 */
export function topicShifts(talk: readonly Sentence[]): number[] {
  if (talk.length < 3 * least) return []
  const counts = talk.map(({ plain }) => topicWords(plain))
  const likeness = talk.map((_, at) =>
    at === 0
      ? 1
      : cosine(counts.slice(Math.max(0, at - side), at).flat(), counts.slice(at, at + side).flat()),
  )
  const depths = likeness.map((value, at) => peak(likeness, at, -1) + peak(likeness, at, 1) - 2 * value)
  const inner = depths.slice(side, depths.length - side)
  const mean = inner.reduce((sum, depth) => sum + depth, 0) / Math.max(1, inner.length)
  const spread = Math.sqrt(
    inner.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / Math.max(1, inner.length),
  )
  const chosen: number[] = []
  const deepest = depths
    .map((depth, at) => ({ depth, at }))
    .filter(({ depth, at }) => depth > mean + spread / 2 && at >= least && at <= talk.length - least)
    .sort((a, b) => b.depth - a.depth || a.at - b.at)
  for (const { at } of deepest)
    if (chosen.every((one) => Math.abs(one - at) >= least)) chosen.push(turnNear(talk, at))
  return [...new Set(chosen)].sort((a, b) => a - b)
}

/** The nearest highest point on one side. */
function peak(values: readonly number[], at: number, step: 1 | -1): number {
  let best = values[at]!
  for (let i = at + step; i > 0 && i < values.length && values[i]! >= best; i += step) best = values[i]!
  return best
}

/** A part begins where somebody begins to speak. */
function turnNear(talk: readonly Sentence[], at: number): number {
  for (const by of [0, -1, 1, -2, 2]) {
    const [before, here] = [talk[at + by - 1], talk[at + by]]
    if (before && here && before.speaker !== here.speaker) return at + by
  }
  return at
}

function cosine(one: readonly string[], other: readonly string[]): number {
  const count = (words: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }
  const [a, b] = [count(one), count(other)]
  const size = (counts: Map<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, n) => sum + n * n, 0))
  const both = [...a].reduce((sum, [word, n]) => sum + n * (b.get(word) ?? 0), 0)
  return both / (size(a) * size(b) || 1)
}

/** Frequent in any talk, and the name of nothing. */
const general = new Set([
  ...days,
  ...months.filter((month) => month !== 'may'),
  ...`bit word thing things stuff lot way kind sort point people someone something anything nothing time times day
  days week weeks month months year years today tomorrow yesterday question course fact side end back first
  last next little actually probably maybe might happy sorry fine sure quite need want come came take took
  give gave make made work done keep kept talk ask asked tell told put feel find help try call let one two
  three four five six seven eight nine ten hundred thousand million per cent pounds everyone everybody anyone
  anybody somebody nobody before after still already always never else much many both each every long whole
  half new old bad better best big small against favour abstain abstention abstentions vote votes voting
  resolution resolutions motion motions carried passed agreed seconded proposed proposal opposed`.split(
    /\s+/,
  ),
])

/** A heading for a part that nobody named: the words that are frequent in it and rare elsewhere, as they were said. */
export function keyPhrase(part: readonly Sentence[], all: readonly Sentence[]): string | null {
  const inAll = all.map(({ plain }) => new Set(topicWords(plain)))
  const names = new Set(all.flatMap(({ speaker }) => speaker?.match(/[\p{L}'’-]{2,}/gu) ?? []))
  const people = new RegExp(`^(?:${[...names].join('|') || '(?!)'})$`, 'i')
  const rarity = (word: string): number =>
    Math.log(all.length / (1 + inAll.filter((words) => words.has(word)).length))
  const counts = new Map<string, { n: number; said: string }>()
  for (const { text } of part)
    for (const said of text.match(/[A-Za-z][a-z'’-]{2,}(?: [a-z][a-z'-]{3,})?/g) ?? []) {
      const words = topicWords(said)
      if (
        words.length !== said.split(' ').length ||
        said.split(' ').some((word) => general.has(word.toLowerCase()) || people.test(word))
      )
        continue
      const key = words.join(' ')
      const before = counts.get(key)
      counts.set(key, { n: (before?.n ?? 0) + 1, said: before?.said ?? said })
    }
  const best = [...counts]
    .filter(([, { n }]) => n >= 3)
    .map(([key, { n, said }]) => {
      const words = key.split(' ')
      return {
        said,
        score: (n * words.reduce((sum, word) => sum + rarity(word), 0)) / Math.sqrt(words.length),
      }
    })
    .sort((a, b) => b.score - a.score)[0]
  return best ? best.said.charAt(0).toUpperCase() + best.said.slice(1).toLowerCase() : null
}
