import { z } from 'zod'

/** Sound that was not captured; `atMs` in the time of the recording that there is. */
export type StoredGap = { atMs: number; lengthMs: number }

/** Two clocks, and the time that a recorder takes to begin: less is no gap. */
export const leastGapMs = 1500

const stored = z.array(z.tuple([z.number(), z.number()]))

export const writeGaps = (gaps: StoredGap[]): string =>
  JSON.stringify(gaps.map(({ atMs, lengthMs }) => [Math.round(atMs), Math.round(lengthMs)]))

export const readGaps = (json: string): StoredGap[] =>
  stored.parse(JSON.parse(json)).map(([atMs, lengthMs]) => ({ atMs, lengthMs }))

/**
 * What is missing between the parts of a recording: where a part began later, by the page's clock, than the sound and the
 * gaps before it account for. Another page's clock knows nothing of the pauses made on the first one, so it counts from
 * where its own first part begins.
 * @param parts in order; `clock`: whose it is, `elapsedMs`: what it said when the part began (null: nothing)
 * @returns `aheadMs`: so much more than was recorded and is missing the last clock says, for pauses on another page
 */
export function readClock(parts: { clock: string | null; elapsedMs: number | null; durationMs: number }[]): {
  gaps: StoredGap[]
  aheadMs: number
} {
  const gaps: StoredGap[] = []
  let capturedMs = 0
  let missingMs = 0
  let aheadMs = 0
  let last: string | null | undefined
  for (const { clock, elapsedMs, durationMs } of parts) {
    if (elapsedMs !== null) {
      if (last !== undefined && clock !== last) aheadMs = elapsedMs - capturedMs - missingMs
      last = clock
      const lengthMs = elapsedMs - aheadMs - capturedMs - missingMs
      if (lengthMs >= leastGapMs) {
        gaps.push({ atMs: capturedMs, lengthMs })
        missingMs += lengthMs
      }
    }
    capturedMs += durationMs
  }
  return { gaps, aheadMs }
}

/** Those between the parts, and the one at the end, where the page's clock went on without sound. */
export function allGaps({
  between,
  capturedMs,
  elapsedMs,
}: {
  between: StoredGap[]
  capturedMs: number
  /** At the end; null: nobody said, or it has not ended. */
  elapsedMs: number | null
}): StoredGap[] {
  if (elapsedMs === null) return between
  const missingMs = between.reduce((sum, gap) => sum + gap.lengthMs, 0)
  const lengthMs = elapsedMs - capturedMs - missingMs
  return lengthMs < leastGapMs ? between : [...between, { atMs: capturedMs, lengthMs }]
}
