import { expect, test } from 'vitest'
import type { MinutesContent } from '#contract/minutes.ts'
import { segmentsOfText } from '../transcripts/revise.ts'
import { composeMinutes } from './compose.ts'
import { fullNames } from './full-names.ts'
import { asMoney } from './money.ts'
import { renderMinutes } from './render.ts'

/** How what was said stands in minutes: in whose name, under which item, in which words. */

type Attendees = { name: string; role: string | null }[]

function minutesFrom(text: string, listed: Attendees = []): MinutesContent {
  const said = segmentsOfText(text, 0).map((one, id) => ({
    ...{ id, text: one.text, speaker: one.speaker ?? null, words: [] },
    ...{ start: one.startMs / 1000, end: one.endMs / 1000, timestamp: one.startMs / 1000 },
  }))
  const nameOf = fullNames({ segments: said, attendees: listed })
  const segments = said.map((one) => ({ ...one, speaker: one.speaker && nameOf(one.speaker) }))
  const attendees = listed.map((one) => ({ ...one, name: nameOf(one.name) }))
  const meeting = { title: 'Board', description: null, held: '2026-11-21T10:00:00Z', attendees }
  return composeMinutes(meeting, { version: 1, segments })
}

const plain =
  '{{#items}}# {{number}}. {{heading}}\n{{#discussion}}- {{text}}\n{{/discussion}}{{#decisions}}- {{outcome}}: {{text}}{{#details}} {{details}}{{/details}}\n{{/decisions}}{{#actions}}- Action: {{text}}{{#dueDate}} Due {{dueDate}}.{{/dueDate}}\n{{/actions}}{{/items}}'
const shown = (content: MinutesContent): string[] =>
  renderMinutes(plain, content, { title: 'Board', date: null, location: null }).markdown.split('\n')
const people = ({ present }: MinutesContent): string[] =>
  present.map(({ name, role }) => (role ? `${name} (${role})` : name))

const motion = 'David: I propose that we sell the van to the garage.\nSecretary: Seconded.\n'
const carried = 'Chair: All in favour? Three for, none against. Carried.\n'

test.each<[string, string, Attendees, string[], string]>([
  [
    'introduced',
    "Chair: Good morning. I'm Margaret Hale and I'm in the chair. With me are David Okafor, our finance director, and Tom Wells, the company secretary.\nSecretary: Apologies have come from David Price.\n",
    [],
    ['Margaret Hale (Chair)', 'David Okafor (finance director)', 'Tom Wells (company secretary)'],
    'Proposed by David Okafor, seconded by Tom Wells.',
  ],
  [
    'welcomed',
    "Chair: Good morning. I'd like to welcome David Okafor, our finance director.\n",
    [],
    ['David Okafor (finance director)', 'the chair', 'the secretary'],
    'Proposed by David Okafor, seconded by the secretary.',
  ],
  [
    'listed',
    'Chair: Good morning.\n',
    [
      { name: 'Margaret Hale', role: 'Chair' },
      { name: 'Ann Bell', role: 'Vice chair' },
      { name: 'David Okafor', role: null },
    ],
    ['Margaret Hale (Chair)', 'Ann Bell (Vice chair)', 'David Okafor', 'the secretary'],
    'Proposed by David Okafor, seconded by the secretary.',
  ],
  [
    'known by their offices alone',
    'Chair: Good morning.\n',
    [],
    ['The chair', 'David', 'the secretary'],
    'Proposed by David, seconded by the secretary.',
  ],
  [
    'two of one name',
    'Chair: Good morning. With me are David Okafor and David Price.\n',
    [],
    ['David Okafor', 'David Price', 'the chair', 'the secretary'],
    'Proposed by David, seconded by the secretary.',
  ],
  [
    'a part of the name of another who speaks',
    'Chair: Good morning.\nDavid Okafor: I am against it, the old one is fine.\n',
    [],
    ['The chair', 'David Okafor', 'David', 'the secretary'],
    'Proposed by David, seconded by the secretary.',
  ],
  [
    'a surname that is also a first name',
    'Chair: Good morning.\nThomas: I am against it, the old one is fine.\n',
    [{ name: 'David Thomas', role: null }],
    ['David Thomas', 'the chair', 'Thomas', 'the secretary'],
    'Proposed by David Thomas, seconded by the secretary.',
  ],
  [
    'listed beside another of that name',
    'Chair: Good morning.\n',
    [
      { name: 'David', role: null },
      { name: 'David Okafor', role: null },
    ],
    ['David', 'David Okafor', 'the chair', 'the secretary'],
    'Proposed by David, seconded by the secretary.',
  ],
])('everybody stands by the fullest name that is known: %s', (_, said, listed, present, by) => {
  const content = minutesFrom(`${said}${motion}${carried}`, listed)
  expect(people(content)).toEqual(present)
  expect(shown(content)).toContainEqual(
    expect.stringContaining(`Resolved: To sell the van to the garage. ${by}`),
  )
})

const start = 'Chair: Good morning, everybody. Item one, the minutes.\nTom Wells: I have read them twice.\n'
const close = 'Tom Wells: Seconded.\nChair: In favour? Two for, none against. The motion is carried.\n'
test('a listed first name is the full name that a speaker has', () => {
  const content = minutesFrom(`${start}${close}`, [{ name: 'Tom', role: 'Treasurer' }])
  expect(people(content)).toEqual(['Tom Wells (Treasurer)', 'the chair'])
})

test.each([
  [
    'Item two, the haulage contract.',
    'I propose that we award it to Swift Freight.',
    'Haulage contract: to award it to Swift Freight.',
  ],
  ['Item two, the van.', 'I propose that we sell it.', 'Van: to sell it.'],
  [
    'Item two, the IT upgrade.',
    'I move that it be awarded to Swift.',
    'IT upgrade: that it be awarded to Swift.',
  ],
  [
    'Item two, any other business.',
    'I move that we thank them for the flowers.',
    'To thank them for the flowers.',
  ],
  ['Item two, the bids.', 'I move that we accept that bid for the roof.', 'To accept that bid for the roof.'],
  ['Item two, the roof.', 'I move THAT the roof be mended.', 'That the roof be mended.'],
  [
    'Item two, the roof.',
    'I move that we pay 1000000 pounds for the roof.',
    'To pay £1,000,000 for the roof.',
  ],
])('a resolution says what it is about: %s %s', (opened, moved, text) => {
  const content = minutesFrom(`${start}Chair: ${opened}\nIan Fox: ${moved}\n${close}`)
  expect(content.items.flatMap(({ decisions }) => decisions.map((one) => one.text))).toEqual([text])
})

test.each([
  ['the reserve is 1000000 pounds', 'the reserve is £1,000,000'],
  ['it cost £1000000.50, not $25000', 'it cost £1,000,000.50, not $25,000'],
  ['£1,000,000 and £2.5 million', '£1,000,000 and £2.5 million'],
  ['12 pounds each, 5000 pounds of flour', '12 pounds each, 5000 pounds of flour'],
  ['12000 copies in 2027', '12000 copies in 2027'],
  ['between 2025 and 2026 pounds were lost', 'between 2025 and 2026 pounds were lost'],
  ['Bo: “It cost 18400 pounds.” 18400 pounds', 'Bo: “It cost 18400 pounds.” £18,400'],
])('money is written as money: %s', (said, written) => {
  expect(asMoney(said)).toBe(written)
})

test.each([
  ['Chair: The board noted the management accounts.\n', 'Noted: The board noted the management accounts.'],
  ['Chair: We noted the quarterly report.\n', 'Noted: The meeting noted the quarterly report.'],
  [
    'Chair: The appointment of Bell and Co as auditors was approved unanimously.\n',
    'Agreed: The appointment of Bell and Co as auditors was approved unanimously.',
  ],
  [
    'Chair: Subject to the survey, we agreed to buy the barn.\nTom Wells: Agreed.\n',
    'Agreed: To buy the barn. Condition: subject to the survey.',
  ],
  [
    'Ian Fox: I move that we buy a car.\nTom Wells: Seconded.\nChair: One for, two against. The motion falls.\n',
    'Not carried: To buy a car. Proposed by Ian Fox, seconded by Tom Wells. Vote: 1 for, 2 against.',
  ],
])('an outcome in the words of minutes: %s', (said, line) => {
  expect(shown(minutesFrom(`${start}${said}`))).toContain(`- ${line}`)
})

const agreed = 'Tom Wells: Agreed.\nIan Fox: Agreed.\n'
test.each([
  [
    `Chair: Item two, the modern slavery statement. Are we agreed to approve it and authorise me to sign it?\n${agreed}Chair: Approved unanimously.\n`,
    'To approve the modern slavery statement and authorise the chair to sign it.',
  ],
  [
    `Chair: Item two, the licence.\nTom Wells: Shall we say that we approve the licence subject to counsel's opinion?\n${agreed}Chair: Carried.\n`,
    "To approve the licence subject to counsel's opinion.",
  ],
  [
    `Chair: Item two, the minutes of 3 October. Approved as a correct record?\n${agreed}Chair: Agreed.\n`,
    'The minutes of 3 October were approved as a correct record.',
  ],
  [
    'Chair: Item two, the van.\nChair: The motion to buy the van: those for? Two. Against? Two. With no majority it falls.\n',
    'To buy the van. Vote: 2 for, 2 against.',
  ],
  [
    'Chair: Item two, pay. I propose a rise of three per cent.\nTom Wells: I cannot support that.\nChair: For, two. Against, two. I use my casting vote against. The motion is lost.\n',
    'A rise of three per cent. Proposed by the chair. Vote: 2 for, 2 against.',
  ],
  [
    'Chair: Item two, the van. Next, I propose that we sell the van.\nTom Wells: Seconded.\nChair: Three for, none against. Carried.\n',
    'To sell the van. Proposed by the chair, seconded by Tom Wells. Vote: 3 for, 0 against.',
  ],
  [
    'Chair: Item two, the board. I propose that Dr Okonjo be appointed.\nTom Wells: Seconded.\nChair: Any objections? None. Dr Okonjo is appointed.\n',
    'Dr Okonjo is appointed.',
  ],
])('a resolution does not read as a question: %s', (said, text) => {
  const content = minutesFrom(`${start}${said}`)
  const facts = shown(content).filter((line) => /^- (?:Resolved|Agreed|Not carried|Not agreed): /.test(line))
  const doubts = content.toCheck.flatMap(({ decision }) => (decision ? [`- ${decision.text}`] : []))
  expect([...facts, ...doubts].map((line) => line.replace(/^- (?:[\w ]+: )?/, ''))).toEqual([text])
})

test.each([
  [
    'Chair: The first resolution is a special resolution to change the name to Elm plc. All in favour? Against? None. Passed.\nChair: The second is an ordinary resolution to remove Mr Dent. For, 41. Against, 52. Not carried.\nChair: The third, to allot shares. For, 90. Against, 3. Carried.\n',
    [
      '# Resolution 1: to change the name to Elm plc',
      '# Resolution 2: to remove Mr Dent',
      '# Resolution 3: to allot shares',
    ],
  ],
  [
    'Chair: Next, I propose that we sell the van.\nTom Wells: It needs two new tyres and a clutch this year.\nChair: Next, I move that the budget for 2027 be approved.\nTom Wells: The budget comes to forty thousand pounds this year.\n',
    ['# 1. Van', '# 2. Budget'],
  ],
  [
    'Chair: Item one, the van.\nTom Wells: It needs two new tyres and a clutch this year.\nChair: Item two.\nTom Wells: The neighbours complain about the lights in the car park.\n',
    ['# 1. Van', '# Item 2'],
  ],
  ['Tom Wells: The neighbours complain about the lights in the car park.\n', ['# Discussion']],
])('headings name what it is about, and no number stands twice: %s', (said, headings) => {
  expect(
    shown(minutesFrom(said))
      .filter((line) => line.startsWith('#'))
      .map((line) => line.replace(/^# \. /, '# ')),
  ).toEqual(headings)
})

const fact = 'Tom Wells: The bank wants its forty thousand pounds back before the end of May.\n'
test.each([
  ["Chair: It's ten o'clock, good morning everyone, so let's make a start with what we have.", null],
  ["Ian Fox: And I suppose I'll have to sell my boat to pay for the lawyers.", null],
  ["Ian Fox: I'll probably never finish the risk register in this life of mine.", null],
  ['Chair: Thank you all very much for coming on such a cold and wet day.', null],
  [
    'Chair: Ian, you had proposed an interim dividend of ten pence.\nIan Fox: Given the cash I withdraw that proposal.',
    'The chair: “Ian, you had proposed an interim dividend of ten pence.” Ian Fox: “Given the cash I withdraw that proposal.”',
  ],
  [
    "Ian Fox: On the website, I'd like to withdraw my proposal.",
    'Ian Fox withdrew the proposal on the website.',
  ],
  [
    'Chair: Why has the provision for the Leeds site doubled?\nIan Fox: Because the estimate from our engineers rose to 18400 pounds.',
    'The chair: “Why has the provision for the Leeds site doubled?” Ian Fox: “Because the estimate from our engineers rose to 18400 pounds.”',
  ],
])('what was discussed, and no more: %s', (said, told) => {
  const { items } = minutesFrom(`${start}Chair: Item two, the bank.\n${fact}${said}\n`)
  const bank = items.find(({ heading }) => heading === 'Bank')!
  expect(bank.discussion.map(({ text }) => text)).toEqual([
    'Tom Wells: “The bank wants its forty thousand pounds back before the end of May.”',
    ...(told === null ? [] : [told]),
  ])
})

test.each([
  ['No. The next meeting is on 2 December 2026 at ten.', 'The next meeting is on 2 December 2026 at ten.'],
  ['Right. Our next meeting will be on 2 December.', 'The next meeting will be on 2 December.'],
  ['Next meeting 2 December at ten.', 'The chair: “Next meeting 2 December at ten.”'],
])('when they meet again is told in one line: %s', (said, text) => {
  expect(minutesFrom(`${start}${fact}Chair: Any other business? ${said}\n`).nextMeeting?.text).toBe(text)
})

test('a first name is the full name that the head of the text has', () => {
  const content = minutesFrom(
    `Present: Fiona Mac Giolla Bhríde (chair), Tom Wells\nIn attendance: Bea Lunt (internal audit)\n\nFiona: Good morning.\n${start}Fiona: Item two, the roof.\nBea: Four reports are finished, one of them with limited assurance, on the roof.\n`,
  )
  expect(people(content).slice(0, 2)).toEqual(['Fiona Mac Giolla Bhríde (chair)', 'Tom Wells'])
  expect(shown(content).join('\n')).toContain('Bea Lunt: “Four reports')
})

test('a figure that was put right never stands alone', () => {
  const said =
    'Chair: It was agreed to raise salaries by 3 per cent. Actually no, make that 2 per cent, agreed?\nTom Wells: Agreed, 2 per cent.\n'
  const content = minutesFrom(`${start}Chair: Item two, salaries.\nIan Fox: Nobody has left.\n${said}`)
  expect(shown(content).join('\n')).not.toContain('3 per cent')
  expect(content.toCheck.map(({ text }) => text)).toEqual([
    'The chair: “It was agreed to raise salaries by 3 per cent. Actually no, make that 2 per cent, agreed?”',
  ])
  const told = minutesFrom(
    `${start}Ian Fox: The machine in the east hall cost us forty thousand pounds last spring. Sorry, that should be thirty thousand pounds.\n`,
  )
  for (const line of shown(told).filter((one) => one.includes('forty'))) expect(line).toContain('thirty')
})

test.each([
  ["Ian Fox: I'll tell the garage by Friday.\n", 'Ian Fox to tell the garage by Friday.'],
  ['Chair: Ian will tell the garage by 2 December.\n', 'Ian Fox to tell the garage by 2 December.'],
  [
    'Chair: The committee will obtain three quotes by the end of February.\n',
    'The committee to obtain three quotes by the end of February.',
  ],
  [
    "Chair: Somebody has to tell the garage about the tyres.\nIan Fox: I'll do it, by the 20th.\n",
    "The chair: “Somebody has to tell the garage about the tyres.” Ian Fox: “I'll do it, by the 20th.”",
  ],
  [
    "Ian Fox: Action, I'll do it, by the 20th of December.\n",
    'Van: Ian Fox to do it by the 20th of December.',
  ],
])('an action says who does what: %s', (said, text) => {
  const content = minutesFrom(
    `${start}Chair: Item two, the van.\nIan Fox: It has failed its test again and needs two tyres.\n${said}`,
  )
  expect(content.items.flatMap(({ actions }) => actions.map((one) => one.text))).toEqual([text])
})

test('the line in which a motion is put is not told again below the resolution', () => {
  const content =
    minutesFrom(`Chair: Resolution 1, THAT the report and accounts be received. Proposed by Alan Reid.
Alan Reid: I propose that the report and accounts be received by the members.
Joan Price: I second it.
Chair: On a show of hands, 50 for, 1 against. The resolution is passed.
Chair: Resolution 2, to re-elect Mary Tan as a director.
Alan Reid: I propose the re-election of Mary Tan as a director.
Chair: Those in favour? 48 for, none against. I declare the resolution carried.
`)
  expect(content.items.map(({ heading, discussion }) => [heading, discussion])).toEqual([
    ['Resolution 1: that the report and accounts be received', []],
    ['Resolution 2: to re-elect Mary Tan as a director', []],
  ])
})

const item = (said: string): string =>
  `${said}\nTom Wells: There is nothing to add to what was written in the paper on it.\n`
test.each([
  ['Item two is withdrawn.', '2. Item not taken', 'withdrawn'],
  ['Item two, the website, has been withdrawn.', '2. Website', 'withdrawn'],
  ["We'll skip item two.", '2. Item not taken', 'passed over'],
  ['Item two will be taken next time.', '2. Item not taken', 'to be taken at the next meeting'],
  ["We'll take item two at the next meeting.", '2. Item not taken', 'to be taken at the next meeting'],
  ["Item two, the website, we'll hold over.", '2. Website', 'put off'],
])('an item that is not taken is minuted as such: %s', (said, heading, why) => {
  const lines = shown(
    minutesFrom(
      `${start}Chair: ${said}\n${item('Chair: Item three, the roof.')}${item('Chair: Item four, the van.')}`,
    ),
  )
  const at = lines.indexOf(`# ${heading}`)
  expect(lines.slice(at, at + 3)).toEqual([`# ${heading}`, `- Not discussed: ${why}.`, '# 3. Roof'])
})

test.each([
  'Item two is not withdrawn.',
  'If item two is withdrawn, we finish early today.',
  'Shall we skip item two?',
])('an item is not dropped by: %s', (said) => {
  const lines = shown(
    minutesFrom(
      `${start}Chair: ${said}\n${item('Chair: Item three, the roof.')}${item('Chair: Item four, the van.')}`,
    ),
  )
  expect(lines.join('\n')).not.toContain('Not discussed')
})

test.each([
  'Any other business?',
  'Does anyone have any other business?',
  'That brings us to any other business.',
  'Nothing on that. AOB.',
])('what is raised under any other business stands there: %s', (said) => {
  const lines = shown(
    minutesFrom(
      `${start}${item('Chair: Item two, the roof.')}Chair: Item three, the van. ${said}\nIan Fox: The lights in the car park have failed and the neighbours complain about it.\n`,
    ),
  )
  expect(lines.slice(-2)).toEqual([
    '# Any other business',
    '- Ian Fox: “The lights in the car park have failed and the neighbours complain about it.”',
  ])
})

test.each([
  [
    'the price and the term stay',
    'Chair: The resolution to renew the lease, for five years at forty thousand pounds. All in favour? Three for, none against. Carried.\n',
    /five years at forty thousand pounds/,
    /^never$/,
  ],
  [
    'the condition stays',
    'Chair: On the resolution to pay the dividend, who is entitled being those on the register on 1 May: all in favour? Three for, none against. Carried.\n',
    /register on 1 May/,
    /^never$/,
  ],
  [
    'something else was named',
    `Ian Fox: Here is my resignation letter.\nChair: Are we agreed to accept it and thank Ian?\n${agreed}Chair: Carried.\n`,
    /accept it/,
    /accept the lease/i,
  ],
])('nothing is cut from a resolution and nothing put into it: %s', (_, said, kept, invented) => {
  const { items, toCheck } = minutesFrom(`${start}Chair: Item two, the lease.\n${said}`)
  const texts = [
    ...items.flatMap(({ decisions }) => decisions.map(({ text }) => text)),
    ...toCheck.flatMap(({ decision }) => decision?.text ?? []),
  ].join('\n')
  expect(texts).toMatch(kept)
  expect(texts).not.toMatch(invented)
})

test.each([
  [
    'Those in favour of entering into the facility on those terms?',
    'Entering into the facility on those terms.',
  ],
  ['Can I see hands up for not renewing the lease?', 'Not renewing the lease.'],
  [
    'The motion is now that Rachel may agree the new lease. All those in favour?',
    'Rachel may agree the new lease.',
  ],
])('what hands are asked for is what was decided: %s', (asked, text) => {
  const { items } = minutesFrom(
    `${start}Chair: Item two, the loan. ${asked} Three. Against? None. Carried.\n`,
  )
  expect(items.flatMap(({ decisions }) => decisions.map((one) => one.text))).toEqual([text])
})
