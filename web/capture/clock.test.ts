import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageClock } from './clock.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

it('counts everything since the beginning but the pauses that the person made', () => {
  const clock = new PageClock()
  vi.advanceTimersByTime(5000)
  clock.pause()
  vi.advanceTimersByTime(60_000)
  expect(clock.elapsed).toBe(5)
  clock.pause()
  clock.resume()
  clock.resume()
  vi.advanceTimersByTime(2500)
  expect(clock.elapsed).toBe(7.5)
  expect(clock.paused).toBe(60)
  // Another page goes on with it.
  const next = new PageClock(clock.elapsed, clock.paused)
  vi.advanceTimersByTime(1000)
  expect(next.elapsed).toBe(8.5)
  next.pause()
  vi.advanceTimersByTime(500)
  expect([next.elapsed, next.paused, next.stands]).toEqual([8.5, 60.5, true])
})

/** The wall clock is set; the steady one, and every timer, know nothing of it. */
const setWallClock = (by: number) => vi.setSystemTime(Date.now() + by)

it('goes on while the machine is asleep, whose steady clock stands, and in a pause does not', () => {
  const clock = new PageClock()
  vi.advanceTimersByTime(1000)
  setWallClock(90_000)
  expect(clock.elapsed).toBe(91)
  clock.pause()
  setWallClock(600_000)
  expect(clock.paused).toBe(600)
  clock.resume()
  vi.advanceTimersByTime(2000)
  expect(clock.elapsed).toBe(93)
})

it('is not moved by a wall clock that is corrected, set back, or that was in another year', () => {
  const clock = new PageClock()
  for (const by of [900, -3600_000, 3 * 365 * 24 * 3600_000]) {
    vi.advanceTimersByTime(1000)
    setWallClock(by)
  }
  expect(clock.elapsed).toBe(3)
})
