import { expect, test } from 'vitest'
import type { Segment } from '#contract/transcripts.ts'
import { figuresIn } from '../language/figures.ts'
import { figuresNotSaid, figuresSaid } from './model/figures.ts'
import { evidenceFor, withTrueLines } from './model/quote.ts'

const said = (id: number, text: string, words: Segment['words'] = []): Segment => ({
  ...{ id, text, speaker: 'Tom Okoro', timestamp: id, start: id, end: id + 1, words },
})
const source = {
  version: 4,
  segments: [
    said(10, 'Turnover was four hundred and twelve thousand pounds,'),
    said(11, 'six per cent above budget. I’ll send the figures round by Friday.'),
    said(12, 'Thank you.'),
    said(13, 'And now the lease.'),
  ],
}

test('a quote is found whatever its case, spaces and marks; the evidence is what was said, to the letter', () => {
  const found = evidenceFor(
    { numbers: [0, 1], quote: "thousand pounds six per cent   ABOVE budget i'll send" },
    source,
  )
  expect(found).toEqual({
    ...{ version: 4, segments: [10, 11], start: 10, end: 12, speaker: 'Tom Okoro' },
    quote: 'thousand pounds, six per cent above budget. I’ll send',
  })
  expect(evidenceFor({ numbers: [0, 1, 2], quote: 'by Friday. Thank you' }, source)?.segments).toEqual([
    11, 12,
  ])
})

test('what was not said has no evidence', () => {
  for (const [numbers, quote] of [
    [[0, 1], 'the board approved the loan'],
    [[0], 'six per cent above budget'], // said, but not there
    [[1, 3], 'by Friday. And now the lease'], // not one after the other
    [[2], 'Thank you'], // is found anywhere
    [[0], 'our hundred and twelve'], // begins within a word
    [[99], 'six per cent above budget'],
    [[], 'six per cent above budget'],
  ] as [number[], string][])
    expect(evidenceFor({ numbers, quote }, source), quote).toBeNull()
})

test('a quote with wrong line numbers gets those of the only place in the part where it was said', () => {
  const twice = [...source.segments, ...source.segments.slice(0, 2)]
  const lines = (
    named: number[],
    quote: string,
    read: [number, number] = [0, 3],
    segments = source.segments,
  ): number[] => withTrueLines({ text: '', lines: named, quote }, read, { version: 4, segments }).lines
  const quote = 'four hundred and twelve thousand pounds'
  expect(lines([3], quote)).toEqual([0, 3]) // so near it may be about it
  expect(lines([9999], quote)).toEqual([0])
  expect(lines([3], 'twelve thousand pounds, six per cent above')).toEqual([0, 1, 3])
  expect(lines([0, 2], quote)).toEqual([0, 2]) // it was right
  for (const [named, said, read, segments] of [
    [[3], 'the board approved the loan'],
    [[3], 'per cent above'], // too short to be looked for
    [[3], quote, [1, 3]], // said in another part
    [[3], quote, [0, 5], twice], // said twice: which?
  ] as [number[], string, [number, number]?, typeof twice?][])
    expect(lines(named, said, read, segments), said).toEqual(named)
})

test('a quote begins at the second of its first word', () => {
  const words = ['We', 'meet', 'again', 'in', 'June.'].map((text, at) => ({
    ...{ text, start: 20 + at, end: 20.5 + at, confidence: 1 },
  }))
  const timed = { version: 1, segments: [{ ...said(20, 'We meet again in June.', words), end: 25 }] }
  expect(evidenceFor({ numbers: [0], quote: 'again in June' }, timed)).toMatchObject({ start: 22, end: 24.5 })
})

test('figures are compared as numbers, in words or not', () => {
  expect([...figuresIn('four hundred and twelve thousand pounds')]).toContain(412_000)
  expect([...figuresIn('412,000')]).toContain(412_000)
  expect([...figuresIn('the thirty-first of March')]).toContain(31)
  expect(
    figuresNotSaid(
      'Turnover was £412,000, 6 per cent above.',
      figuresSaid([source.segments.map(({ text }) => text).join(' ')]),
    ),
  ).toEqual([])
  expect(figuresNotSaid('Turnover was £421,000.', figuresSaid(['four hundred and twelve thousand']))).toEqual(
    [421_000],
  )
})
