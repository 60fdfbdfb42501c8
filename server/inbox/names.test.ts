import { expect, test } from 'vitest'
import { heldBy, isScratch } from './beside.ts'
import type { Found } from './folder.ts'
import { momentOf } from './moments.ts'
import { readName } from './names.ts'
import { createSettling } from './settling.ts'

const at = (day: string, time: string | null = null, utc = false) => ({ day, time, utc })

test.each([
  ['2026-11-19 Board meeting.vtt', 'Board meeting', at('2026-11-19')],
  ['2026-11-19 14.30 Board meeting.vtt', 'Board meeting', at('2026-11-19', '14:30:00')],
  ['Board meeting 19 November 2026.docx', 'Board meeting', at('2026-11-19')],
  ['Board_meeting_19-11-2026.txt', 'Board meeting', at('2026-11-19')],
  ['GMT20261119-100321_Recording.transcript.vtt', 'Meeting', at('2026-11-19', '10:03:21', true)],
  ['GMT20261119-100321_Recording_1920x1080.mp4', 'Meeting', at('2026-11-19', '10:03:21', true)],
  ['2026-11-19 10.03.21 Weekly catch-up/audio_only.m4a', 'Weekly catch-up', at('2026-11-19', '10:03:21')],
  ['Weekly catch-up-20261119_100321-Meeting Recording.mp4', 'Weekly catch-up', at('2026-11-19', '10:03:21')],
  ['Weekly catch-up_2026-11-19.docx', 'Weekly catch-up', at('2026-11-19')],
  [
    'Weekly catch-up (2026-11-19 at 10_03 GMT) - Transcript.txt',
    'Weekly catch-up',
    at('2026-11-19', '10:03:00', true),
  ],
  ['Weekly catch-up_otter_ai.txt', 'Weekly catch-up', null],
  ['Budget 2026 review.txt', 'Budget 2026 review', null],
  ['Plot 20263119 survey.txt', 'Plot 20263119 survey', null],
])('%s is "%s"', (path, title, when) => {
  expect(readName(path)).toMatchObject({ title, when })
})

test('attendees and a company stand in a name, and nothing else is taken for them', () => {
  expect(readName('2026-11-19 Acme Ltd - Board meeting (Jane Smith, Tom O’Brien).vtt')).toMatchObject({
    title: 'Acme Ltd - Board meeting',
    prefix: { name: 'Acme Ltd', rest: 'Board meeting' },
    attendees: ['Jane Smith', 'Tom O’Brien'],
  })
  expect(readName('Board meeting (final version).vtt').attendees).toEqual([])
})

test('a time is one of the place, in summer and in winter', () => {
  expect(momentOf(at('2026-07-01', '14:30:00'), 'Europe/London')).toBe('2026-07-01T13:30:00.000Z')
  expect(momentOf(at('2026-12-01', '14:30:00'), 'Europe/London')).toBe('2026-12-01T14:30:00.000Z')
  expect(momentOf(at('2026-12-01', '14:30:00', true), 'America/New_York')).toBe('2026-12-01T14:30:00.000Z')
  expect(momentOf(at('2026-12-01'), 'America/New_York')).toBe('2026-12-01T17:00:00.000Z')
})

test.each([
  ['minutes.docx', '~$nutes.docx'],
  ['a.docx', '~$a.docx'],
  ['minutes.odt', '.~lock.minutes.odt#'],
  ['meeting.mp4', 'meeting.mp4.part'],
  ['meeting.mp4', 'meeting.k3Jd9x.mp4.part'],
  ['meeting.mp4', 'meeting.mp4.crdownload'],
  ['meeting.mp4', 'meeting.mp4.filepart'],
  ['meeting.mp4', 'Meeting.mp4.tmp'],
  ['meeting.mp4', '.meeting.mp4.aX3f9'],
  ['meeting.mp4', '~syncthing~meeting.mp4.tmp'],
])('%s is not touched while %s stands beside it', (name, lock) => {
  expect(heldBy(name, [name, lock])).toBe(lock)
  expect(isScratch(lock)).toBe(true)
})

test('what macOS leaves and locks of others hold nothing', () => {
  expect(heldBy('meeting.mp4', ['meeting.mp4', '._meeting.mp4', '.DS_Store', 'other.mp4.part'])).toBeNull()
})

test('a file has settled when it has not changed for the time, by our own clock', () => {
  let now = 0
  const settled = createSettling(1000, () => now)
  const file = (more: Partial<Found> = {}): Found[] => [
    { path: 'a.vtt', sidecar: null, mark: '1', bytes: 10, held: null, alone: false, ...more },
  ]
  const look = (ms: number, files: Found[]): number => {
    now += ms
    return settled(files).length
  }
  expect(look(0, file())).toBe(0)
  expect(look(900, file())).toBe(0)
  expect(look(200, file({ mark: '2' }))).toBe(0) // it grew
  expect(look(900, file({ mark: '2', held: 'a.vtt.part' }))).toBe(0)
  expect(look(900, file({ mark: '2' }))).toBe(0)
  expect(look(1100, file({ mark: '2' }))).toBe(1)
  expect(look(100, [])).toBe(0)
  expect(look(5000, file({ mark: '2' }))).toBe(0) // it came anew
})
