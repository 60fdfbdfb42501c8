import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** Written minutes: what was voted on and counted, and what was taken back. */

const head = [
  'Minutes of a meeting of the board of Pell Limited, 19 November 2026',
  'Present: Ann Bell, Tom Orr, Bill Coe',
  '',
  '1. Reports',
  'The board received the report of the manager.',
  '',
]
const under = (heading: string, ...lines: string[]): { facts: string[]; doubts: string[] } => {
  const { items, toCheck } = minutesFrom(...head, `2. ${heading}`, ...lines)
  const own = items.filter((one) => one.heading === heading)
  return {
    facts: own.flatMap(({ decisions }) =>
      decisions.map(
        ({ outcome, vote, text }) => `${outcome}${vote ? ` ${vote.for}-${vote.against}` : ''} ${text}`,
      ),
    ),
    doubts: toCheck.flatMap(({ decision }) => (decision ? [`${decision.outcome} ${decision.text}`] : [])),
  }
}

test.each([
  ['Voted on 4.8%: 1 for, 3 against - not agreed.', 'rejected 1-3'],
  ['Voted on the new rent: 4 for, 1 against.', 'carried 4-1'],
  ['The committee voted on Castle: 1 for, 4 against.', 'rejected 1-4'],
  ['A vote was taken on the pond: 3 for, 2 against. Carried.', 'carried 3-2'],
])('a vote on a matter: %s', (line, outcome) => {
  expect(under('Rent', line).facts).toEqual([expect.stringMatching(`^${outcome} “`)])
})

test('votes that contradict what is told, or are even, are to be checked', () => {
  expect(under('Rent', 'Voted on 4.8%: 1 for, 3 against - agreed.')).toMatchObject({
    facts: [],
    doubts: [expect.stringContaining('4.8%')],
  })
  expect(under('Rent', 'Voted on 4.8%: 2 for, 2 against.')).toMatchObject({
    facts: [],
    doubts: [expect.stringContaining('4.8%')],
  })
})

test.each([
  [
    ['Mr Orr withdrew his proposal to register the mark in the United States.'],
    '“Mr Orr withdrew his proposal to register the mark in the United States.”',
  ],
  [
    ['Bill Coe proposed putting the wash up to £3. He took it back after hearing how little people have.'],
    '“Bill Coe proposed putting the wash up to £3. He took it back after hearing how little people have.”',
  ],
  [
    ['Ann Bell moved that the office be moved to Cardiff.', 'It was discussed.', 'The motion was withdrawn.'],
    'That the office be moved to Cardiff.',
  ],
  [['The proposal to sell the van was withdrawn.'], '“The proposal to sell the van was withdrawn.”'],
  [
    ['Ms Bell proposed a pond. She heard about the children, and withdrew her proposal.'],
    '“Ms Bell proposed a pond. She heard about the children, and withdrew her proposal.”',
  ],
])('withdrawn: %j', (lines, text) => {
  expect(under('Wishes', ...lines)).toMatchObject({ facts: [`withdrawn ${text}`] })
})

test.each([
  ['a company', 'The tenant withdrew its proposal to take the shop.'],
  ['another body', 'The council said that the proposal to close the road was withdrawn by the county.'],
  ['a condition', 'If he withdrew his proposal the board would save £2,000.'],
  ['before', 'At the last meeting Mr Orr withdrew his proposal to sell the van.'],
  ['somebody who left', 'Mr Orr withdrew from the meeting.'],
  ['what was not', 'Mr Orr did not withdraw his proposal.'],
  ['nobody knows what', 'He withdrew it.'],
])('not withdrawn: %s', (_, line) => {
  const { facts, doubts } = under('Wishes', line)
  expect([...facts, ...doubts].filter((one) => one.startsWith('withdrawn'))).toEqual([])
})

test('what was proposed under another heading is not what was withdrawn', () => {
  const { items } = minutesFrom(
    ...head,
    '2. Boiler',
    'Bill Coe proposed buying a boiler at £4,000.',
    '',
    '3. Pond',
    'He took it back.',
  )
  expect(items.flatMap(({ decisions }) => decisions.map(({ text }) => text))).not.toContainEqual(
    expect.stringContaining('boiler'),
  )
})
