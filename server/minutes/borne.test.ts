import { expect, test } from 'vitest'
import { segmentsOfText } from '../transcripts/revise.ts'
import { outline, type MeetingFacts } from './compose.ts'
import type { Source } from './evidence.ts'
import { reduce } from './model/reduce.ts'
import type { WindowAnswer } from './model/schema.ts'

const meeting: MeetingFacts = {
  ...{ title: 'Board meeting', description: null, attendees: [], held: '2026-11-19T10:00:00Z' },
}
const said = `Ann Lee: Item one, the boiler.
Bob Day: The boiler in the east wing broke down twice in March, and the engineer has not cleared it for use.
Bob Day: I'll send the engineer's report to the insurers by Friday.
Ann Lee: I propose that we replace the boiler for nine thousand pounds.
Cat Roy: Seconded.
Ann Lee: All in favour? Three for, none against. The motion is carried.
Ann Lee: Item two, the van.
Cat Roy: The van is old, and I am worried about the brakes.
Ann Lee: I propose that we sell the van to Harlow Motors.
Bob Day: Seconded.
Ann Lee: All in favour? One for, two against. The motion is not carried.
`
type Topic = WindowAnswer['topics'][number]

function read(of: Partial<Topic>) {
  const segments = segmentsOfText(said, 0).map(({ startMs, endMs, text, speaker }, id) => ({
    ...{ id, text, speaker: speaker ?? null, words: [] },
    ...{ start: startMs / 1000, end: endMs / 1000, timestamp: startMs / 1000 },
  }))
  const source: Source = { version: 1, segments }
  const topic = { heading: 'X', discussion: [], decisions: [], actions: [], conflicts: [], ...of }
  const { content, ...counted } = reduce([{ topics: [topic] }], {
    ...{ outline: outline(meeting, source), meeting, source },
  })
  const facts = content.items.flatMap(({ decisions, discussion, actions }) =>
    [...decisions, ...discussion, ...actions].map(({ text }) => text),
  )
  return { facts, toCheck: content.toCheck, ...counted }
}

const report = "I'll send the engineer's report to the insurers"
test.each<[text: string, line: number, quote: string, fate: RegExp | 'stands']>([
  ['The boiler in the east wing had broken down twice in March.', 1, 'broke down twice in March', 'stands'],
  ['The engineer had not cleared the boiler for use.', 1, 'has not cleared it for use', 'stands'],
  ['Cat Roy expressed concern about the brakes of the van.', 7, 'worried about the brakes', 'stands'],
  [
    'The engineer had cleared the boiler for use.',
    1,
    'has not cleared it for use',
    /is so and one that it is not/,
  ],
  ['The east wing is to be demolished.', 1, 'broke down twice in March', /means “demolished”/],
  [
    'Ann Lee said that the van was old and its brakes a worry.',
    7,
    'worried about the brakes',
    /somebody else/,
  ],
])('a point stands only where what was said bears it out: %s', (text, line, quote, fate) => {
  const { facts, toCheck } = read({ discussion: [{ text, lines: [line, line + 1], quote }] })
  const what = facts.includes(text) ? 'stands' : toCheck.find((one) => one.text === text)?.why
  expect(what).toMatch(fate)
})

test.each([
  'Bob Day to send the report of the engineer to the insurers.',
  'Bob Day to burn the report.',
  'Bob Day to pay Harlow Motors.',
  'Bob Day to resign.',
])('an action rests on a sentence that says the doing: %s', (text) => {
  const { facts } = read({
    actions: [{ text, owner: 'Bob Day', due: 'by Friday', lines: [2, 8], quote: report }],
  })
  expect(facts.join()).toMatch(/Bob Day to send the .*insurers/)
  expect(facts.join()).not.toMatch(/burn|pay Harlow|resign/)
})

const decision = { outcome: 'carried' as const, proposer: null, seconder: null }
test.each<[string, Topic['decisions'][number], facts: RegExp, doubted: number]>([
  [
    'both agree: the words of the model',
    {
      ...{ ...decision, text: 'The replacement of the boiler for £9,000 was approved.' },
      ...{ lines: [3, 5], quote: 'we replace the boiler for nine thousand pounds' },
    },
    /The replacement of the boiler for £9,000 was approved/,
    0,
  ],
  [
    'both agree, but the model says more than was said: the words of the rules',
    {
      ...{ ...decision, text: 'The replacement of the boiler for £9,000 was approved to avoid litigation.' },
      ...{ lines: [3, 5], quote: 'we replace the boiler for nine thousand pounds' },
    },
    /^(?!.*litigation)[^]*replace the boiler/i,
    0,
  ],
  [
    'they differ, and the votes for it are no figures of it',
    {
      ...{ ...decision, text: 'The sale of the van to Harlow Motors was carried, with 2 votes against.' },
      ...{ lines: [8, 10], quote: 'we sell the van to Harlow Motors' },
    },
    /^(?!.*sale of the van)/,
    2,
  ],
])('decisions alone are an answer: %s', (_, claim, stands, doubted) => {
  const { facts, toCheck, used, quoted } = read({ decisions: [claim] })
  expect(facts.join(' ')).toMatch(stands)
  expect(toCheck.filter(({ why }) => /differently/.test(why))).toHaveLength(doubted)
  expect({ used, quoted }).toMatchObject({ quoted: 1 })
})
