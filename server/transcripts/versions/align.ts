/** Above this many comparisons a stretch without any landmark counts as replaced as a whole: the server has other things to do. */
const mostComparisons = 250_000

/**
 * Which entries of two lists are the same ones: pairs of indexes, growing in both. Equal beginnings and ends first, then
 * entries that both lists hold equally often (patience diff), then what lies between.
 */
export function align(before: string[], after: string[]): [number, number][] {
  const pairs: [number, number][] = []
  alignRange(before, after, { a: 0, b: 0, aEnd: before.length, bEnd: after.length }, pairs)
  return pairs
}

type Range = { a: number; b: number; aEnd: number; bEnd: number }

function alignRange(before: string[], after: string[], range: Range, pairs: [number, number][]): void {
  let { a, b, aEnd, bEnd } = range
  while (a < aEnd && b < bEnd && before[a] === after[b]) pairs.push([a++, b++])
  const tail: [number, number][] = []
  while (a < aEnd && b < bEnd && before[aEnd - 1] === after[bEnd - 1]) tail.push([--aEnd, --bEnd])
  const open = a < aEnd && b < bEnd
  const landmarks = open ? growing(commonEntries(before, after, { a, b, aEnd, bEnd })) : []
  if (landmarks.length === 0)
    for (const pair of longestCommon(before, after, { a, b, aEnd, bEnd })) pairs.push(pair)
  else
    for (const [nextA, nextB] of [...landmarks, [aEnd, bEnd] as const]) {
      alignRange(before, after, { a, b, aEnd: nextA, bEnd: nextB }, pairs)
      if (nextA < aEnd) pairs.push([nextA, nextB])
      a = nextA + 1
      b = nextB + 1
    }
  for (const pair of tail.reverse()) pairs.push(pair)
}

/** Entries that both sides hold equally often, the first beside the first and so on; in the order of the first list. */
function commonEntries(before: string[], after: string[], { a, b, aEnd, bEnd }: Range): [number, number][] {
  const inBefore = positions(before, a, aEnd)
  const inAfter = positions(after, b, bEnd)
  const common: [number, number][] = []
  for (const [entry, here] of inBefore) {
    const there = inAfter.get(entry)
    if (there?.length === here.length) for (const [i, at] of here.entries()) common.push([at, there[i]!])
  }
  return common.sort(([one], [other]) => one - other)
}

function positions(list: string[], from: number, to: number): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (let i = from; i < to; i++) {
    const there = found.get(list[i]!)
    if (there) there.push(i)
    else found.set(list[i]!, [i])
  }
  return found
}

/** The longest part of the pairs whose second numbers grow too. */
function growing(pairs: [number, number][]): [number, number][] {
  const ends: number[] = [] // of the best row of each length, which pair ends it
  const previous: number[] = []
  for (const [i, [, second]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < second) low = middle + 1
      else high = middle
    }
    previous[i] = low > 0 ? ends[low - 1]! : -1
    ends[low] = i
  }
  const row: [number, number][] = []
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i]!) row.push(pairs[i]!)
  return row.reverse()
}

function longestCommon(before: string[], after: string[], { a, b, aEnd, bEnd }: Range): [number, number][] {
  const rows = aEnd - a
  const columns = bEnd - b
  if (rows === 0 || columns === 0 || rows * columns > mostComparisons) return []
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[a + i] === after[b + j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < rows && j < columns;)
    if (before[a + i] === after[b + j]) pairs.push([a + i++, b + j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  return pairs
}
