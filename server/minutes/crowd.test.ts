import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

const namesWith = (label: string): string[] =>
  minutesFrom(
    'Chair: Good evening. May I take the notice as read?',
    `${label}: Agreed.`,
    'Ann Bell: The roof leaks, and the hall wants a new boiler as well.',
  ).present.map(({ name }) => name)

test.each([
  'Floor',
  'The floor',
  'Governors',
  'Members',
  'Several shareholders',
  'Other residents',
  'All',
  'Voices',
])('many who are given one name are listed as nobody: %s', (label) => {
  expect(namesWith(label)).toHaveLength(2)
})

test.each(['Clerk', 'Shareholder', 'Fleur Hall', 'Hall Porter', 'Mr Board', 'Governor'])(
  'one who is called by an office or a name is listed: %s',
  (label) => {
    expect(namesWith(label)).toHaveLength(3)
  },
)
