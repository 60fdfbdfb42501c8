import { expect, it } from 'vitest'
import { gapsByIndex, notRecorded, recordedBy } from './capture.ts'

it('puts what is missing before the segment that comes after it', () => {
  const segments = [{ start: 0 }, { start: 9.8 }, { start: 20 }]
  const gaps = [
    { at: 10, length: 14 },
    { at: 30, length: 3 },
  ]
  expect([...gapsByIndex(gaps, segments)]).toEqual([
    [1, 14],
    [3, 3],
  ])
  expect([...gapsByIndex(gaps, [])]).toEqual([[0, 17]])
})

it('says it in words', () => {
  expect(notRecorded(14.2)).toBe('14 seconds were not recorded')
  expect(notRecorded(0.8)).toBe('1 second was not recorded')
  expect(notRecorded(74)).toBe('1 minute 14 seconds were not recorded')
  const facts = {
    startedAt: '2026-04-03T09:00:00Z',
    elapsed: null,
    captured: 0,
    transcribed: 0,
    gaps: [],
    now: null,
    openEnd: null,
    toldBy: null,
    toldAt: null,
  }
  expect(recordedBy({ ...facts, startedBy: 'Grace Chan', peopleTold: true })).toMatch(
    /^Recorded by Grace Chan on .*2026.*; those present were told\.$/,
  )
  const said = { toldBy: 'Tom Reed', toldAt: '2026-04-03T09:05:00Z' }
  expect(recordedBy({ ...facts, ...said, startedBy: 'Grace Chan', peopleTold: true })).toMatch(
    /; those present were told, as Tom Reed said on .*2026.*\.$/,
  )
})
