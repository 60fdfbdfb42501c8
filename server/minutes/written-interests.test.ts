import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** Interests in written minutes stand below their heading, as far as it reaches. */

const interests = (...lines: string[]): string[] =>
  minutesFrom(
    'Minutes of the Board of Pell Limited\n',
    'Present: Ann Lee (chair), Tom Orr, Nigel Fay, Jo Day\n',
    ...lines.map((line) => `${line}\n`),
  ).items.flatMap(({ conflicts }) => conflicts.map(({ text }) => text))

const unwell = 'Tom Orr reported that his wife had been unwell and that he would be away in May.'

test.each([
  ['after "none"', 'Declarations of interest', 'There were none.', unwell],
  ['below the next heading', 'Declarations of interest', 'There were none.', 'Matters arising', unwell],
  [
    'below the next heading, though it would be one',
    'Declarations of interest',
    'Tom Orr was asked to remind everybody of the form.',
    'Matters arising',
    'Jo Day reported that her husband was a director of the circus.',
  ],
  ['of the family', 'Declarations of interest', unwell],
  ['of work', 'Declarations of interest', 'Nigel Fay said that he still works on the audit file.'],
  ['of a quiz', 'Declarations of interest', 'Jo Day said that she would take no part in the quiz.'],
])('no interest: %s', (_, ...lines) => {
  expect(interests(...lines)).toEqual([])
})

test.each([
  'Tom Orr said that his brother was tendering for the roof.',
  'Nigel Fay said that he still works for the auditors.',
  'Jo Day took no part in the discussion of the lease.',
])('an interest: %s', (line) => {
  expect(interests('Declarations of interest', line, 'Matters arising', unwell)).toEqual([
    expect.stringContaining(line),
  ])
})
