import { describe, expect, it } from 'vitest'
import { counterpart, whereTheyDiffer } from './change.ts'

describe('whereTheyDiffer', () => {
  it('leaves out what is the same at both ends', () => {
    expect(whereTheyDiffer('a\nb\nc\nd\ne', 'a\nb\nX\nd\ne')).toEqual(['…\nb\nc\nd\n…', '…\nb\nX\nd\n…'])
    expect(whereTheyDiffer('a', 'b')).toEqual(['a', 'b'])
    expect(whereTheyDiffer('a\nb', 'a')).toEqual(['a\nb', 'a'])
  })
})

it('counterpart finds a passage again by its time when its number has changed', () => {
  const at = (id: number, start: number) => ({
    id,
    start,
    end: start + 1,
    timestamp: start,
    text: '',
    speaker: null,
    words: [],
  })
  expect(counterpart([at(7, 0), at(8, 5)], { id: 2, start: 5 })?.id).toBe(8)
  expect(counterpart([at(7, 0), at(2, 9)], { id: 2, start: 5 })).toBeNull()
})
