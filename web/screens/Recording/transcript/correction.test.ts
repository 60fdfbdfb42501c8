import { expect, test } from 'vitest'
import { correctionOf, placesOf } from './correction.ts'

test('one corrected word or name is found, with its marks left where they are', () => {
  expect(correctionOf('We met Susan Clark, then left.', 'We met Susan Clarke, then left.')).toEqual({
    heard: 'Clark',
    meant: 'Clarke',
  })
  expect(correctionOf('from aqua leaf today', 'from Aqualeaf today')).toEqual({
    heard: 'aqua leaf',
    meant: 'Aqualeaf',
  })
})

test('what is rewritten, added or only trimmed is no correction', () => {
  for (const [before, after] of [
    ['one two', 'one two three'],
    ['one two three', 'one'],
    ['a b c d e f', 'z y x w v u'],
    ['Yes.', 'Yes!'],
    ['the same', 'the same'],
  ] as const)
    expect(correctionOf(before, after)).toBeNull()
})

test('other places are whole words, as they were heard', () => {
  const segments = [{ text: 'Clark said so.' }, { text: 'Clarks and Clarke; (Clark) again' }]
  expect(placesOf({ heard: 'Clark', meant: 'Clarke' }, segments)).toBe(2)
})
