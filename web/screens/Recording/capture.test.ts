import { expect, it } from 'vitest'
import { completeness, recordedBy } from './capture.ts'

it('says it in words', () => {
  const facts = {
    startedAt: '2026-04-03T09:00:00Z',
    elapsed: null,
    captured: 0,
    transcribed: 0,
    gaps: [],
    pauses: [],
    takes: [],
    now: null,
    openEnd: null,
    toldBy: null,
    toldAt: null,
    statements: [],
  }
  expect(recordedBy({ ...facts, startedBy: 'Grace Chan', peopleTold: true })).toMatch(
    /^Recorded by Grace Chan on .*2026.*; everyone present was told\.$/,
  )
  const said = { statements: [{ told: true, by: 'Tom Reed', at: '2026-04-03T09:05:00Z' }] }
  expect(recordedBy({ ...facts, ...said, startedBy: 'Grace Chan', peopleTold: true })).toMatch(
    /; everyone present was told, as Tom Reed said on .*2026.*\.$/,
  )
  const takenBack = [...said.statements, { told: false, by: 'Ann Lee', at: '2026-04-03T10:00:00Z' }]
  expect(recordedBy({ ...facts, startedBy: 'Grace Chan', peopleTold: false, statements: takenBack })).toMatch(
    /; everyone present was told, as Tom Reed said on .*; not told, as Ann Lee said on .*2026.*\.$/,
  )
  const whole = { ...facts, startedBy: null, peopleTold: null, elapsed: 64, captured: 60, transcribed: 60 }
  expect(completeness({ ...whole, gaps: [{ at: 5, length: 4 }], pauses: [{ at: 9, length: 90 }] })).toBe(
    '1 minute of audio in 1 minute 4 seconds, paused for 1 min 30 s, 4 seconds were not recorded; 1 minute transcribed.',
  )
})
