import { expect, test } from 'vitest'
import { minutesFrom, opening } from '../test/spoken-minutes.ts'

const told = (...lines: string[]): string[] =>
  minutesFrom(...opening, ...lines).items.flatMap(({ discussion }) => discussion.map(({ text }) => text))

test.each([
  [
    'without a seconder',
    'Chair: No seconder? Then the motion falls for want of a seconder.',
    /falls for want/,
  ],
  ['left for later', 'Chair: It can wait for March, there is no hurry.', /can wait for March/],
])('a proposal and how it ended stand in one line: %s', (_, end, words) => {
  const lines = told(
    'Chair: Item two, the boat fees.',
    'Tom Lee: They have been thirty pounds since the flood, and the mooring costs us forty.',
    'Ann Bell: I’d move that we put the boat fees up to fifty pounds.',
    'Tom Lee: That would cost us a third of the members because the river club is free.',
    end,
    'Chair: Item three, the slipway.',
    'Tom Lee: The slipway costs nine hundred pounds to mend.',
  )
  const both = lines.filter((line) => line.includes('put the boat fees up to fifty pounds'))
  expect(both).toHaveLength(1)
  expect(both[0]).toMatch(words)
  // In the order of the meeting.
  expect(lines.indexOf(both[0]!)).toBeGreaterThan(lines.findIndex((line) => line.includes('since the flood')))
  expect(lines.at(-1)).toContain('nine hundred pounds')
})

test('a proposal of which nobody says how it ended is left out', () => {
  const lines = told(
    'Chair: Item two, the boat fees.',
    'Tom Lee: They have been thirty pounds since the flood, and the mooring costs us forty.',
    'Ann Bell: I’d move that we put the boat fees up to fifty pounds because the mooring costs more.',
    'Chair: Item three, the slipway.',
    'Tom Lee: The slipway costs nine hundred pounds to mend.',
  )
  expect(lines.join(' ')).toContain('since the flood')
  expect(lines.join(' ')).not.toContain('fifty pounds')
})
