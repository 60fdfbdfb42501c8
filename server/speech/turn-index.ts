import type { Turn } from './diarise.ts'

/** Answers what turns say of a stretch of time; quickly for thousands of turns and words. Milliseconds. */
export type TurnIndex = {
  /** Who speaks in it, and for how long; whoever speaks most first. */
  speaking(startMs: number, endMs: number): { speaker: string; ms: number }[]
  /** Who speaks nearest to it, not further away than `withinMs`. */
  nearest(startMs: number, endMs: number, withinMs: number): string | null
  /** For how long two or more speak at once in it. */
  overlapped(startMs: number, endMs: number): number
}

/** @param turns in any order */
export function createTurnIndex(turns: Turn[]): TurnIndex {
  const sorted = turns.toSorted((a, b) => a.startMs - b.startMs)
  // Up to each turn, where the latest of them ends: what ended before a moment need not be looked at.
  const reach: number[] = []
  for (const { endMs } of sorted) reach.push(Math.max(reach.at(-1) ?? 0, endMs))

  /** The turns that touch a stretch. */
  function within(startMs: number, endMs: number): Turn[] {
    const found: Turn[] = []
    for (let i = firstWhere(reach, (end) => end >= startMs); i < sorted.length; i++) {
      const turn = sorted[i]!
      if (turn.startMs > endMs) break
      if (turn.endMs >= startMs) found.push(turn)
    }
    return found
  }

  const common = (turn: Turn, startMs: number, endMs: number): number =>
    Math.max(0, Math.min(turn.endMs, endMs) - Math.max(turn.startMs, startMs))

  return {
    speaking(startMs, endMs) {
      const spoken = new Map<string, number>()
      for (const turn of within(startMs, endMs))
        spoken.set(turn.speaker, (spoken.get(turn.speaker) ?? 0) + common(turn, startMs, endMs))
      return [...spoken]
        .map(([speaker, ms]) => ({ speaker, ms }))
        .filter(({ ms }) => ms > 0 || startMs === endMs)
        .toSorted((a, b) => b.ms - a.ms)
    },

    nearest(startMs, endMs, withinMs) {
      const away = (turn: Turn): number => Math.max(turn.startMs - endMs, startMs - turn.endMs)
      const [best] = within(startMs - withinMs, endMs + withinMs).toSorted((a, b) => away(a) - away(b))
      return best?.speaker ?? null
    },

    overlapped(startMs, endMs) {
      const edges = within(startMs, endMs)
        .flatMap((turn) => [
          { at: Math.max(turn.startMs, startMs), step: 1, speaker: turn.speaker },
          { at: Math.min(turn.endMs, endMs), step: -1, speaker: turn.speaker },
        ])
        .toSorted((a, b) => a.at - b.at || a.step - b.step)
      let ms = 0
      let last = startMs
      const speaking = new Map<string, number>()
      for (const { at, step, speaker } of edges) {
        if ([...speaking.values()].filter((count) => count > 0).length > 1) ms += at - last
        speaking.set(speaker, (speaking.get(speaker) ?? 0) + step)
        last = at
      }
      return ms
    },
  }
}

/** The first index whose value fits, of values that fit from some place on; the length when none does. */
function firstWhere(values: number[], fits: (value: number) => boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(values[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
