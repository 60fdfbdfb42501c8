import { expect, test } from 'vitest'
import { onlyOnce } from './duplicates.ts'

const passage = (sourceId: string, date: string, text: string, { title = 'Board', coverage = 0.5 } = {}) => ({
  kind: 'transcript' as const,
  ...{ sourceId, title, date, text, coverage, speaker: null },
})
const bids =
  'Tom: Three bids: Northgate at ninety-four thousand a year, and Swift Freight at ninety-one. I move that we award it to Swift Freight for two years, and we have not asked anybody else to bid for it.'
const lease =
  'Tom: The motion to accept the offer of the landlord for the depot and to renew the lease, as it was circulated to everybody before this meeting, was put to the vote and carried.'
const grants =
  'We agreed to pay the grant of £5,000 to Leeds and the grant of £7,000 to York for the whole year.'

test.each([
  ['the newest of the same words', bids, bids, ['2']],
  ['a fuller name for who speaks', bids, bids.replace('Tom:', 'Tom Wells:'), ['2']],
  ['a name for who speaks', bids.replace('Tom:', 'Speaker 2:'), bids, ['2']],
  ['another speaker', bids, bids.replace('Tom:', 'Priya Nair:'), ['1', '2']],
  ['another figure', bids, bids.replace('ninety-one', 'ninety-two'), ['1', '2']],
  ['another currency', grants, grants.replace('£5', '€5'), ['1', '2']],
  ['another name', bids, bids.replaceAll('Swift', 'Harlow'), ['1', '2']],
  ['the contrary', bids, bids.replace('have not asked', 'have asked'), ['1', '2']],
  ['another outcome', lease, lease.replace('carried', 'lost'), ['1', '2']],
  ['another decision', lease, lease.replace('accept', 'refuse'), ['1', '2']],
  [
    'the same figures the other way round',
    grants,
    grants.replace('5', '6').replace('7', '5').replace('6', '7'),
    ['1', '2'],
  ],
  [
    'other words',
    bids,
    `${bids} The contract begins in spring, when the old one ends, and the lorries are painted.`,
    ['1', '2'],
  ],
])('told once or twice: %s', (_case, one, other, sources) => {
  const told = (date: string) =>
    onlyOnce([passage('1', '2026-01-05', one), passage('2', date, other)]).map(({ sourceId }) => sourceId)
  expect(told('2026-02-05')).toEqual(sources)
  // One meeting that was brought twice.
  expect(told('2026-01-05')).toEqual(sources)
})

test('a word that was heard otherwise is of the same meeting only', () => {
  const heard = bids.replace('anybody else', 'anyone else')
  for (const [date, title, count] of [
    ['2026-01-05', 'Board', 1],
    ['2026-01-05', 'Committee', 2],
    ['2026-02-05', 'Board', 2],
  ] as const)
    expect(onlyOnce([passage('1', '2026-01-05', bids), passage('2', date, heard, { title })])).toHaveLength(
      count,
    )
})

test('the meeting that was asked for is told, and what is short means another thing each time', () => {
  const asked = [passage('1', '2026-01-05', bids, { coverage: 0.9 }), passage('2', '2026-02-05', bids)]
  expect(onlyOnce(asked).map(({ sourceId }) => sourceId)).toEqual(['1'])
  const short = ['1', '2'].map((id) => passage(id, '2026-01-05', 'The minutes were approved.'))
  expect(onlyOnce(short)).toHaveLength(2)
})
