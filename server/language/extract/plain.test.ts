import { expect, test } from 'vitest'
import { extract, type Extraction } from './extract.ts'

/** What ordinary meetings say plainly stands as fact; minutes that somebody wrote are read as such. */

const attendees = [
  { name: 'Helen Dale', role: 'Chair' },
  { name: 'Sam Ortega', role: null },
  { name: 'Ruth Adeyemi', role: null },
]
const voices: Record<string, string> = { H: 'Helen Dale', S: 'Sam Ortega', R: 'Ruth Adeyemi' }
const before = [
  'H: Good evening, everybody is here and we can start with the reports from the sites.',
  'S: The boiler in the east wing broke down twice and the tenants complained about it.',
  'R: Hale and Sons came on Monday, and the gutters were cleaned.',
]
const after = ['H: Item nine, the newsletter.', 'R: It went to four hundred people.', 'H: Good to hear.']

function read(lines: readonly string[]): Extraction {
  const segments = lines.map((line, at) => {
    const [, voice = null, text = line] = /^([HSR]): (.*)$/.exec(line) ?? []
    return { id: at + 1, start: at * 6, end: at * 6 + 5, speaker: voice && voices[voice]!, text }
  })
  return extract({ segments, attendees, held: '2026-11-19' })
}
const spoken = (...lines: string[]): Extraction => read([...before, ...lines, ...after])
const facts = ({ decisions }: Extraction): string[] =>
  decisions.filter(({ doubt }) => doubt === null).map(({ outcome }) => outcome)
const first = ({ decisions }: Extraction): string => decisions[0]?.sentences[0]?.text ?? ''

test.each<[string, string[], string[]]>([
  [
    'asked and agreed by all',
    ['H: Can we agree to appoint Tideway?', 'S: Agreed.', 'R: Agreed.'],
    ['carried'],
  ],
  [
    'summed up by who asked',
    [
      'H: Are we content to renew the lease at 38,000?',
      'S: Content.',
      'R: Yes.',
      'H: Then the lease is approved.',
    ],
    ['carried'],
  ],
  [
    'the minutes of the last meeting',
    [
      'H: Item two, minutes of the last meeting. Any corrections?',
      'H: Are we happy to approve them? I see nods all round.',
      'H: The minutes of the meeting of the seventh of October were approved as a true record.',
    ],
    ['carried'],
  ],
  [
    'hands counted, and then declared',
    [
      'H: The first resolution is to change the name of the company. On a show of hands, all in favour? Thank you. Against? None. Passed unanimously.',
    ],
    ['carried'],
  ],
  [
    'one resolution after the other',
    [
      'H: Number four, that Patrick Boyle be re-elected. In favour? Against? Carried.',
      'H: Five, the re-election of Diana Archer. In favour? Any against? That is carried as well.',
      'H: Six, to declare a dividend of nine pence. I imagine this is more popular. All in favour? Carried.',
    ],
    ['carried', 'carried', 'carried'],
  ],
  [
    'poll told by another, declared by the chair',
    [
      'H: Number one, to receive the annual report. Those in favour please? Against?',
      'R: Proxies for, eighty-eight million, against, twelve thousand.',
      'H: Resolution one is carried.',
    ],
    ['carried'],
  ],
  [
    'a motion whose question follows another’s outcome',
    [
      'H: The first resolution is to change the name of the company. All in favour? Thank you. Against? None. Passed unanimously.',
      'H: The second is an ordinary resolution to remove Mr Dent as a director. Those for? Forty-one. Against? Fifty-two. The resolution is not carried.',
    ],
    ['carried', 'rejected'],
  ],
  [
    'by acclamation',
    [
      'H: Third, that Mrs Quested be made a life member. Shall we do it by acclamation? Carried by acclamation.',
    ],
    ['carried'],
  ],
  [
    'by the casting vote',
    ['H: All in favour of the merger? Three. Against? Three. I use my casting vote in favour. Carried.'],
    ['carried'],
  ],
  ['taken as approved', ['H: The notes of the October meeting. I will take that as approved.'], ['carried']],
  [
    'recommended to another body',
    ['R: I would support that.', 'H: Then we recommend to the Board the going concern statement.'],
    ['carried'],
  ],
  [
    'put off, and something asked in one breath',
    ['H: So we will hold the lift over to the autumn, and Ruth, could you get two quotes?', 'R: Yes.'],
    ['deferred'],
  ],
])('as fact: %s', (_, lines, outcomes) => {
  const found = spoken(...lines)
  expect(found.decisions.map(({ outcome }) => outcome)).toEqual(outcomes)
  expect(facts(found)).toEqual(outcomes)
})

test('what somebody takes back of their own words takes back no task of others', () => {
  const { actions } = spoken(
    'H: Sam, can you see to the AP01 and the identity verification?',
    'S: Of course, within the fourteen days.',
    'R: I would like the minutes to record my dissent from that. No, actually, forget it, I voted for it.',
  )
  expect(actions.map(({ owner, doubt }) => [owner, doubt])).toEqual([['Sam Ortega', null]])
})

test('what lies on the table is put off', () => {
  const { decisions } = spoken(
    'S: I move that the item lie on the table.',
    'R: Seconded.',
    'H: All in favour? The matter lies on the table.',
  )
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['deferred'])
})

test.each<[string, string[]]>([
  [
    'somebody objects',
    ['H: We will hold the lift over to the autumn.', 'S: I disagree, we should settle it.'],
  ],
  ['not approved before', ['H: The committee did not approve the budget in March.', 'S: Quite.']],
  ['if it were up to me', ["H: I'd take that as approved if it were up to me.", 'S: No.']],
  ['lost money', ['H: I move that Wigan close.', "H: It's lost money five years out of six."]],
  ['next date', ['H: Shall we say the same time on the twentieth of March?', 'S: Good.', 'R: Yes.']],
  [
    'taken as approved, of what another said',
    ['S: We cannot afford a survey this year.', "H: Unless anyone objects, I'll take it as approved."],
  ],
  [
    'taken as agreed over an objection',
    [
      'S: I propose to sell the van.',
      'R: I object to that.',
      "H: I'll take it as agreed.",
      'R: No, you cannot.',
    ],
  ],
  ['an opinion', ['H: The board is content with how the strike ended.', 'S: Sales rose.']],
  [
    'of something else',
    [
      'H: Is everyone happy with the lease?',
      'S: Happy.',
      'H: Brandt is appointed as their agent.',
      'R: I am not happy.',
    ],
  ],
  ['has recommended', ['H: The dividend.', "H: Sam's recommended four pounds a share."]],
])('never as fact: %s', (_, lines) => {
  expect(facts(spoken(...lines))).toEqual([])
})

const minutes = [
  'Minutes of the finance committee of Ardmore Foods Limited held on 9 October 2026.',
  'The committee considered the figures for the year against the targets.',
]
test.each<[string, string, string[]]>([
  ['resolved', 'IT WAS RESOLVED that the registered office be changed to Canal Road.', ['carried']],
  ['agreed', 'After discussion it was agreed to re-tender the role of adviser.', ['carried']],
  ['by the body', 'The Committee APPROVED increases of 3 per cent from 1 April 2026.', ['carried']],
  ['told of the thing', 'The minutes of the last meeting were taken as read and approved.', ['carried']],
  ['declared', 'The President declared the special resolution carried.', ['carried']],
  ['by a vote', 'The proposal that the fee be £265 was put and was carried by 44 votes to 9.', ['carried']],
  ['in brief', 'Agreed: a two-year contract at no more than 23.5p per unit.', ['carried']],
  ['lost', 'The proposal to close the Bath office was rejected by four votes to one.', ['rejected']],
  [
    'without a seconder',
    'A proposal to increase the fee to £95,000 fell for want of a seconder.',
    ['rejected'],
  ],
  ['put off', 'It was agreed to defer the grant to the next meeting.', ['deferred']],
  ['put off in brief', 'Carried over to the June meeting.', ['deferred']],
  ['noted', 'The quarterly health and safety report was noted.', ['noted']],
  ['discussed', 'The board discussed whether the lease should be approved.', []],
  ['nothing agreed', 'It was suggested that the rent be raised, but nothing was agreed.', []],
  ['elsewhere', 'The chair reported that the council had approved the plans on 4 May 2026.', []],
  ['hypothetical', 'If the grant is approved the work will begin in June.', []],
  ['with a stranger', 'It was agreed with the landlord that access be given on Friday.', []],
  ['at another meeting', 'The working group agreed a plan at its meeting in May.', []],
  ['of a stranger', 'The landlord’s offer was accepted by the tenant next door.', []],
  ['of an office', 'Planning permission was granted.', []],
  ['of two strangers', 'The plan was approved by HMRC and the tax clearance was granted.', []],
  ['of another body', 'The proposal was approved in principle by the finance committee of Acme.', []],
  ['of members of another', 'Members of the residents’ club agreed to hold a fair in May.', []],
  ['asked', 'Ms Fox asked if the lease was approved; it was not.', []],
  ['thought', 'Mr Day thought it was agreed that it should be.', []],
  ['told of', 'The chair explained that a motion was lost at the parish council.', []],
  ['every year', 'The policy is approved annually.', []],
  ['no decision', 'The board agreed that it could not decide.', []],
  ['no paper', 'The committee received complaints about noise.', []],
  ['the end', 'The meeting was declared closed.', []],
  ['apologies', 'Apologies were received from Mr Stroud and noted.', []],
])('of written minutes: %s', (_, line, outcomes) => {
  expect(facts(read([...minutes, line, 'The meeting closed at 6.40pm.']))).toEqual(outcomes)
})

test('what is written in one paragraph stays apart, a vote belongs to its own resolution, "No." is a sentence', () => {
  const { decisions } = read([
    ...minutes,
    'The minutes of the last meeting were approved. The proposal to sell the van was rejected by four votes to one.',
    'The Chair proposed that the contract be approved. On a show of hands the resolution was carried.',
  ])
  expect(decisions.map(({ outcome, vote }) => [outcome, vote?.for ?? null])).toEqual([
    ['carried', null],
    ['rejected', 4],
    ['carried', null],
  ])
  expect(decisions[2]!.about[0]!.text).toContain('that the contract be approved')
  expect(first(spoken('H: Any questions? No. The committee approves the external audit plan.'))).toBe(
    'The committee approves the external audit plan.',
  )
})

test.each<[string, string | null, string | null]>([
  ['The Secretary was instructed to file form SH01 within one month.', 'Eleanor Marsh', 'file form SH01'],
  ['Mr Mensah would meet the surveyor on site.', 'Kwame Mensah', 'meet the surveyor'],
  ['TM to sign the contract by 24 April.', 'Trevor Mills', 'sign the contract'],
  ['ACTION: TM to show supply cover by school.', 'Trevor Mills', 'show supply cover'],
  ['Mr Mensah would not vote on the item.', null, null],
  ['The work would begin in June.', null, null],
  ['Income to date was £84k.', null, null],
  ['The committee would meet next on 17 March 2026.', null, null],
  ['Mr Mensah agreed to the terms.', null, null],
])('who does what, of written minutes: %s', (line, owner, task) => {
  const head = 'Present: Trevor Mills, Kwame Mensah. Secretary: Eleanor Marsh.'
  const segments = [...minutes, head, line].map((text, at) => ({
    ...{ id: at + 1, start: 0, end: 0, speaker: null, text },
  }))
  const listed = [{ name: 'Eleanor Marsh', role: 'Secretary' }]
  const { actions } = extract({ segments, attendees: listed, held: '2026-11-19' })
  expect(actions.map((one) => [one.owner, one.doubt])).toEqual(owner === null ? [] : [[owner, null]])
  expect(actions.map((one) => one.task ?? '').join()).toContain(task ?? '')
})

test.each([
  ['H: Next meeting, Wednesday the eighth of July, half past six.', '8'],
  ["H: That's everything. Tuesday the twenty-fourth of March. Home.", '24'],
  ["H: Next board's the tenth of June, half seven.", '10'],
  ['H: Please send it before the next meeting on the tenth of June.', null],
  ['H: The next board is on 22 January 2026 at 6pm in the Guildhall.', '22'],
  ["H: We'll next meet on the second of February at four.", '2'],
  ['H: Same time in a fortnight, the twentieth at ten?\nR: Perfect.', '20'],
  ['H: Same time in a fortnight, the twentieth at ten?\nR: No, I am away.', null],
  ['H: Then the annual general meeting is on Saturday 7 March 2026 at 3 pm.', '7'],
])('when they meet again: %s', (line, date) => {
  const { nextMeeting } = read([...before, ...line.split('\n')])
  expect(nextMeeting?.date?.slice(8).replace(/^0/, '') ?? null).toBe(date)
})

test.each<[string, string[], object]>([
  [
    'a second told by the chair, and the vote in the words that declare it',
    [
      'S: I propose we award the contract to Hallam and Pike.',
      'H: Seconded by Ruth. In favour: Sam, Ruth and myself. Nobody against. So that is carried by three votes with one abstention.',
    ],
    { proposer: 'Sam Ortega', seconder: 'Ruth', vote: { for: 3, against: 0, abstained: 1 } },
  ],
  [
    'another proposes',
    [
      'H: Sam proposes that we close the Hexham store.',
      'H: In favour, three. Against, none. Abstaining, Ruth. Carried by three votes with one abstention.',
    ],
    { vote: { for: 3, against: 0, abstained: 1 } },
  ],
])('one decision with its whole vote: %s', (_, lines, whole) => {
  expect(spoken(...lines).decisions).toMatchObject([{ doubt: null, ...whole }])
})

test('what one item leaves open is nothing of the next', () => {
  const { decisions } = spoken(
    'S: I move that we repaint the hall.',
    'R: Second.',
    'H: Item five, the loan. It is resolved that the company borrow eight million pounds.',
    'S: Agreed.',
    'R: Agreed.',
  )
  expect(decisions.at(-1)).toMatchObject({ proposer: null, seconder: null })
})

test('the motion as amended is the one that was put last', () => {
  const { decisions } = spoken(
    'S: I could not support twelve. I would move that we make it nine.',
    'H: On the amendment, all in favour? All four. So the amendment is carried.',
    'H: And the motion as amended, that a dividend of nine pence a share be paid? Those for? Four. Against, none. Carried.',
  )
  expect(decisions.filter(({ doubt }) => doubt === null).map(({ about }) => about[0]!.text)).toEqual([
    expect.stringContaining('nine pence a share'),
  ])
})

test('a month is when they meet, where no day was said', () => {
  const { nextMeeting } = read([...before, 'H: The next annual general meeting will be in November 2026.'])
  expect(nextMeeting).toMatchObject({ said: 'in november', date: null })
})
