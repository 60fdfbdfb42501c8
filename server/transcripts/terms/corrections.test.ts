import { expect, test } from 'vitest'
import type { SegmentRow } from '../store.ts'
import { correctionsIn } from './corrections.ts'

const rows = (...texts: string[]): SegmentRow[] =>
  texts.map((text, id) => ({
    id,
    start_ms: id * 1000,
    end_ms: id * 1000 + 900,
    speaker: null,
    overlap: 0,
    text,
    words: '[]',
  }))
const corrected = (before: string[], after: string[]): [string, string][] =>
  correctionsIn(rows(...before), rows(...after)).map(({ heard, meant }) => [heard, meant])

test('words and phrases are told from what stays, without their punctuation', () => {
  expect(corrected(['We bought Akme, (from Bryn Lester).'], ['We bought Acme, (from Brynlestyr).'])).toEqual([
    ['Akme', 'Acme'],
    ['Bryn Lester', 'Brynlestyr'],
  ])
})

test('no phrase spans two passages', () => {
  expect(corrected(['We bought Akme.', 'Akme it is.'], ['We bought Acme.', 'Acme it is.'])).toEqual([
    ['Akme', 'Acme'],
    ['Akme', 'Acme'],
  ])
})

test('what is rewritten, added or left out, and small words are no corrections', () => {
  expect(corrected(['one two three four five six'], ['quite another sentence stands here now'])).toEqual([])
  expect(corrected(['We bought it.'], ['We bought it yesterday.'])).toEqual([])
  expect(corrected(['We really bought it.'], ['We bought it.'])).toEqual([])
  expect(corrected(['an end in it'], ['an end of it'])).toEqual([])
  expect(corrected(['Good morning'], ['Good morning.'])).toEqual([])
})
