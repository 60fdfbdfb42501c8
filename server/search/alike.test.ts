import { expect, test } from 'vitest'
import { onlyOnce } from './alike.ts'

const passage = (sourceId: string, date: string, text: string, coverage = 0.5) => ({
  kind: 'transcript' as const,
  ...{ sourceId, date, text, coverage },
})
const bids =
  'Tom: Three bids: Northgate at ninety-four thousand a year, and Swift Freight at ninety-one. I move that we award it to Swift Freight for two years, and we have not asked anybody else to bid for it.'

test.each([
  ['the newest of the same words', bids, ['2']],
  ['another name for who speaks', bids.replace('Tom:', 'Tom Wells:'), ['2']],
  ['a word that was heard otherwise', bids.replace('anybody else', 'anyone else'), ['2']],
  ['another figure', bids.replace('ninety-one', 'ninety-two'), ['1', '2']],
  ['another name', bids.replaceAll('Swift', 'Harlow'), ['1', '2']],
  ['the contrary', bids.replace('have not asked', 'have asked'), ['1', '2']],
  [
    'other words',
    `${bids} The contract begins in spring, when the old one ends, and the lorries are painted.`,
    ['1', '2'],
  ],
])('told once or twice: %s', (_case, other, sources) => {
  const found = onlyOnce([passage('1', '2026-01-05', bids), passage('2', '2026-02-05', other)])
  expect(found.map(({ sourceId }) => sourceId)).toEqual(sources)
})

test('the meeting that was asked for is told, and what is short means another thing each time', () => {
  const asked = [passage('1', '2026-01-05', bids, 0.9), passage('2', '2026-02-05', bids)]
  expect(onlyOnce(asked).map(({ sourceId }) => sourceId)).toEqual(['1'])
  const short = ['1', '2'].map((id) => passage(id, '2026-01-05', 'The minutes were approved.'))
  expect(onlyOnce(short)).toHaveLength(2)
})
