import { expect, test } from 'vitest'
import { placeOf } from '../../web/ui/quote.ts'
import { withQuote } from './quote.ts'
import { withoutSpeakers } from './speaker-prefixes.ts'

const quoteIn = (sentence: string, kind: 'transcript' | 'minutes' = 'minutes'): string => {
  const { href } = withQuote({ kind, at: null, href: '/r' }, sentence)
  return [...new URLSearchParams(href?.split('#')[1]).values()][0] ?? ''
}

test.each([
  ['as they are', 'The board approved the accounts.'],
  [
    'without spaces',
    '董事会一致同意批准截至二零二六年三月三十一日止年度的财务报表并授权董事长代表公司签署'.repeat(4),
  ],
  ['cut between a letter and its accent', `${'e'.repeat(99)}e\u0301e`],
  ['with an accent apart', 'Rene\u0301 agreed to it'],
])('the page finds the words of a link: %s', (_case, sentence) => {
  expect(placeOf(quoteIn(sentence), `He said: ${sentence}`)).toMatchObject({ from: 9 })
  expect(placeOf(quoteIn(sentence), `He said: ${sentence.normalize('NFC')}`)).toMatchObject({ from: 9 })
})

test('no half of a character stands in a link', () => {
  expect(quoteIn(`x${'😀'.repeat(80)}`)).toBe(`x${'😀'.repeat(49)}`)
  expect(quoteIn('\uDE00 half \uD83D')).toBe('half')
})

test('who speaks is taken off', () => {
  for (const name of ['Helen Marsh', 'Speaker 2', 'Dr. J. Smith', 'Zoë'])
    expect(quoteIn(`${name}: The roof leaks.`, 'transcript')).toBe('The roof leaks.')
  expect(withoutSpeakers('Tom: We move. Speaker 2: Yes, item: one.')).toEqual({
    said: 'We move. Yes, item: one.',
    speakers: ['Tom', 'Speaker 2'],
  })
})

// Either goes on for minutes where it tries all the ways to part them into words.
test('a long run of capitals or figures is no name', { timeout: 20_000 }, () => {
  for (const run of ['A'.repeat(1600), '1'.repeat(1600)]) {
    expect(withoutSpeakers(run)).toEqual({ said: run, speakers: [] })
    expect(quoteIn(run, 'transcript')).toBe(run.slice(0, 100))
  }
})
