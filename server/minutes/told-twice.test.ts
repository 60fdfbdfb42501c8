import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** What is put, answered and said again by the same voice is one decision. */

const put = 'Chair: So we use the reserve and pay fifty thousand. Ann, can you go along with it?'

test('what is said again stands with what was put', () => {
  const { facts } = found(
    "Ann Bell: The surveyor's plan said fifteen.",
    "Tom Orr: I'd go fifteen.",
    'Chair: So a budget of a hundred and twenty-one, then, with fifteen in the reserve. All those happy?',
    'Sue Hill: Happy.',
    'Tom Orr: Go on, then.',
    'Ann Bell: Yes.',
    "Chair: OK, the budget's approved at a hundred and twenty-one thousand. Sue will get the demands out.",
    "Sue Hill: First of December, I'll have those out.",
    'Chair: Arrears. Flat 22.',
    "Sue Hill: It's three thousand nine hundred now.",
  )
  expect(facts).toEqual([
    "carried Chair: “A budget of a hundred and twenty-one, then, with fifteen in the reserve. … OK, the budget's approved at a hundred and twenty-one thousand.”",
  ])
})

test('what comes on top of it is another decision', () => {
  const { facts } = found(
    put,
    'Ann Bell: I can. Fine.',
    'Chair: And for the roof it is agreed that we pay ninety thousand.',
  )
  expect(facts).toHaveLength(2)
})

test('what turns to something else is another decision', () => {
  const { facts } = found(
    put,
    'Ann Bell: I can. Fine.',
    'Chair: Next, the boiler.',
    'Tom Orr: Yes.',
    'Chair: Fifty thousand it is, then.',
  )
  expect(facts).not.toContainEqual(expect.stringContaining('reserve and pay fifty thousand. …'))
})
