import { expect, it } from 'vitest'
import { clipOf } from './clip.ts'

const turns = [
  { label: 'Speaker 1', start: 0, end: 3 },
  { label: 'Speaker 2', start: 3, end: 30 },
  { label: 'Speaker 1', start: 30, end: 36 },
]

it('takes the beginning of the longest turn, eight seconds at most', () => {
  expect(clipOf(turns, 'Speaker 1')).toEqual({ start: 30, end: 36 })
  expect(clipOf(turns, 'Speaker 2')).toEqual({ start: 3, end: 11 })
  expect(clipOf(turns, 'Speaker 3')).toBeNull()
})
