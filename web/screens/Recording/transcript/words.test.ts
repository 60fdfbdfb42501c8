import { describe, expect, it } from 'vitest'
import type { Segment } from '#contract/transcripts.ts'
import { lastStarted, piecesOf, placeWords, playingAt, wordAt } from './words.ts'

const word = (text: string, start: number, confidence = 0.9) => ({
  text,
  start,
  end: start + 0.4,
  confidence,
})

const segment: Segment = {
  id: 1,
  text: 'The the budget, then.',
  speaker: null,
  timestamp: 10,
  start: 10,
  end: 12,
  words: [word('The', 10), word(' the', 10.5), word('budget,', 11, 0.3), word('then.', 11.5)],
}

describe('placeWords', () => {
  it('finds each word after the one before it', () => {
    expect(placeWords(segment).map(({ from, to }) => segment.text.slice(from, to))).toEqual([
      'The',
      'the',
      'budget,',
      'then.',
    ])
  })

  it('leaves out a word that the text does not have', () => {
    const words = placeWords({ text: 'The budget', words: segment.words })
    expect(words.map((placed) => placed.text)).toEqual(['The'])
    expect(placeWords({ text: 'x', words: [word(' ', 0)] })).toEqual([])
  })
})

describe('piecesOf', () => {
  const words = placeWords(segment)

  it('keeps every letter', () => {
    for (const playing of [null, 0, 1, 2, 3]) {
      const joined = piecesOf(segment.text, words, playing)
        .map((piece) => piece.text)
        .join('')
      expect(joined).toBe(segment.text)
    }
  })

  it('marks unsure words and the playing one, which may be the same', () => {
    expect(piecesOf(segment.text, words, 0)).toEqual([
      { from: 0, text: 'The', unsure: false, playing: true, found: null },
      { from: 3, text: ' the ', unsure: false, playing: false, found: null },
      { from: 8, text: 'budget,', unsure: true, playing: false, found: null },
      { from: 15, text: ' then.', unsure: false, playing: false, found: null },
    ])
    expect(piecesOf(segment.text, words, 2)[1]).toMatchObject({
      text: 'budget,',
      unsure: true,
      playing: true,
    })
  })

  it('marks what was found, which may begin and end within words', () => {
    const pieces = piecesOf(segment.text, words, null, [
      { from: 2, to: 5, now: false },
      { from: 10, to: 12, now: true },
    ])
    expect(pieces.map(({ text, found, unsure }) => [text, found, unsure])).toEqual([
      ['Th', null, false],
      ['e t', 'yes', false],
      ['he ', null, false],
      ['bu', null, true],
      ['dg', 'now', true],
      ['et,', null, true],
      [' then.', null, false],
    ])
  })

  it('is one piece where nothing is marked', () => {
    expect(piecesOf('Good morning.', [], null)).toHaveLength(1)
  })
})

describe('playingAt', () => {
  const later = { ...segment, id: 2, start: 20, end: 21, words: [] }

  it.each([
    [9.9, null],
    [10.1, { segment: 0, word: 0 }],
    [10.45, { segment: 0, word: null }],
    [11.6, { segment: 0, word: 3 }],
    [15, null],
    [20.5, { segment: 1, word: null }],
  ])('at %d s', (seconds, expected) => {
    expect(playingAt([segment, later], seconds)).toEqual(expected)
  })
})

it('lastStarted halves correctly at the edges', () => {
  const items = [{ start: 0 }, { start: 1 }, { start: 2 }]
  expect([-1, 0, 0.5, 2, 9].map((seconds) => lastStarted(items, seconds))).toEqual([-1, 0, 0, 2, 2])
  expect(lastStarted([], 3)).toBe(-1)
})

it('wordAt takes the word that a click fell into or after', () => {
  const words = placeWords(segment)
  expect(wordAt(words, 5)?.text).toBe(' the')
  expect(wordAt(words, 21)?.text).toBe('then.')
  expect(wordAt(placeWords({ text: '… yes', words: [word('yes', 0)] }), 0)).toBeNull()
})
