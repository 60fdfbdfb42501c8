import type { CaptureFacts, Gap } from '#contract/capture.ts'
import { dateAndTime, spokenPosition } from '../../ui/format.ts'

/** How a recording was made, in words. */

/** "Recorded by Grace Chan on 3 April 2026, 09:00; those present were told." */
export function recordedBy({ startedBy, startedAt, peopleTold, toldBy, toldAt }: CaptureFacts): string {
  const by = startedBy ? `Recorded by ${startedBy}` : 'Recorded by somebody who has left'
  const saidAt = dateAndTime(toldAt)
  const said = toldBy && saidAt ? `, as ${toldBy} said on ${saidAt}` : ''
  const told =
    peopleTold === null
      ? ''
      : peopleTold
        ? `; those present were told${said}`
        : '; that those present were told was not confirmed'
  return `${by} on ${dateAndTime(startedAt) ?? startedAt}${told}.`
}

/** "All of it", or how much of the time is there. */
export function completeness({ elapsed, captured, transcribed, gaps }: CaptureFacts): string {
  const missing = gaps.reduce((sum, { length }) => sum + length, 0)
  const sound = `${spokenPosition(captured)} of sound${elapsed === null ? '' : ` in ${spokenPosition(elapsed)}`}`
  const lost = missing > 0 ? `, ${notRecorded(missing)}` : ''
  return `${sound}${lost}; ${spokenPosition(transcribed)} transcribed.`
}

/** "14 seconds were not recorded" */
export function notRecorded(length: number): string {
  const seconds = Math.round(length)
  if (seconds >= 60) return `${spokenPosition(length)} were not recorded`
  return seconds <= 1 ? '1 second was not recorded' : `${seconds} seconds were not recorded`
}

/** Times of words are not so exact that a segment just before a gap's time could not be after it. In seconds. */
const slack = 0.5

/** What is missing, by the index of the segment that it stands before; after the last one there is one more. */
export function gapsByIndex(
  gaps: readonly Gap[],
  segments: readonly { start: number }[],
): Map<number, number> {
  const placed = new Map<number, number>()
  for (const { at, length } of gaps) {
    const found = segments.findIndex(({ start }) => start >= at - slack)
    const index = found === -1 ? segments.length : found
    placed.set(index, (placed.get(index) ?? 0) + length)
  }
  return placed
}
