import { z } from 'zod'

/** Sound that was not captured, or a pause that the person made; `atMs` in the time of the recording that there is. */
export type StoredGap = { atMs: number; lengthMs: number }

/** Two clocks, and the time that a recorder takes to begin: less is no gap. */
export const leastGapMs = 1500
/** Less is a slip of the finger; the sound is cut there all the same. */
const leastPauseMs = 500

const stored = z.array(z.tuple([z.number(), z.number()]))
const storedJoints = z.array(z.number())

export const writeGaps = (gaps: StoredGap[]): string =>
  JSON.stringify(gaps.map(({ atMs, lengthMs }) => [Math.round(atMs), Math.round(lengthMs)]))

export const readGaps = (json: string): StoredGap[] =>
  stored.parse(JSON.parse(json)).map(([atMs, lengthMs]) => ({ atMs, lengthMs }))

export const readJoints = (json: string): number[] => storedJoints.parse(JSON.parse(json))

/** A part of a recording, and what its page's clock said when it began; null: it did not say. */
export type ClockedPart = {
  /** Whose clock it is. */
  clock: string | null
  /** Since the recording began, without pauses. */
  elapsedMs: number | null
  /** How long the person had paused in all. */
  pausedMs: number | null
  /** The same when its page was last heard in a pause after it; null: it was in none. */
  pausedAtEndMs: number | null
  /** By the sound, and as many chunks of about a second as another page would have counted. */
  durationMs: number
  chunks: number
}

/** What is known of how the parts of a recording follow one another. */
export type Breaks = {
  gaps: StoredGap[]
  pauses: StoredGap[]
  /** Where one part ends and the next begins: nobody's words go on across it. Whole milliseconds. */
  joints: number[]
  /** Where a part begins that was recorded on another device while the one before was; how much of it lies in the same time. */
  takes: StoredGap[]
}

/**
 * What is missing between the parts of a recording: where a part began later, by the page's clock, than the sound and the
 * gaps before it account for. And what is not missing: how much longer the person had paused than when the part before began.
 *
 * Another page's clock does not know that of the page before. It began from what the server said: that page's last part, a
 * second for each of its chunks, and how long nothing had come since. So what it says beyond those, and beyond the pause that
 * the page before told of, is what nobody recorded; from then on it is compared with itself.
 * @param parts in order
 * @returns `aheadMs`: so much more than was recorded and is missing the last clock says; `endMs`: all that, laid by clock
 */
export function readClock(parts: ClockedPart[]): Breaks & { aheadMs: number; endMs: number } {
  const found: Breaks = { gaps: [], pauses: [], joints: [], takes: [] }
  const pausedBy = new Map<string | null, number | null>()
  let capturedMs = 0
  // On one time line, where parts may overlap: up to where anything is recorded or missing, and where the last part ends.
  let reachedMs = 0
  let lastEndMs = 0
  let aheadMs = 0
  let last: ClockedPart | undefined
  for (const part of parts) {
    const { clock, elapsedMs, pausedMs, durationMs } = part
    const changed = last !== undefined && clock !== last.clock
    // One that has come back after another page knows of its own pauses, and has counted the other's time among them.
    const before = pausedBy.has(clock) ? (changed ? null : pausedBy.get(clock)!) : 0
    if (pausedMs !== null && before !== null && pausedMs - before >= leastPauseMs)
      add(found.pauses, capturedMs, pausedMs - before)
    pausedBy.set(clock, pausedMs)
    const lastPauseMs = changed ? pauseAfter(last!) : 0
    if (lastPauseMs >= leastPauseMs) add(found.pauses, capturedMs, lastPauseMs)
    let startMs = reachedMs
    if (elapsedMs !== null) {
      const sinceMs = changed ? elapsedMs - countedAtEnd(last!, parts) - lastPauseMs : 0
      const clockedMs = changed
        ? lastEndMs + (sinceMs < 0 ? overlap(last!, elapsedMs - lastPauseMs, sinceMs) : sinceMs)
        : elapsedMs - aheadMs
      const lengthMs = clockedMs - reachedMs
      if (lengthMs >= leastGapMs) {
        add(found.gaps, capturedMs, lengthMs)
        reachedMs += lengthMs
        startMs = reachedMs
      } else if (lengthMs <= -leastGapMs && (changed || lastEndMs < reachedMs))
        startMs = Math.max(0, clockedMs)
      if (changed) aheadMs = elapsedMs - startMs
    }
    if (Math.round(capturedMs) > (found.joints.at(-1) ?? 0)) found.joints.push(Math.round(capturedMs))
    lastEndMs = startMs + durationMs
    const sameTimeMs = Math.min(reachedMs, lastEndMs) - startMs
    if (sameTimeMs >= leastGapMs) add(found.takes, capturedMs, sameTimeMs)
    reachedMs = Math.max(reachedMs, lastEndMs)
    capturedMs += durationMs
    last = part
  }
  return { ...found, aheadMs, endMs: reachedMs }
}

/** How long the person paused after this part, as far as its page told. */
const pauseAfter = ({ pausedMs, pausedAtEndMs }: ClockedPart): number =>
  pausedMs === null || pausedAtEndMs === null ? 0 : Math.max(0, pausedAtEndMs - pausedMs)

/** What a page that goes on after this part takes its end for. */
function countedAtEnd(last: ClockedPart, parts: ClockedPart[]): number {
  const chunksBefore = parts.slice(0, parts.indexOf(last)).reduce((sum, { chunks }) => sum + chunks, 0)
  return (last.elapsedMs ?? chunksBefore * 1000) + last.chunks * 1000
}

/** So much of the part before was still to come when this one began; its last chunk is a shorter one than was counted. */
const overlap = ({ elapsedMs, durationMs }: ClockedPart, beganMs: number, countedMs: number): number =>
  elapsedMs === null ? countedMs : Math.min(0, Math.max(countedMs, beganMs - elapsedMs - durationMs))

/** A part between them may have held no sound. */
function add(list: StoredGap[], atMs: number, lengthMs: number): void {
  const last = list.at(-1)
  if (last && last.atMs === atMs) last.lengthMs += lengthMs
  else list.push({ atMs, lengthMs })
}

/** Those between the parts, and the one at the end, where the page's clock went on without sound. */
export function allGaps({
  between,
  takes,
  capturedMs,
  elapsedMs,
}: {
  between: StoredGap[]
  takes: StoredGap[]
  capturedMs: number
  /** At the end; null: nobody said, or it has not ended. */
  elapsedMs: number | null
}): StoredGap[] {
  if (elapsedMs === null) return between
  const all = (list: StoredGap[]): number => list.reduce((sum, { lengthMs }) => sum + lengthMs, 0)
  const lengthMs = elapsedMs - (capturedMs - all(takes)) - all(between)
  return lengthMs < leastGapMs ? between : [...between, { atMs: capturedMs, lengthMs }]
}
