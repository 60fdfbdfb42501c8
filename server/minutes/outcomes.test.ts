import { expect, test } from 'vitest'
import { found, minutesFrom, opening } from '../test/spoken-minutes.ts'

/** What stands as decided after all that was said of it: polls, amendments, what was undone later. */

test.each([
  [
    'Resolution one, to receive the accounts. Votes for, 41,200,318; votes against, 12,004; withheld, 3,300. Resolution one is carried.',
    'carried 41200318:12004:3300 To receive the accounts.',
  ],
  [
    'Resolution two, an ordinary resolution, to declare a final dividend of 6.5 pence per share, payable on 18 December 2026 to those on the register on 27 November. For, 4,100; against, 22. Carried.',
    'carried 4100:22:- To declare a final dividend of 6.5 pence per share, payable on 18 December 2026 to those on the register on 27 November.',
  ],
  [
    'Resolution two, to approve the policy. In favour 12.4 million; against 3.1 million; abstentions 200,000. Carried.',
    'carried 12400000:3100000:200000 To approve the policy.',
  ],
  [
    'Resolution three, to re-elect Mrs Bell. One hundred and twelve in favour, thirty-one against. I declare it passed.',
    'carried 112:31:- To re-elect Mrs Bell.',
  ],
  [
    'Resolution three, to re-elect Mrs Bell. For 29,000 against 31,000. The resolution is lost.',
    'rejected 29000:31000:- To re-elect Mrs Bell.',
  ],
  [
    'Resolution four, to appoint Kay and Co. 41.2 per cent in favour and 58.8 per cent against. It is not carried.',
    'rejected To appoint Kay and Co.',
  ],
  [
    'Resolution six is a special resolution, to disapply pre-emption rights. It needs 75 per cent. For, 29,000,000; against, 12,200,000. That is 70.4 per cent and so the special resolution has not been passed.',
    'rejected 29000000:12200000:- As a special resolution, to disapply pre-emption rights.',
  ],
  [
    'Resolution six is a special resolution to adopt new articles. Votes for 1,400; votes against 600. The resolution has failed to reach the required majority.',
    'rejected 1400:600:- As a special resolution, to adopt new articles.',
  ],
  [
    "Resolution seven, a special resolution, that meetings may be called on fourteen days' notice. For, 40,900,000, against, 310,000. Passed as a special resolution by more than 75 per cent.",
    "carried 40900000:310000:- As a special resolution, that meetings may be called on fourteen days' notice.",
  ],
  [
    'Resolution eight, to re-elect Mr Orme. For 29,000, against 12,000. The resolution is lost. Sorry, I misread that: the resolution is carried.',
    'carried 29000:12000:- To re-elect Mr Orme.',
  ],
])('a poll ends as the chair declares last, with whole figures: %s', (line, decision) => {
  expect(found(`Chair: ${line}`)).toEqual({ facts: [decision], doubts: [] })
})

test('a declaration that the figures contradict is to be checked', () => {
  const line = 'Resolution five, a special resolution to buy back shares. For, 600; against, 400. Carried.'
  expect(found(`Chair: ${line}`)).toEqual({
    facts: [],
    doubts: [expect.stringMatching(/^carried 600:400:- .*do not agree\.$/)],
  })
})

const motion = ['Ann Bell: I propose that we pay a bonus of three per cent.']
const vote = 'Those in favour? Three. Against? None. Carried by three votes to nil.'
test.each([
  [
    'Tom Orr: Can I move an amendment to two per cent?',
    'Ann Bell: I am content with that.',
    'So the motion as amended is to pay a bonus of two per cent.',
  ],
  [
    'Tom Orr: By way of amendment, two per cent.',
    'Ann Bell: I accept that.',
    'The amendment is accepted. The amended motion is that we pay a bonus of two per cent.',
  ],
])('a motion stands as it was amended: %s', (amendment, answer, restated) => {
  const { facts, doubts } = found(...motion, amendment, answer, `Chair: ${restated} ${vote}`)
  expect(facts).toEqual(['carried 3:0:- To pay a bonus of two per cent.'])
  expect(doubts.filter((one) => !one.includes('three per cent.” Tom Orr'))).toEqual([])
})

test.each([
  ['I move to amend that to two per cent.', 'All in favour of the motion as amended? Carried.'],
  ["I'd like to propose an amendment, that it be two per cent.", `On the amended motion. ${vote}`],
  ['Could we amend it to two per cent?', `All right. ${vote}`],
  ['I move an amendment: two per cent.', `The amendment is accepted. As amended, then. ${vote}`],
])('what was amended and not put in one sentence is to be checked, in both: %s', (amendment, put) => {
  const { facts, doubts } = found(
    ...motion,
    `Tom Orr: ${amendment}`,
    'Ann Bell: I accept that.',
    `Chair: ${put}`,
  )
  expect(facts).toEqual([])
  expect(doubts).toContainEqual(expect.stringMatching(/three per cent.*two per cent.* << It was amended/))
})

const carried = [
  'Ann Bell: I propose that we sell the lorry.',
  'Tom Orr: Seconded.',
  'Chair: All in favour? Carried.',
]
test.each([
  [['Tom Orr: Sorry, chair, the buyer has gone.', 'Chair: Then that resolution is rescinded.'], 'rescinded'],
  [
    ['Tom Orr: I have changed my mind, I am against it.', "Chair: All right, then we'll leave it open."],
    'open',
  ],
  [["Tom Orr: Actually I'm having second thoughts.", "Chair: Then let's reopen that."], 'reopen'],
  [
    [
      'Chair: Next, the roof.',
      'Tom Orr: It leaks.',
      'Chair: Going back to the lorry, that decision no longer stands.',
    ],
    'stands',
  ],
])('what is undone later is no fact: %s', (later, word) => {
  const { facts, doubts } = found(...carried, ...later)
  expect(facts).toEqual([])
  expect(doubts).toContainEqual(
    expect.stringMatching(new RegExp(`sell the lorry.*${word}.* << Later in the meeting`)),
  )
})

test.each([
  ['Tom Orr: Last year we revoked the lease of the barn.'],
  ['Ann Bell: Leave the door open, it is hot in here.'],
  ['Tom Orr: Should we reopen that?'],
  ["Tom Orr: I haven't changed my mind about it."],
])('what is not undone stands: %s', (later) => {
  expect(found(...carried, 'Chair: Next, the roof.', later).facts).toEqual(['carried To sell the lorry.'])
})

const unclear = 'The rules could not tell whether this was decided.'
test.each([
  [
    "Tom Orr: I'd recommend to the board that the risk appetite for cyber goes to minimal.",
    'Ann Bell: I second that.',
    'Chair: All in favour? Thank you.',
  ],
])('nobody is told that nobody agreed where somebody did: %s', (...lines) => {
  const { doubts } = found(...lines)
  expect(doubts.map((one) => one.split(' << ')[1])).toEqual([unclear])
})

test('what somebody takes back of their own is no ground against what was decided', () => {
  const { doubts } = found(
    'Chair: I propose that Dr Okonjo be appointed as a director.',
    'Tom Orr: Seconded.',
    'Chair: Any objections? None. So Dr Okonjo is appointed.',
    'Ann Bell: I would like the minutes to record my dissent on the roof. No, actually, forget it.',
  )
  expect(doubts).toEqual([expect.stringMatching(/Okonjo is appointed.* << The rules could not tell/)])
})

test.each([
  'Chair: Turning to the Veridian licence.',
  'Chair: Against, Tom.',
  'Chair: There being no other business I declare the meeting closed.',
])('calls, counts and the close are no decisions: %s', (line) => {
  expect(found('Tom Orr: The licence runs for three years.', line)).toEqual({ facts: [], doubts: [] })
})

const absent = (line: string): string[] => minutesFrom(...opening, line).apologies.map(({ text }) => text)
test.each<[string, string[]]>([
  [
    'Chair: Apologies have been received from Lord Ashcombe, and Ms Iyer joins us by telephone.',
    ['Lord Ashcombe'],
  ],
  ['Chair: Apologies from Ian Moss, Karen Low is dialling in.', ['Ian Moss']],
  ['Chair: Apologies from Ian Moss and Karen Low are noted.', ['Ian Moss', 'Karen Low']],
  ['Chair: Apologies have been received from Ian Moss and Karen Low.', ['Ian Moss', 'Karen Low']],
  [
    'Chair: Apologies from Basil Ó Súilleabháin and from Renée Åkesson.',
    ['Basil Ó Súilleabháin', 'Renée Åkesson'],
  ],
  [
    "Chair: Apologies have come from Sir Malcolm Dewhurst, and Anneliese said she'd be late.",
    ['Sir Malcolm Dewhurst'],
  ],
  ['Chair: Apologies, Ranjit Sodhi.', ['Ranjit Sodhi']],
  ['Chair: Apologies, Margaret.', []],
  ["Chair: Horatio Quill can't be with us.", ['Horatio Quill']],
  [
    'Chair: Apologies from the Reverend Obadiah Cole and Omar al-Rashid.',
    ['Reverend Obadiah Cole', 'Omar al-Rashid'],
  ],
])('who joins is not away: %s', (line, names) => {
  expect(absent(line)).toEqual(names)
})

test.each<[line: string, guest: string]>([
  [
    'Chair: For the record, in attendance besides the directors is Priya Nair from Beaumonts, for item four only.',
    'Priya Nair',
  ],
  ['Chair: Also in attendance are Henry Sable and Bea Lunt.', 'Henry Sable'],
  ['Chair: Karen Low is attending as an observer.', 'Karen Low (observer)'],
  ['Chair: Priya Nair from Beaumonts joins us for item four.', 'Priya Nair'],
  ['Chair: Joining us for item two only is Henry Sable.', 'Henry Sable'],
  [
    'Chair: With us are Bea Lunt, our head of internal audit, and Cat Roy.',
    'Bea Lunt (head of internal audit)',
  ],
])('who attends is told apart from who is a member: %s', (line, guest) => {
  const { present } = minutesFrom(...opening, line)
  const guests = present.filter((one) => one.inAttendance)
  expect(guests.map(({ name, role }) => (role ? `${name} (${role})` : name))).toContain(guest)
  expect(guests.map(({ name }) => name)).not.toContain('Cat Roy')
})

test.each<[lines: string[], present: string[], guests?: string[]]>([
  [
    [
      "Speaker 1: I'm Gwen Prys-Jones, in the chair. With me are Tobias Achterberg and Ruairí Ó Conaill, and Leticia Okonjo is taking the note.",
      "Speaker 1: Apologies have come from Sir Malcolm Dewhurst, and Anneliese said she'd be about ten minutes late.",
      "Speaker 2: I'll start.",
      'Speaker 3: Fine.',
      'Speaker 4: Sorry.',
      'Speaker 1: Welcome, Anneliese.',
    ],
    ['Gwen Prys-Jones', 'Tobias Achterberg', 'Ruairí Ó Conaill', 'Anneliese'],
    ['Leticia Okonjo (minute taker)'],
  ],
  [
    [
      "Speaker 1: Here are Augustin Lefèvre, that's me, Temperance Mbeki and Fionnuala Dunne. Our adviser Mr Hartley-Boone is on the line.",
      "Speaker 2: Yes, let's start.",
      'Speaker 3: Fine.',
      'Speaker 4: Happy to.',
    ],
    ['Augustin Lefèvre', 'Temperance Mbeki', 'Fionnuala Dunne'],
    ['Mr Hartley-Boone (adviser)'],
  ],
  [
    [
      "Speaker 1: I'm Thaddeus Brannigan. Around the table, Ingrid Søndergaard and Kwabena Asante. Our chief executive Len Huxtable is here and Pippa is minuting.",
    ],
    ['Thaddeus Brannigan', 'Ingrid Søndergaard', 'Kwabena Asante', 'Len Huxtable'],
    ['Pippa (minute taker)'],
  ],
  [
    ['Present round the table we have Jürgen Weiß, Siobhán Kelleher and Mohammed al-Rashid.'],
    ['Jürgen Weiß', 'Siobhán Kelleher', 'Mohammed al-Rashid'],
  ],
  [
    ["Speaker 1: I've got Dashiell Obafemi and Xiomara Peña on the call."],
    ['Dashiell Obafemi', 'Xiomara Peña'],
  ],
  [
    [
      'Chair: My name is Rosalind Fairweather. Beside me are our finance director, Håkan Lindqvist, and our company secretary, Bronagh McIlwaine. The auditor is represented by Mr Devesh Ranganathan of Colley Marsh LLP.',
    ],
    ['Rosalind Fairweather', 'Håkan Lindqvist'],
    ['Bronagh McIlwaine (company secretary)', 'Mr Devesh Ranganathan (auditor)'],
  ],
  [
    [
      'Speaker 1: With me are Bea Lunt and Cat Roy.',
      'Speaker 2: Morning.',
      'Speaker 3: Yes.',
      'Speaker 4: Yes.',
    ],
    ['Bea Lunt', 'Cat Roy', '2 other speakers'],
  ],
  [
    ["Speaker 1: I'm Esme Thwing.", 'Speaker 2: Morning.', 'Speaker 3: Yes.'],
    ['Esme Thwing', 'Speaker 2', 'Speaker 3'],
  ],
  [['Present are Carl Dean and Bob Day. Apologies from Bob Day and from Zoë Åberg.'], ['Carl Dean']],
])('who is there, by their whole names: %s', (lines, members, guests = []) => {
  const { present } = minutesFrom(...lines)
  const shown = present.filter((one) => !one.inAttendance).map(({ name }) => name)
  expect(shown.filter((name) => name !== 'the chair')).toEqual(members)
  expect(present.filter((one) => one.inAttendance).map(({ name, role }) => `${name} (${role})`)).toEqual(
    guests,
  )
})

test.each<[lines: string[], items: [string | undefined, string, string?][]]>([
  [
    [
      "I'm Eluned Cadwaladr and I'm in the chair.",
      'So first thing, the reserves policy. Six months of running costs would be £40,000.',
      "Next, the community kitchen. We've been offered the old chapel at a peppercorn.",
      'Third, safeguarding. There were two reports in the quarter.',
      "Fifth, the chief executive's pay. We'd suggest three per cent from April.",
      'Now the legacy from Mrs Havelock. The paintings have to be valued at £900 first.',
    ],
    [
      ['1', 'Reserves policy', 'Six months'],
      ['2', 'Community kitchen', 'old chapel'],
      ['3', 'Safeguarding', 'two reports'],
      ['5', "Chief executive's pay", 'three per cent'],
      ['', 'Legacy from Mrs Havelock', 'valued'],
    ],
  ],
  [
    [
      'Chair: First, the bonus outturn. It comes to sixty-one per cent of maximum.',
      'Ann Bell: Item two, search consultants. We have two quotes, of £40,000 and £60,000.',
      'Chair: Agenda item three, exclusions report. Governors received the report.',
      "Chair: Agenda item four, the chair's term. I have served six years, since 2019.",
      "Chair: Last, Fionnuala's term. The committee recommends three more years, from 31 March 2027.",
      'Ann Bell: Item nine of the lease says otherwise.',
    ],
    [
      ['1', 'Bonus outturn', 'sixty-one'],
      ['2', 'Search consultants', 'quotes'],
      ['3', 'Exclusions report', 'received the report'],
      ['4', "Chair's term", 'six years'],
      ['', "Fionnuala's term"],
    ],
  ],
])('items that are counted off stand each with its own: %#', (lines, expected) => {
  const isSpoken = lines[0]!.startsWith('Chair')
  const { items } = minutesFrom(...(isSpoken ? opening : []), ...lines)
  const own = items.filter(({ heading }) => heading !== 'Opening')
  expect(own.map(({ number, heading }) => [number, heading])).toEqual(expected.map((one) => one.slice(0, 2)))
  for (const [at, [, , told = '']] of expected.entries())
    expect([...own[at]!.discussion, ...own[at]!.decisions].map(({ text }) => text).join(' ')).toContain(told)
})

test('an interest is told in full once', () => {
  const { items } = minutesFrom(
    ...opening,
    'Chair: Item one, declarations of interest. Anything to declare?',
    "Ann Bell: My daughter rents one of our flats, so I'm interested in the rent item.",
    'Chair: Item two, rent. It rises by four per cent.',
  )
  expect(items.flatMap(({ conflicts }) => conflicts.map(({ text }) => text))).toEqual([
    expect.stringContaining('My daughter rents'),
    'Ann Bell declared an interest, as told under Declarations of interest.',
  ])
})

test('a resolution that was withdrawn has an entry of its own', () => {
  const { items } = minutesFrom(
    'Chair: Resolution one, to receive the accounts. For, 40; against, 2. Carried.',
    'Chair: Resolution two, to re-elect Mrs Bell. For, 30; against, 12. Carried.',
    'Company Secretary: Resolution three, the amendment of the articles, has been withdrawn by the board.',
  )
  const last = items.at(-1)!
  expect([last.heading, last.discussion[0]?.text]).toEqual([
    'Resolution 3: Amendment of the articles',
    'Not discussed: withdrawn.',
  ])
})
