import { expect, test } from 'vitest'
import { attendeesMoved } from './attendees.ts'
import { carryNamings, sameSpeakers } from './carry.ts'

const said = (...turns: [number, number, string | null][]) =>
  turns.map(([from, to, speaker]) => ({ start_ms: from * 1000, end_ms: to * 1000, speaker }))
const ann = { name: 'Ann Lee', dismissed: [] }
const ben = { name: null, dismissed: ['Tom'] }
const namings = new Map<string, { name: string | null; dismissed: string[] }>([
  ['Speaker 1', ann],
  ['Speaker 2', ben],
])
const before = said([0, 10, 'Speaker 1'], [10, 20, 'Speaker 2'], [20, 30, 'Speaker 1'], [30, 40, null])

test('names follow the turns, whatever the labels are now', () => {
  expect(carryNamings(namings, before, before)).toEqual(namings)
  const swapped = said(
    [0, 9.5, 'Speaker 2'],
    [10.5, 20, 'Speaker 1'],
    [20, 30, 'Speaker 2'],
    [30, 40, 'Speaker 3'],
  )
  expect(carryNamings(namings, before, swapped)).toEqual(
    new Map<string, unknown>([
      ['Speaker 2', ann],
      ['Speaker 1', ben],
    ]),
  )
})

test('a name goes to one speaker, and to nobody whose turns are others', () => {
  const divided = said([0, 10, 'Speaker 1'], [10, 20, 'Speaker 2'], [20, 24, 'Speaker 3'])
  expect(carryNamings(namings, before, divided).get('Speaker 3')).toBeUndefined()
  expect(carryNamings(namings, before, said([0, 40, 'Speaker 2']))).toEqual(new Map([['Speaker 2', ann]]))
  expect(carryNamings(namings, before, said([0, 10, 'Speaker 1'], [10, 40, 'Speaker 1']))).toEqual(
    new Map([['Speaker 1', ann]]),
  )
  expect(carryNamings(namings, before, said([50, 90, 'Speaker 1'])).size).toBe(0)
  expect(carryNamings(namings, before, said([0, 40, null])).size).toBe(0)
})

test('a row of the attendees goes with its voice; whose voice is gone stays with what is known of them', () => {
  const after = said([0, 10, 'Speaker 2'], [10, 12, 'Speaker 3'], [20, 30, 'Speaker 2'])
  const same = sameSpeakers(before, after)
  expect(same).toEqual(
    new Map([
      ['Speaker 1', 'Speaker 2'],
      ['Speaker 2', 'Speaker 3'],
    ]),
  )
  const rows = [
    { speakerId: 'Speaker 1', name: 'Ann Lee', role: 'Chair' },
    { speakerId: 'Speaker 2', name: 'Speaker 2' },
    { speakerId: 'Speaker 8', name: 'Tom Reed' },
    { speakerId: 'Speaker 9', name: 'Speaker 9' },
    { speakerId: 'attendee-1', name: 'Priya Shah' },
  ]
  const labels = new Set(['Speaker 1', 'Speaker 2', 'Speaker 8', 'Speaker 9'])
  expect(attendeesMoved(rows, labels, same)).toEqual([
    { speakerId: 'Speaker 2', name: 'Ann Lee', role: 'Chair' },
    { speakerId: 'Speaker 3', name: 'Speaker 3' },
    { speakerId: 'attendee-2', name: 'Tom Reed' },
    { speakerId: 'attendee-1', name: 'Priya Shah' },
  ])
})
