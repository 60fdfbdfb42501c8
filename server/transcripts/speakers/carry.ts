import type { Namings } from './store.ts'

type Spoken = { start_ms: number; end_ms: number; speaker: string | null }

/** Of what a speaker says, so much must lie where the one before spoke. */
const sameFrom = 0.5

/** Who of `after` speaks where who of `before` did, by label: each goes to one at most. */
export function sameSpeakers(before: readonly Spoken[], after: readonly Spoken[]): Map<string, string> {
  const shared = overlaps(before, after)
  const pairs = [...shared]
    .flatMap(([to, { total, by }]) => [...by].map(([from, ms]) => ({ to, from, ms, share: ms / total })))
    .filter(({ share }) => share >= sameFrom)
    .sort((a, b) => b.ms - a.ms)
  const same = new Map<string, string>()
  const taken = new Set<string>()
  for (const { to, from } of pairs) {
    if (same.has(from) || taken.has(to)) continue
    taken.add(to)
    same.set(from, to)
  }
  return same
}

/**
 * What people have said of speakers, for a version that was made anew: it goes to whoever speaks at the same times, so it
 * holds where the labels have changed places, and ends where the turns are others.
 */
export function carryNamings(namings: Namings, before: readonly Spoken[], after: readonly Spoken[]): Namings {
  const named = before.filter(({ speaker }) => speaker !== null && namings.has(speaker))
  return new Map([...sameSpeakers(named, after)].map(([from, to]) => [to, namings.get(from)!]))
}

type Shared = Map<string, { total: number; by: Map<string, number> }>

/** For how long each speaker of one version speaks, and where each of another does; both in order of time. */
function overlaps(before: readonly Spoken[], after: readonly Spoken[]): Shared {
  const shared: Shared = new Map()
  let first = 0
  for (const segment of after) {
    if (segment.speaker === null) continue
    const mine = shared.get(segment.speaker) ?? { total: 0, by: new Map<string, number>() }
    shared.set(segment.speaker, mine)
    mine.total += segment.end_ms - segment.start_ms
    while (first < before.length && before[first]!.end_ms <= segment.start_ms) first++
    for (let i = first; i < before.length && before[i]!.start_ms < segment.end_ms; i++) {
      const { start_ms, end_ms, speaker } = before[i]!
      const ms = Math.min(end_ms, segment.end_ms) - Math.max(start_ms, segment.start_ms)
      if (speaker !== null && ms > 0) mine.by.set(speaker, (mine.by.get(speaker) ?? 0) + ms)
    }
  }
  return shared
}
