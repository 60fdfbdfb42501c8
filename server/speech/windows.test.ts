import { expect, test } from 'vitest'
import { planWindows, quietest } from './windows.ts'

const rate = 16
/** Loud but for pauses, in milliseconds. */
function sound(ms: number, pauses: [from: number, to: number][]): Int16Array {
  const samples = Int16Array.from({ length: ms * rate }, (_, i) => (i % 2 === 0 ? 9000 : -9000))
  for (const [from, to] of pauses) samples.fill(0, from * rate, to * rate)
  return samples
}

test('the quietest stretch is cut in its middle, of several the nearest to where it would be even', () => {
  expect(quietest(sound(4000, [[1000, 1400]]))).toBe(1200)
  expect(
    quietest(
      sound(4000, [
        [100, 500],
        [2200, 2600],
      ]),
    ),
  ).toBe(2400)
  expect(quietest(sound(200, []))).toBe(100)
})

test('a recording is cut into equal windows, give or take, that leave nothing out', async () => {
  const all = sound(100_000, [
    [31_000, 31_400],
    [70_000, 71_000],
  ])
  const read = async (fromMs: number, toMs: number) => all.subarray(fromMs * rate, toMs * rate)
  expect(await planWindows(100_000, 100_000, read)).toEqual([{ startMs: 0, endMs: 100_000 }])
  const windows = await planWindows(100_000, 40_000, read)
  expect(windows).toHaveLength(3)
  expect(windows[0]).toEqual({ startMs: 0, endMs: 31_200 })
  expect(windows[1]!.startMs).toBe(31_200)
  expect(windows[1]!.endMs).toBeGreaterThanOrEqual(70_200)
  expect(windows[2]).toEqual({ startMs: windows[1]!.endMs, endMs: 100_000 })
})
