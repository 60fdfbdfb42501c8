import { expect, test } from 'vitest'
import type { Citation } from '#contract/chat.ts'
import { AppError } from '../errors.ts'
import { checkAnswer, checkUnfinished, isAbout } from './check.ts'
import { unfinishedAnswer } from './failures.ts'

const passage = (number: number, text: string): Citation => ({
  ...{ number, kind: 'transcript', sourceId: '1', title: 'Board', text },
  ...{
    date: '2026-06-03T10:00:00Z',
    at: 12,
    page: null,
    speaker: 'Tom Reed',
    item: null,
    href: '/recordings/1',
    minutesHref: null,
    reported: null,
  },
})

test('nothing of an answer is lost, and no figure becomes another one', () => {
  const given = [passage(1, 'The rate of interest rose by half a point; .5 per cent was the rate.')]
  const answer = 'The rate of interest rose [1]. .5 per cent was the rate [1].'
  expect(checkAnswer(answer, given)).toMatchObject({ text: answer, unsupported: [] })
  for (const text of [
    '...and the rate rose [1].',
    'The rate rose (a little.) [1] !?',
    'Rate: 1.5.2 – e.g. the rate [1]',
  ])
    expect(checkAnswer(text, given)?.text).toBe(text)
  expect(checkAnswer('The rate was 5 per cent [1].', given)?.unsupported).toEqual(['5 per cent'])
})

test('the opposite of what a passage says is marked, and an answer about something else is none', () => {
  const given = [passage(1, 'The board approved the lease of the office in March.')]
  const marked = (text: string) => checkAnswer(text, given)?.unsupported
  expect(marked('The board did not approve the lease of the office [1].')).toEqual([
    'The board did not approve the lease of the office.',
  ])
  expect(marked('The board approved the lease of the office [1].')).toEqual([])
  const answer = checkAnswer('The board approved the lease of the office [1].', given)!
  expect([isAbout(answer, 'What became of the lease?'), isAbout(answer, 'Who mends bicycles?')]).toEqual([
    true,
    false,
  ])
})

test('a figure is the same in digits and in words, whichever way round', () => {
  const given = [
    passage(1, 'The bid is £1.2 million.'),
    passage(2, 'The bid is one point two million pounds.'),
  ]
  for (const bid of ['£1.2 million', 'one point two million pounds', '£1,200,000'])
    for (const number of [1, 2])
      expect(checkAnswer(`The bid is ${bid} [${number}].`, given)?.unsupported, bid).toEqual([])
  for (const [bid, wrong] of [
    ['£1.3 million', '£1.3 million'],
    ['one point three million pounds', 'one point three million'],
    ['two million pounds', 'two million'],
  ] as const)
    expect(checkAnswer(`The bid is ${bid} [1].`, given)?.unsupported).toEqual([wrong])
})

test("a passage's number and date bear out no figures but themselves", () => {
  const given = [passage(5, 'The notice period and the rent are short; tenants stay.')]
  for (const [answer, unsupported] of [
    ['The notice period is 5 weeks [5].', ['5']],
    ['The notice period is five weeks [5].', ['five']],
    ['The rent is £2,026 and there are 3 tenants [5].', ['£2,026', '3']],
    ['On 3 June 2026 the rent was short [5].', []],
    ['On June 3rd the rent was short, as all of 2026 [5].', []],
    ['On 4 June 2026 the rent was short [5].', ['4']],
    ['In June 2025 the rent was short [5].', ['2025']],
  ] as const)
    expect(checkAnswer(answer, given)?.unsupported, answer).toEqual(unsupported)
  // Nor is it a word that answer and passage share.
  expect(checkAnswer('It takes 5 lorries [5].', given)).toBeNull()
})

test('an answer that ended early keeps what had come of it, and says why there is no more', () => {
  const came = {
    text: 'The rate rose [1]. See https://evil.example',
    citations: [passage(1, 'The rate rose.')],
  }
  const gone = new AppError('not_found', 'gone')
  const kept = unfinishedAnswer(came, { origin: 'failed', error: gone })
  expect(kept).toMatchObject({ origin: 'failed', citations: [{ number: 1 }] })
  expect(kept.text).toMatch(/^The rate rose \[1\]\./)
  expect(kept.text).toMatch(
    /I apologize, but I'm having trouble processing your request\. This conversation has since been deleted\.$/,
  )
})

test.each([
  // What is whole is checked as ever; the sentence that was cut off need not cite yet, and invents no figure.
  ['The rent is short [1]. Tenants stay for', 'The rent is short [1]. Tenants stay for', []],
  ['The rent is short [1]. Rats moved in. Tenants stay', null, ['Rats moved in.']],
  ['The rent is short [1].\n\n- Tenants pay 90 pounds and', null, ['90']],
  ['Tenants stay', null, []],
  ['Rats moved in. Tenants stay', null, ['Rats moved in.']],
  ['The rent is short [1', 'The rent is short', []],
  ['The rent is short [1]. Tenants stay [1].', null, []],
  ['', null, []],
] as const)('as far as it goes: %s', (came, text, unsupported) => {
  const given = [passage(1, 'The rent is short; tenants stay.')]
  expect(checkUnfinished(came, given)).toMatchObject({ text: text ?? came, unsupported })
})

test.each([
  ['The board deferred the award to December [1].', true],
  ['The award of the crane contract was put off to the December meeting [1].', true],
  ['Yes, the draft was cleared by counsel [1].', true],
  ['Special resolutions have to be filed at Companies House in 15 days [2].', true],
  ['The crane contract went to Zebra Lifting in December [1].', false],
] as const)('a sentence says what its sources say: %s', (answer, holds) => {
  const given = [
    passage(
      1,
      "We'll defer the award of the crane contract to the December meeting. Counsel has cleared the draft.",
    ),
    passage(2, 'A copy of a special resolution must be filed at Companies House within 15 days.'),
    passage(3, 'Those in favour? Tendai, Mikołaj. Those against? Ffion Haf Rees. I abstain.'),
    passage(4, 'Please minute that I voted against because of the cost, and not in favour of it.'),
  ]
  const said = answer.replace(/ \[\d\]/, '')
  expect(checkAnswer(answer, given)?.unsupported).toEqual(holds ? [] : [said])
})
