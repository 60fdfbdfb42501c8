import { expect, test } from 'vitest'
import { allGaps, readClock, type ClockedPart } from './gaps.ts'

/** A part of ten seconds. */
const part = (clock: string, elapsed: number | null, paused: number | null = null): ClockedPart => ({
  clock,
  elapsedMs: elapsed === null ? null : elapsed * 1000,
  pausedMs: paused === null ? null : paused * 1000,
  pausedAtEndMs: null,
  durationMs: 10_000,
  chunks: 10,
})

test('a pause is no gap, and a gap no pause', () => {
  expect(readClock([part('a', 0, 0), part('a', 10, 15), part('a', 24, 15), part('a', 34, 7215)])).toEqual({
    gaps: [{ atMs: 20_000, lengthMs: 4000 }],
    pauses: [
      { atMs: 10_000, lengthMs: 15_000 },
      { atMs: 30_000, lengthMs: 7_200_000 },
    ],
    joints: [10_000, 20_000, 30_000],
    takes: [],
    aheadMs: 0,
    endMs: 44_000,
  })
})

test('a pause before the first sound, and two with no sound between them', () => {
  const empty = { ...part('a', 10, 20), durationMs: 0, chunks: 0 }
  expect(readClock([part('a', 0, 3), empty, part('a', 10, 25)])).toMatchObject({
    gaps: [],
    pauses: [
      { atMs: 0, lengthMs: 3000 },
      { atMs: 10_000, lengthMs: 22_000 },
    ],
    joints: [10_000],
  })
})

test('where a page does not say how long it paused, nothing is said of pauses', () => {
  expect(readClock([part('a', 0), part('a', 10), part('a', 20, 7)])).toMatchObject({ gaps: [], pauses: [] })
})

test('another device: what nobody recorded is a gap, and its own clock counts from then on', () => {
  // The phone begins 30 s after the laptop's last sound; the laptop comes back 5 s after the phone's.
  const parts = [part('laptop', 0, 0), part('phone', 40, 0), part('phone', 50, 8), part('laptop', 65, 300)]
  expect(readClock(parts)).toMatchObject({
    gaps: [
      { atMs: 10_000, lengthMs: 30_000 },
      { atMs: 30_000, lengthMs: 5000 },
    ],
    pauses: [{ atMs: 20_000, lengthMs: 8000 }],
    aheadMs: 0,
  })
})

test('another device goes on after a pause that the first one told of: only the rest is missing', () => {
  const first = { ...part('laptop', 0, 5), pausedAtEndMs: 65_000 }
  expect(readClock([first, part('phone', 80, 0), part('phone', 90, 0)])).toMatchObject({
    gaps: [{ atMs: 10_000, lengthMs: 10_000 }],
    pauses: [
      { atMs: 0, lengthMs: 5000 },
      { atMs: 10_000, lengthMs: 60_000 },
    ],
    aheadMs: 60_000,
  })
})

test('two devices at the same time: time counts once, and nothing is missing where one of them recorded', () => {
  // The laptop was offline from its third second on; the phone went on at 5 s, and the laptop's sound came late.
  const laptop = part('laptop', 0, 0)
  expect(readClock([laptop, part('phone', 5, 0)])).toMatchObject({
    gaps: [],
    takes: [{ atMs: 10_000, lengthMs: 5000 }],
    joints: [10_000],
    aheadMs: 0,
    endMs: 15_000,
  })
  // The second lies within the first, and goes on later: the gap is what neither recorded.
  const long = { ...laptop, durationMs: 30_000, chunks: 30 }
  expect(readClock([long, part('phone', 8, 0), part('phone', 36, 0)])).toMatchObject({
    gaps: [{ atMs: 40_000, lengthMs: 6000 }],
    takes: [{ atMs: 30_000, lengthMs: 10_000 }],
    endMs: 46_000,
  })
})

test('at the end nothing is invented where two devices recorded at the same time', () => {
  const takes = [{ atMs: 10_000, lengthMs: 5000 }]
  expect(allGaps({ between: [], takes, capturedMs: 20_000, elapsedMs: 15_000 })).toEqual([])
  expect(allGaps({ between: [], takes, capturedMs: 20_000, elapsedMs: 19_000 })).toEqual([
    { atMs: 20_000, lengthMs: 4000 },
  ])
})
