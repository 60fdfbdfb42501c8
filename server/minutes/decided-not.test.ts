import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

const written = (...lines: string[]): string[] => [
  'MINUTES of a meeting of the board held on 19 November 2026',
  'Present: Ann Lee (Chair), Bob Fox',
  '1. Premises',
  ...lines,
]

test.each([
  ['It was resolved not to proceed.', 'carried Not to proceed.'],
  ['Resolved not to renew the lease.', 'carried Not to renew the lease.'],
  ['RESOLVED THAT no interim dividend be paid.', 'carried That no interim dividend be paid.'],
  ['Resolved: no dividend be declared for the year.', 'carried That no dividend be declared for the year.'],
  ['The board agreed not to sell the yard.', 'carried Not to sell the yard.'],
  ['The board declined the offer of £40,000.', 'carried “The board declined the offer of £40,000.”'],
  ['The motion to sell the yard was lost.', 'rejected “The motion to sell the yard was lost.”'],
])('minutes that say %j tell a decision as it was', (line, expected) => {
  expect(found(...written(line)).facts).toEqual([expected])
})

test.each(['It was not resolved to proceed.', 'It was agreed not to decide today.'])(
  'nothing is decided by %j',
  (line) => expect(found(...written(line)).facts).toEqual([]),
)

test.each([
  ['It is resolved not to renew the lease.', 'carried Not to renew the lease.'],
  ['Then the board has decided not to renew the lease.', 'carried Not to renew the lease.'],
  ['Resolved that no interim dividend be paid.', 'carried That no interim dividend be paid.'],
  ['The board declines the offer.', 'carried Chair: “The board declines the offer.”'],
])('%j, which others agree to, is a decision to leave it', (said, expected) => {
  const { facts } = found('Chair: Item two, the lease.', `Chair: ${said}`, 'Bob Fox: Agreed.')
  expect(facts).toEqual([expected])
})

test('a motion not to do something is carried or lost as any other', () => {
  const said = (count: string): string[] =>
    found(
      'Chair: Item two, the lease.',
      'Bob Fox: I propose that we do not renew the lease.',
      'Tom Dent: Seconded.',
      `Chair: All in favour? ${count}`,
    ).facts
  expect(said('Two. Against? One. Carried.')).toEqual(['carried 2:1:- Not to renew the lease.'])
  expect(said('One. Against? Two. The motion is lost.')).toEqual(['rejected 1:2:- Not to renew the lease.'])
})
