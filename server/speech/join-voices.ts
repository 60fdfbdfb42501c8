import {
  beside,
  isSubstantial,
  mergedVoice,
  rename,
  spokenBy,
  type Found,
  type Known,
} from './merge-voices.ts'
import { cosine } from './voices.ts'

/**
 * The mean of a voice over minutes strays far less than the short sounds that are told apart within a window, so whatever
 * threshold suits those, two means less alike than this (cosine) are two people's. Measured on half an hour of five
 * synthesised voices in windows of three minutes: one voice's means are alike by 0.978 and more, different ones' by 0.236 at
 * most. With people's voices it is unproven.
 */
const leastAlike = 0.5

/**
 * Who speaks less than this in all of a long recording is rather a scrap of somebody's voice than one more person, even where
 * it was told apart from them within a window. In an hour of five synthesised voices two scraps of 5 s were left over, alike
 * by 0.95 and 0.97 to the voices that they were of.
 */
const scrapAtMostMs = 10_000

/** A voice in one or more windows. */
type Cluster = { voice: Known; windows: readonly number[] }

/**
 * One numbering of speakers for all windows: the voices that sound most alike become one, again and again (agglomerative,
 * by the cosine of their means), until none are alike enough. Two that were told apart within a window stay two.
 * @param threshold the distance of voices up to which they are one within a window
 * @param atLeast so many there are, as a person says: a scrap may be one of them
 */
export function joinWindows(windows: readonly Found[], threshold: number, atLeast = 0): Found {
  const [first] = windows
  if (!first || windows.length === 1) return first ?? { turns: [], voices: [] }
  const from = Math.max(leastAlike, 1 - threshold)
  const numbered = numberedThrough(windows)
  let turns = numbered.flatMap((window) => window.turns)
  const spoken = spokenBy(turns)
  const into = new Map<number, number>()

  const all = numbered.flatMap(({ voices }, window) =>
    voices.flatMap((voice) => (isKnown(voice) ? [{ voice, windows: [window] }] : [])),
  )
  const enough = ({ voice }: Cluster): boolean => isSubstantial(spoken.get(voice.speaker) ?? 0)
  const clusters = agglomerate(all.filter(enough), from, into)
  // Scraps of a window go where they sound alike, even to somebody of the same window.
  for (const scrap of all.filter((one) => !enough(one)).toSorted(byLength)) {
    const alike = clusters.map(({ voice }) => cosine(voice.embedding, scrap.voice.embedding))
    const nearest = alike.indexOf(Math.max(...alike))
    if ((alike[nearest] ?? -1) >= from) clusters[nearest] = joined(clusters[nearest]!, scrap, into)
    else clusters.push(scrap)
  }
  scatterScraps(clusters, { spoken, from, into, atLeast })
  turns = turns.map((turn) => ({ ...turn, speaker: becomes(turn.speaker, into) }))
  // Whom they are like of whom nothing was heard alone, nobody knows.
  for (const { speaker, embedding } of numbered.flatMap(({ voices }) => voices))
    if (embedding === null) turns = rename(turns, speaker, beside(turns, speaker))
  return { turns, voices: clusters.map(({ voice }) => voice) }
}

/** Whom a voice has become part of in the end. */
function becomes(speaker: number, into: ReadonlyMap<number, number>): number {
  const next = into.get(speaker)
  return next === undefined ? speaker : becomes(next, into)
}

const isKnown = (voice: Found['voices'][number]): voice is Known => voice.embedding !== null
const byLength = (a: Cluster, b: Cluster): number => b.voice.cleanMs - a.voice.cleanMs

/** Speakers' numbers that no two windows share. */
function numberedThrough(windows: readonly Found[]): Found[] {
  let next = 0
  return windows.map(({ turns, voices }) => {
    const numbers = new Map<number, number>()
    for (const { speaker } of [...turns, ...voices]) if (!numbers.has(speaker)) numbers.set(speaker, next++)
    const anew = <T extends { speaker: number }>(one: T): T => ({
      ...one,
      speaker: numbers.get(one.speaker)!,
    })
    return { turns: turns.map(anew), voices: voices.map(anew) }
  })
}

/** Hours have hundreds of voices in their windows, so likeness is worked out once for each pair. */
function agglomerate(voices: readonly Cluster[], from: number, into: Map<number, number>): Cluster[] {
  const left = [...voices]
  const likeness = (a: Cluster, b: Cluster): number =>
    a.windows.some((window) => b.windows.includes(window)) ? -1 : cosine(a.voice.embedding, b.voice.embedding)
  const alike = left.map((a) => left.map((b) => likeness(a, b)))
  for (;;) {
    let best = { i: -1, j: -1, value: from }
    for (let i = 0; i < left.length; i++)
      for (let j = i + 1; j < left.length; j++)
        if (alike[i]![j]! >= best.value) best = { i, j, value: alike[i]![j]! }
    const { i, j } = best
    if (i === -1) return left
    left[i] = joined(left[i]!, left[j]!, into)
    left.splice(j, 1)
    alike.splice(j, 1)
    for (const row of alike) row.splice(j, 1)
    for (const [k, other] of left.entries()) {
      const value = likeness(left[i], other)
      alike[i]![k] = value
      alike[k]![i] = value
    }
  }
}

/** Voices that speak too little in all to be somebody, the least first, become the ones that they are most like. */
function scatterScraps(
  clusters: Cluster[],
  {
    spoken,
    from,
    into,
    atLeast,
  }: { spoken: ReadonlyMap<number, number>; from: number; into: Map<number, number>; atLeast: number },
): void {
  const totals = new Map<number, number>()
  for (const [speaker, ms] of spoken) {
    const whose = becomes(speaker, into)
    totals.set(whose, (totals.get(whose) ?? 0) + ms)
  }
  const total = ({ voice }: Cluster): number => totals.get(voice.speaker) ?? 0
  const small = clusters.filter((one) => total(one) < scrapAtMostMs).toSorted((a, b) => total(a) - total(b))
  for (const one of small) {
    if (clusters.length <= atLeast) return
    const others = clusters.filter((other) => other !== one)
    const alike = others.map(({ voice }) => cosine(voice.embedding, one.voice.embedding))
    const nearest = others[alike.indexOf(Math.max(...alike))]
    if (!nearest || Math.max(...alike) < from) continue
    clusters[clusters.indexOf(nearest)] = joined(nearest, one, into)
    clusters.splice(clusters.indexOf(one), 1)
  }
}

function joined(one: Cluster, gone: Cluster, into: Map<number, number>): Cluster {
  into.set(gone.voice.speaker, one.voice.speaker)
  return { voice: mergedVoice(one.voice, gone.voice), windows: [...one.windows, ...gone.windows] }
}
