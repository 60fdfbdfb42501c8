import type { CaptureFacts } from '#contract/capture.ts'
import { notRecorded, pausedFor } from '../../ui/breaks.ts'
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
export function completeness({ elapsed, captured, transcribed, gaps, pauses, takes }: CaptureFacts): string {
  const missing = gaps.reduce((sum, { length }) => sum + length, 0)
  const sound = `${spokenPosition(captured)} of sound${elapsed === null ? '' : ` in ${spokenPosition(elapsed)}`}`
  const pause = pauses.reduce((sum, { length }) => sum + length, 0)
  const paused = pause > 0 ? `, ${pausedFor(pause).toLowerCase()}` : ''
  const twice = takes.reduce((sum, { length }) => sum + length, 0)
  const both = twice > 0 ? `, ${spokenPosition(twice)} on two devices at the same time` : ''
  const lost = missing > 0 ? `, ${notRecorded(missing)}` : ''
  return `${sound}${both}${paused}${lost}; ${spokenPosition(transcribed)} transcribed.`
}
