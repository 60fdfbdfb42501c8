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
 * gaps before it account for.
 * @param parts in order; `elapsedMs`: when it began by the page's clock (null: it did not say)
 */
export function gapsBetween(parts: { elapsedMs: number | null; durationMs: number }[]): StoredGap[] {
  const gaps: StoredGap[] = []
  let capturedMs = 0
  let missingMs = 0
  for (const { elapsedMs, durationMs } of parts) {
    const lengthMs = elapsedMs === null ? 0 : elapsedMs - capturedMs - missingMs
    if (lengthMs >= leastGapMs) {
      gaps.push({ atMs: capturedMs, lengthMs })
      missingMs += lengthMs
    }
    capturedMs += durationMs
  }
  return gaps
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
