import type { CaptureFacts } from '#contract/capture.ts'
import { notRecorded, pausedFor } from '../../ui/breaks.ts'
import { dateAndTime, spokenPosition } from '../../ui/format.ts'

/** How a recording was made, in words. */

/** "Recorded by Grace Chan on 3 April 2026, 09:00; those present were told, as Tom Reed said on 3 April 2026, 09:05." */
export function recordedBy({ startedBy, startedAt, peopleTold, statements }: CaptureFacts): string {
  const by = startedBy ? `Recorded by ${startedBy}` : 'Recorded by someone who has since left'
  const first = statements.findIndex(({ told }) => told)
  const [firstTold, ...changes] = first === -1 ? statements : statements.slice(first)
  const told =
    peopleTold === null
      ? ''
      : firstTold?.told
        ? `; everyone present was told${saidBy(firstTold)}`
        : peopleTold
          ? '; everyone present was told'
          : '; that everyone present was told was not confirmed'
  const later = firstTold?.told
    ? changes.map((one) => `; ${one.told ? 'told' : 'not told'}${saidBy(one)}`)
    : []
  return `${by} on ${dateAndTime(startedAt) ?? startedAt}${told}${later.join('')}.`
}

function saidBy({ by, at }: CaptureFacts['statements'][number]): string {
  const time = dateAndTime(at)
  return by && time ? `, as ${by} said on ${time}` : ''
}

/** "All of it", or how much of the time is there. */
export function completeness({ elapsed, captured, transcribed, gaps, pauses, takes }: CaptureFacts): string {
  const missing = gaps.reduce((sum, { length }) => sum + length, 0)
  const sound = `${spokenPosition(captured)} of audio${elapsed === null ? '' : ` in ${spokenPosition(elapsed)}`}`
  const pause = pauses.reduce((sum, { length }) => sum + length, 0)
  const paused = pause > 0 ? `, ${pausedFor(pause).toLowerCase()}` : ''
  const twice = takes.reduce((sum, { length }) => sum + length, 0)
  const both = twice > 0 ? `, ${spokenPosition(twice)} on two devices at the same time` : ''
  const lost = missing > 0 ? `, ${notRecorded(missing)}` : ''
  return `${sound}${both}${paused}${lost}; ${spokenPosition(transcribed)} transcribed.`
}
