/** A voice print of length 1, and whose it is. */
export type Print = readonly number[]

/**
 * So alike (cosine) two prints must be for a name to be suggested, and so much more than anybody else's. Measured: with the
 * bundled model and synthesised voices (scripts/bench/voices.mjs, four meetings of six voices) prints of the same voice are
 * alike by 0.974 and more, those of different ones by 0.248 at most; this is in the middle. With a real model and people's
 * voices it is unproven, so a name is only ever suggested.
 */
export const alikeFrom = 0.6
const margin = 0.05

/** 1: the same direction, 0: nothing in common. Prints of different lengths come from different models. */
export function cosine(a: Print, b: Print): number {
  if (a.length !== b.length) return 0
  let product = 0
  let left = 0
  let right = 0
  for (const [i, value] of a.entries()) {
    const other = b[i]!
    product += value * other
    left += value * value
    right += other * other
  }
  return left === 0 || right === 0 ? 0 : product / Math.sqrt(left * right)
}

export type Likeness<K> = { known: K; similarity: number }

/**
 * Who of the known the speakers of a meeting sound like, by label. Nobody is two speakers, and whoever sounds like two people
 * about equally is neither.
 */
export function likenesses<K extends { name: string; print: Print }>(
  speakers: ReadonlyMap<string, Print>,
  known: readonly K[],
  from: number,
): Map<string, Likeness<K>> {
  const pairs = [...speakers]
    .flatMap(([label, print]) => {
      const all = known
        .map((one) => ({ label, known: one, similarity: cosine(print, one.print) }))
        .sort((a, b) => b.similarity - a.similarity)
      const [first] = all
      const rival = all.find((other) => other.known.name !== first?.known.name)
      const clear =
        first && first.similarity >= from && first.similarity - (rival?.similarity ?? -1) >= margin
      return clear ? [first] : []
    })
    .sort((a, b) => b.similarity - a.similarity)
  const found = new Map<string, Likeness<K>>()
  const given = new Set<string>()
  for (const { label, known: one, similarity } of pairs) {
    if (given.has(one.name)) continue
    given.add(one.name)
    found.set(label, { known: one, similarity })
  }
  return found
}
