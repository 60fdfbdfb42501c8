import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** Two decisions in one sentence, each with an outcome of its own. */

const talk = [
  "Chair: Four per cent for the staff from the first of May. And the same for the manager's salary?",
  'Ann Bell: The staff, yes. The manager, no.',
  'Tom Orr: I agree.',
]

test.each([
  [
    'approved and left over',
    "Chair: Very well. Four per cent for the staff is approved, and the manager's salary stands over until June.",
    [
      'carried Chair: “Four per cent for the staff from the first of May. Four per cent for the staff is approved.”',
      "deferred Chair: “The manager's salary stands over until June.”",
    ],
  ],
  [
    'approved and refused',
    "Chair: Four per cent for the staff is agreed, but the manager's salary increase is not approved.",
    [
      'carried Chair: “Four per cent for the staff from the first of May. Four per cent for the staff is agreed.”',
      "rejected Chair: “The manager's salary increase is not approved.”",
    ],
  ],
])('%s', (_, closing, facts) => {
  expect(
    found(...talk, closing, 'Chair: Last, the proposal for a bonus. I put that on, and I withdraw it.').facts,
  ).toEqual([...facts, 'withdrawn Chair: “I put that on, and I withdraw it.”'])
})

test.each([
  [
    'a member says so',
    "Ann Bell: Four per cent for the staff is approved, and the manager's salary stands over until June.",
  ],
  [
    'imagined',
    "Chair: If four per cent for the staff is approved, and the manager's salary stands over until June, we are out of money.",
  ],
  [
    'asked',
    "Chair: So four per cent for the staff is approved, and the manager's salary stands over until June?",
  ],
  [
    "another body's",
    "Chair: The council says four per cent for the staff is approved, and the manager's salary stands over until June.",
  ],
  [
    'of last year',
    "Chair: Last year four per cent for the staff was approved, and the manager's salary was put off until June.",
  ],
])('is no fact: %s', (_, closing) => {
  expect(found(...talk, closing).facts.filter((one) => /manager/.test(one))).toEqual([])
})

test('what somebody denies at once is to be checked', () => {
  const closing =
    "Chair: Four per cent for the staff is approved, and the manager's salary stands over until June."
  expect(found(...talk, closing, "Ann Bell: I don't agree to that.").facts).toEqual([])
})
