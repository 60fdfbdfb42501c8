import { expect, test } from 'vitest'
import { found, minutesFrom } from '../test/spoken-minutes.ts'

const charter = [
  'Chair: Item five, vessel charter. Ewan recommends that we extend the charter of the Spirit for two years.',
  'Ewan Reid: There are only four vessels like it.',
  'Lars Henden: The market is lower. Why would we pay over it?',
  'Chair: I would go for one year, and tender in the meantime.',
  'Lars Henden: I could support one year.',
]

test('an approval of "it" tells what was put last', () => {
  const { facts } = found(
    ...charter,
    'Chair: Then I put it to the directors: that the charter be extended for one year at nineteen thousand pounds a day. Lars?',
    'Lars Henden: For.',
    'Chair: I’m for as well. It’s approved, with the Caldmore directors not voting.',
  )
  expect(facts).toHaveLength(1)
  expect(facts[0]).toMatch(/^carried .*charter be extended for one year/)
})

test('what was put in the item before is not what was approved', () => {
  const { facts } = found(
    'Chair: Item four, the boat. I put it to the directors: that the boat be sold.',
    'Lars Henden: Let us wait for a price.',
    'Chair: Item five, the crane hire.',
    'Ewan Reid: The crane hire costs nine thousand a month.',
    'Chair: It’s approved, with the Caldmore directors not voting.',
  )
  expect(facts.join()).not.toContain('boat')
})

const dividend = (asked: string): string | null | undefined =>
  minutesFrom(
    'Chair: Welcome to the annual general meeting.',
    'Ann Bell: Good afternoon.',
    'Chair: Resolution one is to receive the accounts for the year. Those in favour? Against? None. Carried.',
    'Chair: Resolution two, to declare a final dividend of four pence per share. Jenny, a word?',
    'Jenny Treloar: It’s the same as last year.',
    `Mr Rowe: ${asked}`,
    'Chair: Thank you. So four pence. Those in favour? Thank you. Those against? Two. Carried.',
    'Chair: Resolution three is to reappoint the auditors. Those in favour? Against? None. Carried.',
  )
    .items.flatMap(({ decisions }) => decisions)
    .find(({ text }) => text.includes('four pence'))?.proposer

test('who proposed something else has not proposed what was carried', () => {
  expect(dividend('Can I propose it’s five?')).toBeNull()
})

test('who proposed it has', () => {
  expect(dividend('I propose the resolution.')).toBe('Mr Rowe')
})
