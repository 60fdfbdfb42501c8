import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** What whoever chairs tells of another time or of others is no decision of this meeting; what ends a matter is. */

const within = (...lines: string[]): ReturnType<typeof found> =>
  found('Chair: Item three, business.', ...lines, 'Chair: Item four, the roof.')

test.each([
  [
    'told of another time',
    'Ann Bell: Leeds have asked for the Turner painting again.',
    'Chair: The trustees agreed to lend the painting when Marta was chair, and it came back damaged.',
    "Ann Bell: I'll check the insurance papers.",
  ],
  [
    "told of somebody's time",
    'Ann Bell: The mill is empty.',
    "Chair: The trustees agreed to sell the mill in Marta's time.",
    "Ann Bell: I'll look at the deeds of the mill.",
  ],
  [
    'told, and what is taken on is something else',
    'Ann Bell: Leeds have asked for the Turner painting again.',
    'Chair: The trustees agreed to lend the painting to Leeds from September.',
    "Ann Bell: I'll fetch the coffee.",
  ],
  [
    'always so',
    'Ann Bell: May I claim my taxi without a receipt?',
    'Chair: The board does not approve any claim without a receipt, it says so in the handbook.',
    'Ann Bell: I see.',
  ],
  [
    'always so, but for one case',
    'Ann Bell: May guests use their cards?',
    'Chair: The board does not accept the cards of guests unless they are signed.',
    'Ann Bell: I see.',
  ],
  [
    'done by others',
    'Ann Bell: I agree with Tom that the bank is slow.',
    'Chair: So the interest will be paid in May by the bank.',
    'Tom Orr: Good.',
  ],
  [
    'done by others who are named',
    'Ann Bell: Yes, the deposit should come back.',
    'Chair: So the deposit will be released in May by Barclays.',
    'Tom Orr: Good.',
  ],
  [
    'a yes to something else',
    'Ann Bell: Yes, I prefer the other tea.',
    'Chair: So the deposit will be paid in May, then.',
    'Tom Orr: Good.',
  ],
  [
    'heard from others',
    'Ann Bell: A window was broken on Friday.',
    'Chair: It was agreed that nobody should be blamed, the police told me.',
    "Ann Bell: I'll get the glass ordered.",
  ],
])('no decision: %s', (_, ...said) => {
  expect(within(...said).facts).toEqual([])
})

test.each([
  [
    'what was told is taken up',
    'Ann Bell: Stockport have asked for the Weaver painting.',
    'Chair: The trustees agreed to lend the Weaver painting to Stockport from September.',
    'Tom Orr: I shall write to Stockport.',
    'carried To lend the Weaver painting to Stockport from September.',
  ],
  [
    'by a day, after a yes to it',
    'Ann Bell: I agree the bonus should be paid.',
    'Chair: So the bonus will be paid by the end of May, then.',
    'Tom Orr: Good.',
    'carried Chair: “The bonus will be paid by the end of May, then.”',
  ],
])('a decision: %s', (_, before, ended, after, decision) => {
  expect(within(before, ended, after).facts).toEqual([decision])
})
