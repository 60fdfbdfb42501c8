import type { Gap } from '#contract/capture.ts'
import { spokenPosition } from './format.ts'

/** Where a recording breaks off and goes on: the person paused, something is missing, another device recorded too, live text left it out, or a source ended by itself. */
export type Break = {
  kind: 'pause' | 'gap' | 'take' | 'skipped' | 'tab' | 'microphone'
  at: number
  length: number
}

type Breaks = { pauses: readonly Gap[]; gaps: readonly Gap[]; takes: readonly Gap[] }

/** In order of time; what is missing stands after a pause at the same place. */
export function breaksOf({ pauses, gaps, takes }: Breaks): Break[] {
  return [
    ...pauses.map(({ at, length }): Break => ({ kind: 'pause', at, length })),
    ...gaps.map(({ at, length }): Break => ({ kind: 'gap', at, length })),
    ...takes.map(({ at, length }): Break => ({ kind: 'take', at, length })),
  ].sort((a, b) => a.at - b.at)
}

/** "14 seconds were not recorded" */
export function notRecorded(length: number): string {
  const seconds = Math.round(length)
  if (seconds >= 60) return `${spokenPosition(length)} were not recorded`
  return seconds <= 1 ? '1 second was not recorded' : `${seconds} seconds were not recorded`
}

/** "Paused for 15 s", "Paused for 1 h 5 min"; the server's format.ts has the same words for the text file. */
export function pausedFor(length: number): string {
  const seconds = Math.max(1, Math.round(length))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = [
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes > 0 ? [`${minutes} min`] : []),
    // After an hour nobody counts the seconds.
    ...(hours === 0 && seconds % 60 > 0 ? [`${seconds % 60} s`] : []),
  ]
  return `Paused for ${parts.join(' ')}`
}

/** By the index of the segment that they stand before; after the last one there is one more. */
export function breaksByIndex(
  breaks: readonly Break[],
  segments: readonly { start: number; end: number }[],
): Map<number, Break[]> {
  const placed = new Map<number, Break[]>()
  for (const one of breaks) {
    // Words do not go on across a break, but their times are not exact.
    const found = segments.findIndex(({ start, end }) => (start + end) / 2 >= one.at)
    const index = found === -1 ? segments.length : found
    placed.set(index, [...(placed.get(index) ?? []), one])
  }
  return placed
}
