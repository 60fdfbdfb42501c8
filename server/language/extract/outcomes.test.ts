import { expect, test } from 'vitest'
import { extract, type Extraction } from './extract.ts'

/** How outcomes are told, put right and lost; who said they will do what. */

const attendees = [
  { name: 'Ines Farrow', role: 'Chair' },
  { name: 'Tom Okoro', role: 'Treasurer' },
  { name: 'Émile Ó Briain', role: null },
]
const voices: Record<string, string> = {
  C: 'Ines Farrow',
  T: 'Tom Okoro',
  R: 'Ruth Adeyinka',
  E: 'Émile Ó Briain',
}
const before = [
  'C: Good evening, everybody is here and we can start with the reports from the sites.',
  'T: The boiler in the east wing broke down twice and the tenants complained about it.',
  'R: Hale and Sons ask nine thousand pounds for a new one, and the gutters were cleaned.',
]
const after = [
  'C: Item nine, the newsletter.',
  'R: It went to four hundred people and a dozen of them answered.',
  'C: Good to hear.',
]

function meeting(...lines: string[]): Extraction {
  const segments = [...before, ...lines, ...after].map((line, at) => {
    const [voice = '', ...words] = line.split(': ')
    return {
      ...{ id: at + 1, start: at * 6, end: at * 6 + 5 },
      ...{ speaker: voices[voice] ?? voice, text: words.join(': ') },
    }
  })
  return extract({ segments, attendees, held: '2026-11-19' })
}
const [sure, doubted] = [true, false].map(
  (is) => (lines: readonly string[]) =>
    meeting(...lines)
      .decisions.filter(({ doubt }) => (doubt === null) === is)
      .map(({ outcome }) => outcome),
) as [(lines: readonly string[]) => string[], (lines: readonly string[]) => string[]]

const agreed = ['T: Agreed.', 'R: Agreed.']
test.each([
  ['we resolved', ['C: We resolved to accept the quote of Hale and Sons.', ...agreed], ['carried']],
  ['it was resolved', ['C: It was resolved that the quote be accepted.', 'T: Yes, agreed.'], ['carried']],
  ['we agreed', ['C: We agreed to renew the policy for a year.', 'R: Happy with that.'], ['carried']],
  ['the board resolved', ['C: The board resolved to accept the quote.', 'T: Aye.', 'R: Aye.'], ['carried']],
  ['we agreed to defer', ['C: We agreed to defer the boiler until March.', 'T: Agreed.'], ['deferred']],
  [
    'on a condition',
    ['C: Subject to the survey, we agreed to accept the quote of Hale and Sons.', 'T: Agreed.'],
    ['carried'],
  ],
  ['noted by the board', ['C: The board noted the management accounts.'], ['noted']],
  ['the report was noted', ["C: The treasurer's report was received and noted."], ['noted']],
  ['we note', ['C: We duly noted the quarterly report.'], ['noted']],
  [
    'approved unanimously',
    ['C: The appointment of Bell and Co as auditors was approved unanimously.'],
    ['carried'],
  ],
  ['unanimously approved', ['C: The budget for the east wing was unanimously approved.'], ['carried']],
  ['nem con', ['C: Bell and Co were appointed as auditors, nem con.'], ['carried']],
  ['lost', ['T: I move that we buy a car.', 'C: One for, two against. The motion falls.'], ['rejected']],
  [
    'not carried',
    ['T: I propose that we buy a car.', 'R: Seconded.', 'C: 1 for, 2 against. The motion is not carried.'],
    ['rejected'],
  ],
])('an outcome that the chair tells stands as fact: %s', (_, lines, outcomes) => {
  expect(sure(lines)).toEqual(outcomes)
})

test.each([
  ['by another than the chair', ['R: We resolved to accept the quote of Hale and Sons.', 'T: Agreed.']],
  ['noted, by another', ['R: The board noted the safeguarding report.']],
  ['approved, by another', ['R: The appointment of Bell and Co was approved unanimously.']],
  ['nobody answers', ['C: The board resolved to accept the quote of Hale and Sons.']],
  ['without "unanimously"', ['C: The appointment of Bell and Co as auditors was approved.']],
])('it stands under "To check": %s', (_, lines) => {
  expect([sure(lines), doubted(lines).length]).toEqual([[], 1])
})

test.each([
  ['denied', ['C: The board has not noted the report.', 'T: Agreed.']],
  ['supposed', ['C: If we resolved to accept the quote, the rent would rise.', 'T: Agreed.']],
  ['quoted', ['C: He wrote "we resolved to accept the quote of Hale and Sons".', 'T: Yes.']],
  ['recalled', ['C: The board noted the report at the last meeting.', 'T: Yes.']],
  ['of another year', ['C: The budget was approved unanimously by the members last year.']],
  ['contradicted', ['C: We resolved to accept the quote.', 'T: No, I object to that.', 'R: Agreed.']],
  [
    'taken back',
    ['C: We agreed to accept the quote. Scratch that, we need a second one first.', 'T: Agreed.'],
  ],
])('it is not stated as fact: %s', (_, lines) => {
  expect(sure(lines)).toEqual([])
})

const vote = ['T: I propose that we award the contract to Hale and Sons.', 'E: Seconded.']
test.each([
  [
    ['C: In favour? Two. Against? None.', 'R: I abstain.', 'C: The motion is carried.'],
    [2, 0, 1],
  ],
  [
    ['C: All in favour?', 'T: For.', 'E: For.', "R: I'm not voting.", 'C: Carried.'],
    [null, null, 1],
  ],
  [['C: All in favour? Two for, one abstention. The motion is carried.'], [2, null, 1]],
  [['C: All in favour? Two for, Ruth abstaining. The motion is carried.'], [2, null, 1]],
  [['C: All in favour? Two for, Ruth and the Chair abstaining. The motion is carried.'], [2, null, 2]],
  ...[
    'Several abstained, so it is carried.',
    'Some abstained but the motion is carried.',
    'Several directors and Members abstaining, carried.',
    'Several trustees and Ruth abstaining, carried.',
    'Two directors from Leeds abstaining, carried.',
  ].map((said): [string[], (number | null)[]] => [
    [`C: In favour? Four for, one against. ${said}`],
    [4, 1, null],
  ]),
  [
    ['C: In favour? Two for, none against. The motion is carried.', 'R: For the minutes, I abstained.'],
    [2, 0, 1],
  ],
  [
    ["R: I'm not abstaining.", 'C: In favour? Three for, none against. The motion is carried.'],
    [3, 0, null],
  ],
  [
    ['R: If it is close I abstain.', 'C: In favour? Three for, none against. Carried.'],
    [3, 0, null],
  ],
  [
    ['R: I abstained last time.', 'C: In favour? Three for, none against. Carried.'],
    [3, 0, null],
  ],
])('abstentions are counted: %s', (lines, [inFavour, against, abstained]) => {
  expect(meeting(...vote, ...lines).decisions).toMatchObject([
    { vote: { for: inFavour, against, abstained }, doubt: null },
  ])
})

test.each([
  [
    'C: It was agreed to raise salaries by 3 per cent. Actually no, make that 2 per cent, agreed?',
    'T: Agreed.',
  ],
  ['C: We agreed to pay the engineer 300 pounds. Sorry, 250 pounds.', 'T: Agreed.'],
  ['C: We agreed to meet the landlord on Monday. I mean Tuesday.', 'T: Agreed.'],
  [
    'T: I propose that we pay the engineer 300 pounds.',
    'R: Seconded.',
    'T: Correction, that should be 350 pounds.',
    'C: In favour? Three for, none against. The motion is carried.',
  ],
])('what is put right at once is to be checked, with both: %s', (...lines) => {
  const { decisions } = meeting(...lines)
  expect(decisions).toMatchObject([{ doubt: expect.stringMatching(/put right/) }])
  expect(decisions[0]!.about.map(({ text }) => text).join(' ')).toMatch(/\b(?:2 per|250|Tuesday|350)/)
})

test('another figure in another matter puts nothing right', () => {
  expect(
    sure(['C: We agreed to pay the engineer 300 pounds.', ...agreed, 'R: Sorry, I was on page 250.']),
  ).toEqual(['carried'])
})

test.each([
  ['I must declare an interest, my brother works for them.', 'Noted, thank you.'],
  ['I have to declare an interest. My brother works for Hale. So I will not vote.', 'That is recorded.'],
  ['Just to declare, I own shares in Hale and Sons.', "That's noted. You'll leave the room then."],
  ["I'm interested in the allotment as the subscriber and I won't vote on it.", 'Right.'],
  ["I should say that my daughter rents one of our flats, so I'm interested in the rent item.", 'Go on.'],
  ["I've recused myself, obviously.", 'Right.'],
])('an interest is no decision: %s', (said, answer) => {
  const { conflicts, decisions } = meeting(`R: ${said}`, `C: ${answer}`)
  expect([conflicts.length, decisions.length]).toEqual([1, 0])
})

const tasks = (...lines: string[]): [owner: string | null, due: string | undefined, isSure: boolean][] =>
  meeting(...lines).actions.map(({ owner, due, doubt }) => [owner, due?.said, doubt === null])

test.each([
  ['C: Tom will send the contract to Acme by 2 December.', 'Tom Okoro', 'by 2 december', true],
  ['C: Mark will send the contract to Acme by 2 December.', 'Mark', 'by 2 december', false],
  ['C: Barclays will send the contract to Acme by 2 December.', 'Barclays', 'by 2 december', false],
  ['C: Łukasz is to circulate the report by Friday.', 'Łukasz', 'by friday', false],
  ['C: Nadia, please draft the contract for the drivers by 2 December.', 'Nadia', 'by 2 december', false],
  ['C: Émile will write to the landlord by Monday.', 'Émile Ó Briain', 'by monday', true],
  ['C: Mr Ó Briain will write to the landlord by Monday.', 'Émile Ó Briain', 'by monday', true],
  ["E: I'll write to the landlord by Monday.", 'Émile Ó Briain', 'by monday', true],
  [
    'C: The committee will obtain three quotes by the end of February.',
    'The committee',
    'by the end of february',
    true,
  ],
  ["T: I'll do it, by the 20th.", 'Tom Okoro', 'by the 20th', true],
])('who does what by when: %s', (line, owner, due, isSure) => {
  expect(tasks(line)).toEqual([[owner, due, isSure]])
})

test.each([
  'C: Mark will not send the contract to Acme by 2 December.',
  'C: HMRC will send the contract to Acme by 2 December.',
  'C: If the price holds, Mark will send the contract to Acme by 2 December.',
  'C: The board will not obtain three quotes by the end of February.',
  'C: He said "Mark will send the contract to Acme by 2 December".',
])('nobody does it: %s', (line) => {
  expect(tasks(line)).toEqual([])
})
