import { expect, it } from 'vitest'
import { voiceClipOf, isPlayedOn } from './voice-clip.ts'

const turns = [
  { label: 'Speaker 1', start: 0, end: 3 },
  { label: 'Speaker 2', start: 3, end: 30 },
  { label: 'Speaker 1', start: 30, end: 36 },
]

it('takes the beginning of the longest turn, eight seconds at most', () => {
  expect(voiceClipOf(turns, 'Speaker 1')).toEqual({ start: 30, end: 36 })
  expect(voiceClipOf(turns, 'Speaker 2')).toEqual({ start: 3, end: 11 })
  expect(voiceClipOf(turns, 'Speaker 3')).toBeNull()
})

it('tells playing on, however seldom somebody looks, from going elsewhere', () => {
  const from = { at: 30, when: 1000 }
  expect(isPlayedOn(from, { at: 30.1, when: 1100 }, 1)).toBe(true)
  expect(isPlayedOn(from, { at: 33, when: 4000 }, 1)).toBe(true)
  expect(isPlayedOn(from, { at: 36, when: 4000 }, 2)).toBe(true)
  expect(isPlayedOn(from, { at: 33, when: 1100 }, 1)).toBe(false)
  expect(isPlayedOn(from, { at: 12, when: 1100 }, 1)).toBe(false)
})
