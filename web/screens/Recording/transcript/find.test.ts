import { describe, expect, it } from 'vitest'
import { findIn, matchesAtMost } from './find.ts'

const segments = ['The budget (2026).', 'No budget, no BUDGET', 'Élan'].map((text) => ({ text }))

describe('findIn', () => {
  it('finds every place, in any case', () => {
    expect(findIn(segments, ' budget ')).toEqual([
      { segment: 0, from: 4, to: 10, inName: false },
      { segment: 1, from: 3, to: 9, inName: false },
      { segment: 1, from: 14, to: 20, inName: false },
    ])
    expect(findIn(segments, 'élan')).toHaveLength(1)
  })

  it('takes signs as they are, and any space for any other', () => {
    expect(findIn(segments, '(2026).')).toEqual([{ segment: 0, from: 11, to: 18, inName: false }])
    expect(findIn(segments, '.*')).toEqual([])
    expect(findIn([{ text: 'no\n budget' }], 'no budget')).toHaveLength(1)
  })

  it('finds the names above the words', () => {
    const names = new Map([[1, 'Lady Budget']])
    expect(findIn(segments, 'budget', names).map(({ segment, inName }) => [segment, inName])).toEqual([
      [0, false],
      [1, true],
      [1, false],
      [1, false],
    ])
  })

  it('finds nothing for nothing, and no more than anybody steps through', () => {
    expect(findIn(segments, '  ')).toEqual([])
    expect(findIn([{ text: 'a'.repeat(matchesAtMost + 5) }], 'a')).toHaveLength(matchesAtMost)
  })
})
