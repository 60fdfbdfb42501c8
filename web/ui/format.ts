import { useSyncExternalStore } from 'react'
import { writeStored, readStored } from './browser-storage.ts'

/**
 * How dates, times and amounts are written, as the specification has it: "April 3, 2026", 12-hour time, MM:SS.
 * The setting "British dates" changes dates and times everywhere.
 * Every function takes what the API gives (ISO text, seconds, bytes).
 */

// The appliance's own time zone, which the server writes into the page: a meeting's time is the same for everybody.
const timeZone = globalThis.document?.documentElement.dataset.timezone

type Formats = Record<'long' | 'short' | 'ofYear' | 'time', Intl.DateTimeFormat>

function formatsOf(locale: string, hour: Intl.DateTimeFormatOptions): Formats {
  const day = { timeZone, day: 'numeric', year: 'numeric' } as const
  return {
    long: new Intl.DateTimeFormat(locale, { ...day, month: 'long' }),
    short: new Intl.DateTimeFormat(locale, { ...day, month: 'short' }),
    ofYear: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long' }),
    time: new Intl.DateTimeFormat(locale, { timeZone, minute: '2-digit', ...hour }),
  }
}

/** The specification's: "April 3, 2026", "10:42 AM". */
const specified = formatsOf('en-US', { hour: 'numeric', hour12: true })
/** The setting "British dates": "3 April 2026", "10:42" and "22:05". */
const british = formatsOf('en-GB', { hour: '2-digit', hourCycle: 'h23' })

const keptAs = 'britishDates'
let formats = readStored(keptAs) === 'on' ? british : specified
const listeners = new Set<() => void>()

/** Has every date from now on written the British way, or not; this browser remembers it for its next first paint. */
export function writeDatesBritish(on: boolean): void {
  const chosen = on ? british : specified
  if (chosen === formats) return
  formats = chosen
  writeStored(keptAs, on ? 'on' : 'off')
  for (const listener of listeners) listener()
}

/** True while dates are written the British way; renders again when that changes. */
export function useBritishDates(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => formats === british,
  )
}

function parse(iso: string | null | undefined): Date | null {
  if (!iso) return null
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : date
}

/** "April 3, 2026"; null when there is no date in it. */
export function longDate(iso: string | null | undefined): string | null {
  const date = parse(iso)
  return date && formats.long.format(date)
}

/** "April 3", of "04-03": a day of every year. */
export function dayOfYear(monthAndDay: string): string {
  const date = parse(`2024-${monthAndDay}`) // a leap year
  return date ? formats.ofYear.format(date) : monthAndDay
}

/** The days in a sentence of the server's (2026-04-03), as they are written here. */
export const withDates = (sentence: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => longDate(day) ?? day)

/** "Apr 3, 2026"; null when there is no date in it. */
export function shortDate(iso: string | null | undefined): string | null {
  const date = parse(iso)
  return date && formats.short.format(date)
}

/** "10:42 AM"; null when there is no date in it. */
export function timeOfDay(iso: string | null | undefined): string | null {
  const date = parse(iso)
  // Some versions of ICU put a narrow space before AM and PM.
  return date && formats.time.format(date).replace(/\s/g, ' ')
}

/** "April 3, 2026, 10:42 AM"; null when there is no date in it. */
export function dateAndTime(iso: string | null | undefined): string | null {
  const date = longDate(iso)
  return date && `${date}, ${timeOfDay(iso)}`
}

function count(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** "just now", "5 minutes ago" … "2 years ago"; a month is 30 days and a year 365. Null when there is no date in it. */
export function relativeTime(iso: string | null | undefined, now: number = Date.now()): string | null {
  const date = parse(iso)
  if (!date) return null
  const seconds = Math.floor((now - date.getTime()) / 1000)
  if (seconds < 60) return 'just now'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${count(minutes, 'minute')} ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${count(hours, 'hour')} ago`
  const days = Math.floor(hours / 24)
  if (days < 7) return `${count(days, 'day')} ago`
  const weeks = Math.floor(days / 7)
  if (weeks < 4) return `${count(weeks, 'week')} ago`
  // Days 28 and 29 are four weeks and not yet a month of 30 days; 360 to 364 likewise.
  const months = Math.max(1, Math.floor(days / 30))
  if (months < 12) return `${count(months, 'month')} ago`
  return `${count(Math.max(1, Math.floor(days / 365)), 'year')} ago`
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

/** MM:SS, minutes running past 59: 4500 s is "75:00". Nothing, or no number, is "00:00". */
export function minutesAndSeconds(seconds: number | null | undefined): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds ?? 0)) : 0
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

/** A position in the sound: "0:07", "12:40", "1:02:03". */
export function position(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** The same for ears: "1 hour 2 minutes 3 seconds". */
export function spokenPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return [
    ...(hours ? [count(hours, 'hour')] : []),
    ...(minutes ? [count(minutes, 'minute')] : []),
    ...(whole % 60 || whole < 60 ? [count(whole % 60, 'second')] : []),
  ].join(' ')
}

/** "191 seconds": begun ones do not count, as on the clocks. */
export const seconds = (n: number): string => count(Math.max(0, Math.floor(n)), 'second')

/** "less than a minute left", "about 3 minutes left", "about 1 h 20 min left". */
export function timeLeft(seconds: number): string {
  if (seconds < 50) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${count(Math.max(1, minutes), 'minute')} left`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}

/** "812 bytes", "3.4 KB", "1.2 GB", as disks and downloads count: a kilobyte is 1000 bytes. The CLI says the same. */
export function bytes(n: number): string {
  if (n < 1000) return count(Math.round(n), 'byte')
  const units = ['KB', 'MB', 'GB', 'TB']
  let value = n / 1000
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** "609.9 KB", as the upload dialog shows a chosen file; "12,709.8 KB (13 MB)" where its progress counts in another unit. */
export function fileSize(n: number): string {
  // A file of a few words is not "0 KB".
  const kilobytes = `${((n > 0 ? Math.max(100, n) : 0) / 1000).toLocaleString('en-GB', { maximumFractionDigits: 1 })} KB`
  const short = bytes(n)
  return n < 1000 || short.endsWith('KB') ? kilobytes : `${kilobytes} (${short})`
}

/** "42%" */
export function percent(n: number): string {
  return `${Math.floor(n)}%`
}

/** "07:05", "1:02:03": a clock whose width does not change in its first hour. */
export function clockReading(seconds: number): string {
  return seconds < 3600 ? minutesAndSeconds(seconds) : position(seconds)
}
