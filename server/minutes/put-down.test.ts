import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** What was put down before, told by whoever chairs, and then withdrawn or lost. */

const next = ['Chair: Item nine, the roof.', 'Tom Orr: It leaks at the back.']

test.each([
  [
    'by who had put it down',
    [
      'Chair: Item eight. Tom had put down a motion on changing our name.',
      'Tom Orr: I have talked to a few people since and nobody likes it, so I withdraw it.',
      'Chair: Thank you. The motion is withdrawn.',
    ],
    /^withdrawn .*a motion on changing our name.*I withdraw it/,
  ],
  [
    'when asked',
    [
      'Chair: Item seven was Caldmore’s proposal to bring the control room in house.',
      'Ann Bell: We’d like to take that off today. Our people aren’t finished.',
      'Chair: You withdraw it?',
      'Ann Bell: Yes, withdrawn for now.',
      'Chair: OK.',
    ],
    /^withdrawn .*to bring the control room in house.*Withdrawn for now/,
  ],
  [
    'not going ahead',
    [
      'Chair: The bike store. Ann, this was yours.',
      'Ann Bell: I proposed we spend four thousand on a bike store by the bins.',
      'Tom Orr: Not this year with the roof.',
      'Chair: I would have to say no as well. Sorry, Ann. So that’s not going ahead.',
    ],
    /^rejected .*four thousand on a bike store/,
  ],
])('%s', (_, lines, decision) => {
  const { facts } = found(...lines, ...next)
  expect(facts).toEqual([expect.stringMatching(decision)])
})

test.each([
  [
    'what another had put down',
    [
      'Chair: Item eight. Ann had put down a motion on changing our name.',
      'Tom Orr: I was for it, but nobody likes it, so I withdraw it.',
    ],
  ],
  [
    'who is asked and keeps to it',
    [
      'Chair: Item seven was Caldmore’s proposal to bring the control room in house.',
      'Chair: You withdraw it?',
      'Ann Bell: No, we would like a vote.',
    ],
  ],
  ['nobody knows what', ['Chair: Do you withdraw that?', 'Ann Bell: Yes, withdrawn.']],
  [
    'what others do not go on with',
    ['Chair: The bypass.', 'Tom Orr: The county says that it’s not going ahead this year.'],
  ],
  [
    'until something',
    [
      'Chair: The bike store.',
      'Ann Bell: I proposed we spend four thousand on a bike store.',
      'Chair: That’s not going ahead until we have seen the drawings.',
    ],
  ],
])('not as fact: %s', (_, lines) => {
  const { facts } = found(...lines, ...next)
  expect(facts.filter((one) => /^(?:withdrawn|rejected)/.test(one))).toEqual([])
})
