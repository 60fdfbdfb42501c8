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
  expect(clock.paused).toBe(60_000)
  // Another page goes on with it.
  expect(new PageClock(1_000_000, clock.paused).elapsed).toBe(7.5)
})
