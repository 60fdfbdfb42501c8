import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** Minutes that a secretary wrote: resolutions in parts, and what was given, with its amount. */

const head = [
  'Minutes of a meeting of the board of directors of Pell Limited held on 19 November 2026',
  'Present: Mrs E Vaughan (Chair), Mr R Davies',
  '',
  '1. Bank facility',
  'The Chair produced a facility letter from Brunel Bank plc.',
]
const tail = ['', '2. Close', 'There being no further business the Chair declared the meeting closed.']
const facts = (...lines: string[]): string[] =>
  minutesFrom(...head, ...lines, ...tail).items.flatMap(({ decisions }) =>
    decisions.map(({ outcome, text }) => `${outcome} ${text}`),
  )
const checks = (...lines: string[]): string[] =>
  minutesFrom(...head, ...lines, ...tail).toCheck.map(({ text }) => text)

const whole =
  'carried That (a) the facility letter be approved; (b) any one director be authorised to sign it; and (c) the Secretary send a copy to the bank.'
test.each([
  [
    'letters',
    [
      'IT WAS RESOLVED THAT:',
      '(a) the facility letter be approved;',
      '(b) any one director be authorised to sign it; and',
      '(c) the Secretary send a copy to the bank.',
    ],
    whole,
  ],
  [
    'sentences',
    [
      'It was agreed that:',
      '(a) The facility letter be approved.',
      '(b) Any one director be authorised to sign it.',
    ],
    'carried That (a) The facility letter be approved. (b) Any one director be authorised to sign it.',
  ],
  [
    'Roman numbers, after a long lead',
    [
      'Having considered their duties under section 172 of the Companies Act 2006, the directors RESOLVED THAT:',
      '(i) the facility letter be approved;',
      '(ii) any one director be authorised to sign it; and',
      '(iii) the Secretary send a copy to the bank.',
    ],
    '(i) the facility letter be approved; (ii) any one director be authorised to sign it; and (iii) the Secretary send a copy',
  ],
  [
    'bullets',
    ['IT WAS RESOLVED TO:', '• approve the facility letter;', '• authorise any one director to sign it.'],
    'carried To approve the facility letter; authorise any one director to sign it.',
  ],
  [
    'the next line',
    ['IT WAS RESOLVED THAT:', 'the facility letter be approved.'],
    'carried That the facility letter be approved.',
  ],
])('a resolution is told with its parts: %s', (_, lines, text) => {
  expect([facts(...lines).length, facts(...lines)[0]]).toEqual([1, expect.stringContaining(text)])
  expect(checks(...lines)).toEqual([])
})

test('the parts are evidence of the resolution, and no discussion', () => {
  const { items } = minutesFrom(
    ...head,
    'IT WAS RESOLVED THAT:',
    '(a) the facility letter be approved;',
    '(b) any one director be authorised to sign it.',
    'The Chair thanked the bank for its help.',
    ...tail,
  )
  const { decisions, discussion } = items.find(({ heading }) => heading === 'Bank facility')!
  expect(decisions[0]!.evidence.map(({ quote }) => quote).join(' ')).toContain('(b) any one director')
  expect(decisions[0]!.text).not.toContain('thanked')
  expect(discussion.map(({ text }) => text).join(' ')).not.toContain('any one director')
})

test.each([
  [
    'somebody asked for',
    ['Mr Davies asked that:', '(a) the facility letter be approved;', '(b) he be authorised to sign it.'],
  ],
  [
    'was only discussed',
    ['The board discussed the following:', '(a) the facility letter;', '(b) who would sign it.'],
  ],
  [
    'was not resolved',
    ['No resolution was passed on the following:', '(a) the facility letter;', '(b) who would sign it.'],
  ],
])('a list that %s is no decision', (_, lines) => {
  expect(facts(...lines)).toEqual([])
})

test.each([
  'A donation of £1,000 to the Swansea Food Bank was approved.',
  'A payment to the contractor of up to £2,500 was authorised.',
  'An increase of 4% in the fee was agreed.',
])('what is given or spent is a decision: %s', (line) => {
  expect(facts(line)).toEqual([`carried “${line}”`])
})

test.each([
  'A grant of £5,000 from the council was approved.',
  "The tenant's payment of £500 was agreed.",
  'A donation of £1,000 was approved by the Rotary Club.',
  'Mr Davies said that a donation of £1,000 was approved.',
  'A donation of £1,000 had been approved.',
  'If a donation of £1,000 was approved the account would be overdrawn.',
  'The Chair observed that the board could look at a gift of £500 next year.',
])('what others give, what came in and what is only told is none: %s', (line) => {
  expect(facts(line)).toEqual([])
})

test('that nobody had an interest is nothing to check', () => {
  expect(checks('No other interests were declared.')).toEqual([])
})
