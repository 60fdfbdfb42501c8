import { expect, it } from 'vitest'
import { breaksByIndex, breaksOf, notRecorded, pausedFor } from './breaks.ts'

it('puts a break before the segment that comes after it', () => {
  const segments = [
    { start: 0, end: 9.6 },
    { start: 9.7, end: 9.9 },
    { start: 9.98, end: 20 },
    { start: 20, end: 22 },
  ]
  const facts = {
    gaps: [
      { at: 10, length: 14 },
      { at: 30, length: 3 },
    ],
    pauses: [{ at: 10, length: 15 }],
    takes: [],
  }
  expect([...breaksByIndex(breaksOf(facts), segments)]).toEqual([
    [
      2,
      [
        { kind: 'pause', at: 10, length: 15 },
        { kind: 'gap', at: 10, length: 14 },
      ],
    ],
    [4, [{ kind: 'gap', at: 30, length: 3 }]],
  ])
  expect([...breaksByIndex(breaksOf(facts), []).keys()]).toEqual([0])
})

it('says it in words', () => {
  expect(notRecorded(14.2)).toBe('14 seconds were not recorded')
  expect(notRecorded(0.8)).toBe('1 second was not recorded')
  expect(notRecorded(74)).toBe('1 minute 14 seconds were not recorded')
  expect([0.6, 15.4, 60, 125, 3600, 3905].map(pausedFor)).toEqual([
    'Paused for 1 s',
    'Paused for 15 s',
    'Paused for 1 min',
    'Paused for 2 min 5 s',
    'Paused for 1 h',
    'Paused for 1 h 5 min',
  ])
})
