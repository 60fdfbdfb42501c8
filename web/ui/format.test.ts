import { describe, expect, it } from 'vitest'
import {
  bytes,
  dateAndTime,
  dayOfYear,
  fileSize,
  longDate,
  minutesAndSeconds,
  position,
  relativeTime,
  shortDate,
  spokenPosition,
  timeLeft,
  timeOfDay,
  withDates,
  writeDatesBritish,
} from './format.ts'

describe('dates', () => {
  it('are written as the specification writes them', () => {
    expect(longDate('2026-04-03T12:00:00Z')).toBe('April 3, 2026')
    expect(shortDate('2026-04-03T12:00:00Z')).toBe('Apr 3, 2026')
    expect(dateAndTime(new Date(2026, 3, 3, 22, 5).toISOString())).toBe('April 3, 2026, 10:05 PM')
    expect(dayOfYear('02-29')).toBe('February 29')
    expect(withDates('Late since 2026-04-03 (s.442(2)), not 12026-04-03.')).toBe(
      'Late since April 3, 2026 (s.442(2)), not 12026-04-03.',
    )
  })

  it('are written the British way where the person wishes', () => {
    writeDatesBritish(true)
    try {
      expect(longDate('2026-04-03T12:00:00Z')).toBe('3 April 2026')
      expect(shortDate('2026-04-03T12:00:00Z')).toBe('3 Apr 2026')
      expect([dayOfYear('04-03'), withDates('by 2026-04-03')]).toEqual(['3 April', 'by 3 April 2026'])
      expect(timeOfDay(new Date(2026, 3, 3, 22, 5).toISOString())).toBe('22:05')
      expect(timeOfDay(new Date(2026, 3, 3, 0, 5).toISOString())).toBe('00:05')
    } finally {
      writeDatesBritish(false)
    }
  })

  it('are null when there is none, so that the caller can say so', () => {
    expect(longDate(null)).toBeNull()
    expect(longDate('yesterday')).toBeNull()
    expect(dateAndTime('')).toBeNull()
    expect(relativeTime(undefined)).toBeNull()
  })
})

describe('relativeTime', () => {
  const now = Date.UTC(2026, 3, 3)
  const day = 86_400
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [-30, 'just now'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [7 * day - 1, '6 days ago'],
    [7 * day, '1 week ago'],
    [27 * day, '3 weeks ago'],
    [28 * day, '1 month ago'],
    [60 * day, '2 months ago'],
    [359 * day, '11 months ago'],
    [360 * day, '1 year ago'],
    [729 * day, '1 year ago'],
    [730 * day, '2 years ago'],
  ])('%i seconds ago is %s', (seconds, words) => {
    expect(relativeTime(new Date(now - seconds * 1000).toISOString(), now)).toBe(words)
  })
})

describe('durations and positions', () => {
  it.each([
    [undefined, '00:00'],
    [null, '00:00'],
    [Number.NaN, '00:00'],
    [Number.POSITIVE_INFINITY, '00:00'],
    [7.6, '00:07'],
    [760, '12:40'],
    [4500, '75:00'],
  ])('minutesAndSeconds(%s) is %s', (seconds, words) => {
    expect(minutesAndSeconds(seconds)).toBe(words)
  })

  it('show hours only where there are any', () => {
    expect(position(7.9)).toBe('0:07')
    expect(position(760)).toBe('12:40')
    expect(position(3723)).toBe('1:02:03')
  })

  it('can be read aloud', () => {
    expect(spokenPosition(0)).toBe('0 seconds')
    expect(spokenPosition(61)).toBe('1 minute 1 second')
    expect(spokenPosition(3600)).toBe('1 hour')
  })

  it('say what is left without false precision', () => {
    expect(timeLeft(12)).toBe('less than a minute left')
    expect(timeLeft(59)).toBe('about 1 minute left')
    expect(timeLeft(170)).toBe('about 3 minutes left')
    expect(timeLeft(4800)).toBe('about 1 h 20 min left')
  })
})

describe('sizes', () => {
  it('choose a unit', () => {
    expect(bytes(1)).toBe('1 byte')
    expect(bytes(1500)).toBe('1.5 KB')
    expect(bytes(1_020_000)).toBe('1.0 MB')
    expect(bytes(220_000_000)).toBe('220 MB')
  })

  it('are in KB in the upload dialog', () => {
    expect(fileSize(127_283)).toBe('127.3 KB')
    expect(fileSize(28)).toBe('0.1 KB')
    expect(fileSize(0)).toBe('0 KB')
    expect(fileSize(12_709_786)).toBe('12,709.8 KB (13 MB)')
  })
})
