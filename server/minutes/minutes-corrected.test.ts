import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** Minutes are approved with a correction only where somebody says what in them is wrong, and where it is them that are approved. */

const end = ['Chair: Item nine, the roof.', 'Tom Orr: It leaks at the back.']
const agreed = ['Ann Bell: Agreed.', 'Tom Orr: Agreed.', 'Chair: Agreed.']

test.each([
  [
    'a wish to be quick',
    [
      'Chair: Can we approve the minutes of 9 October?',
      'Tom Orr: We should be quick, my train leaves at five.',
    ],
    'To approve the minutes of 9 October.',
  ],
  [
    'where they lie',
    ['Chair: Minutes of 9 October. They should be in your packs. Can we approve the minutes of 9 October?'],
    'To approve the minutes of 9 October.',
  ],
  [
    'what is wrong elsewhere',
    [
      'Chair: Can we approve the minutes of 9 October?',
      'Tom Orr: The heating is wrong again, it must be forty in here.',
    ],
    'To approve the minutes of 9 October.',
  ],
])('nothing in the minutes is put right by %s', (_, lines, text) => {
  expect(found(...lines, 'Ann Bell: Agreed.', 'Chair: The minutes are approved.', ...end)).toEqual({
    facts: [`carried ${text}`],
    doubts: [],
  })
})

test.each([
  [
    'a budget, with minutes of time',
    [
      'Chair: Item four, the budget. Tom, you have ten minutes.',
      'Tom Orr: Thank you. The figure for rent should read £40,000.',
      'Chair: Can we approve the budget with that change?',
    ],
    'carried To approve the budget with that change.',
  ],
  [
    'a quote, after the minutes were approved',
    [
      'Chair: The minutes of 3 March are approved.',
      'Tom Orr: The boiler should be serviced before winter.',
      'Chair: Are we happy to accept the quote from Hale for those works?',
    ],
    'carried To accept the quote from Hale for those works.',
  ],
  [
    'a policy, right after a correction',
    [
      'Chair: The minutes of 3 March. Any corrections?',
      'Tom Orr: Page two should read Hale, not Hole.',
      'Chair: Thank you. Are we happy to adopt the policy on lone working with that?',
    ],
    'carried To adopt the policy on lone working with that.',
  ],
])('what was put is what was approved: %s', (_, lines, decision) => {
  const { facts, doubts } = found(...lines, ...agreed, ...end)
  expect(facts).toEqual([decision])
  expect(doubts.join()).not.toContain('approved with')
})

test('after they are approved with a correction the next is a decision of its own', () => {
  expect(
    found(
      'Chair: Can we approve the minutes of 3 March?',
      'Tom Orr: Page two should read Hale, not Hole.',
      'Chair: With that change the minutes are approved.',
      'Tom Orr: The boiler on page two should be serviced before winter.',
      'Chair: Are we happy to approve the repairs with that?',
      ...agreed,
      ...end,
    ).facts,
  ).toEqual([
    'carried The minutes of 3 March were approved with that change. Tom Orr: “Page two should read Hale, not Hole.”',
    'carried To approve the repairs with that.',
  ])
})
