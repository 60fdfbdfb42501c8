import { expect, test } from 'vitest'
import { renderMinutes } from '../../minutes/render.ts'
import { found, minutesFrom } from '../../test/spoken-minutes.ts'
import { dueIn } from './dates.ts'
import { talkOf, wordsOf } from './talk.ts'
import { votesIn } from './votes.ts'

const meeting = [
  'Susan Clark: Good morning. I will chair this meeting. Item one, minutes of the last meeting.',
  'Susan Clark: Are the minutes of the meeting of the fourth of August approved?',
  'Malcolm Fraser: Yes.',
  'Joan Pickering: Agreed.',
  'Susan Clark: The minutes of the last meeting are approved.',
  'Susan Clark: Item two, the electric van.',
  'Malcolm Fraser: I propose that we buy an electric van for thirty-one thousand pounds.',
  'Joan Pickering: Seconded.',
  'Susan Clark: All those in favour? Three in favour, none against. The resolution is carried.',
  'Susan Clark: Item three, the archive. I hope that it is for Joan Pickering to survive the move.',
  'Joan Pickering: I need somebody to propose the budget.',
  'Malcolm Fraser: I propose that the archive budget of four thousand pounds be approved.',
  'Joan Pickering: I second that.',
  'Susan Clark: Those in favour? Three. Those against? One. The motion is carried.',
  'Joan Pickering: I will write to the archive by the 30th of November.',
  'Susan Clark: The next meeting is on the tenth of December.',
]

test('what was seen wrong: a vote with its resolution, the last minutes, no task of the chair, each decision once', () => {
  const minutes = found(...meeting)
  expect(minutes.facts).toEqual([
    expect.stringMatching(/^carried .*minutes of the last meeting are approved/i),
    'carried 3:0:- To buy an electric van for thirty-one thousand pounds.',
    'carried 3:1:- That the archive budget of four thousand pounds be approved.',
  ])
  expect(minutes.doubts).toEqual([])
  expect(minutes.actions).toEqual([
    'Joan Pickering 2026-11-30 Joan Pickering to write to the archive by the 30th of November.',
  ])
  expect(minutes.doubtfulActions.join()).not.toMatch(/chair|survive/)
  expect([...minutes.facts, ...minutes.doubts].join()).not.toContain('need somebody')
  expect(minutes.headings).toEqual(['Opening', 'Minutes of the last meeting', 'Electric van', 'Archive'])
  expect(minutes.nextMeeting).toMatchObject({ date: '2026-12-10' })
})

test('a vote that was lost, a pay vote with its count, and a deferral under its own heading', () => {
  const minutes = found(
    'Chair: Item four, pay.',
    'Ann Bell: I move that pay rise by three per cent from January.',
    'Bob Day: Seconded.',
    'Chair: Those in favour, one. Against, three. The motion is lost, three votes to one.',
    'Chair: Item five, staff pay. The proposal is that the minimum wage go up to twelve pounds fifty.',
    'Chair: In favour? Four. Against? Two. That is carried by four votes to two.',
    'Chair: Item seven, card payments. The proposal is that we move card payments to the bank.',
    "Chair: Those in favour, one. Against, two. It isn't supported, two to one.",
    'Chair: Item six, the roof. Shall we leave the roof until we have quotes?',
    'Bob Day: Yes.',
    'Chair: Agreed, we will defer it to the January meeting.',
  )
  expect(minutes.facts).toEqual([
    'rejected 1:3:- That pay rise by three per cent from January.',
    'carried 4:2:- That the minimum wage go up to twelve pounds fifty.',
    'rejected 1:2:- To move card payments to the bank.',
    expect.stringMatching(/^deferred .*roof/),
  ])
  expect(minutes.headings).toEqual(['Pay', 'Staff pay', 'Card payments', 'Roof'])
})

test('what the chair puts is what is voted on, and not what somebody suggested before; voices are counted where all are heard', () => {
  const minutes = found(
    'Chair: Item one, the furnace. There are three quotes.',
    "Ann Bell: It's affordable. I'd suggest asset finance over five years rather than cash.",
    "Bob Day: We've had two breakdowns since Christmas.",
    "Chair: Then I'll put it formally. The board resolves to buy the Italian furnace at ninety thousand pounds. All in favour?",
    'Ann Bell: Aye.',
    'Bob Day: Aye.',
    "Chair: And I'm in favour, so that's unanimous. Carried.",
    'Chair: Item two, the accounts. The board resolves that the accounts be approved. All in favour?',
    'Ann Bell: Aye.',
    'Chair: Carried.',
  )
  expect(minutes.facts).toEqual([
    'carried 3:0:- To buy the Italian furnace at ninety thousand pounds.',
    // Bob Day has said nothing: three votes would be made up.
    'carried That the accounts be approved.',
  ])
})

test('a motion that was open comes back when another one falls', () => {
  const minutes = found(
    'Chair: Item one, the school. Shall I put it like this: that we take the school in principle, provided that its debts are paid?',
    'Ann Bell: I will move that.',
    'Bob Day: Seconded.',
    'Carl Eden: Can I move that we decide nothing until the audit in July?',
    'Chair: Is there a seconder for Carl? No. Then it falls.',
    "Chair: On Ann's motion. For, three. Against, one. It's carried three to one.",
  )
  expect(minutes.facts).toHaveLength(1)
  expect(minutes.facts[0]).toMatch(/^carried 3:1:- .*take the school in principle/)
  expect(minutes.facts[0]).not.toContain('audit')
})

test('an amendment that was lost and the motion that was carried after it are two decisions', () => {
  const minutes = found(
    'Chair: Item one, the van. I propose that we buy the electric van for thirty thousand pounds.',
    'Ann Bell: Seconded.',
    'Bob Day: I move an amendment, that we buy the diesel van instead.',
    'Chair: On the amendment, all those in favour? Two. Against? Three. The amendment is lost.',
    'Chair: On the motion, all those in favour? Four. Against? One. It is carried.',
  )
  const told = [...minutes.facts, ...minutes.doubts].join('\n')
  expect(told).toMatch(/rejected 2:3/)
  expect(told).toMatch(/carried 4:1/)
  expect(told).not.toMatch(/rejected 4:1|rejected 1:4/)
})

test.each([
  'Yes, well, I am not in favour, I vote no.',
  'For the record, I oppose it.',
  'For now I am abstaining.',
  'Yes, I am opposed.',
  'Yes, I heard you. No.',
])('nobody is counted as for it who says: %s', (said) => {
  const minutes = found(
    'Chair: Item one, the van. The board resolves to buy the electric van for thirty thousand pounds. All in favour?',
    'Ann Bell: Aye.',
    `Bob Day: ${said}`,
    "Chair: And I'm in favour. Carried.",
  )
  expect(minutes.facts.join()).not.toMatch(/\d:0/)
})

test('the speech engine’s American spelling is read as British, and nothing else is changed', () => {
  expect(wordsOf('In favor of the honorary member, the labor and the laboratory, authorized')).toEqual(
    'in favour of the honorary member the labour and the laboratory authorised'.split(' '),
  )
})

test('what was proposed, hoped, joked or decided elsewhere is no fact', () => {
  const minutes = found(
    'Chair: Any other business?',
    'Ann Bell: We could perhaps buy a boat. The council approved theirs last year.',
    'Bob Day: If we approved that, the bank would close us.',
    'Chair: Thank you all, good night.',
  )
  expect(minutes.facts).toEqual([])
  expect(minutes.actions).toEqual([])
  expect(minutes.nextMeeting).toBeNull()
})

test('in a language without cues there are key passages alone, and the minutes say so', () => {
  const minutes = minutesFrom(
    'Anna Weber: Guten Morgen zusammen. Wir beginnen mit dem Bericht über die Kasse des Vereins.',
    'Jonas Kraft: Die Einnahmen lagen im dritten Quartal bei 14.200 Euro und damit unter dem Plan.',
    'Anna Weber: Der Vorstand hat beschlossen, die Miete für die Halle im Januar zu erhöhen.',
    'Jonas Kraft: Ich will den Brief an die Stadt bis Freitag schreiben und allen schicken.',
    'Anna Weber: Vielen Dank, damit schließe ich die Sitzung und wünsche allen einen guten Abend.',
  )
  const { items, toCheck, nextMeeting } = minutes
  expect([...items.flatMap(({ decisions, actions }) => [...decisions, ...actions]), ...toCheck]).toEqual([])
  expect(nextMeeting).toBeNull()
  const { markdown } = renderMinutes(
    '{{#items}}{{#discussion}}- {{text}}\n{{/discussion}}{{/items}}',
    minutes,
    {
      ...{ title: 'Vorstand', date: null, location: null },
    },
  )
  expect(markdown).toContain('14.200 Euro')
  expect(markdown).toMatch(/found in English only.*passages of this meeting that say most/)
})

test('whoever introduces themselves or stands there with initials is present', () => {
  const minutes = found(
    'Present: A. Lee (chair), J. R. Hartley, Bob Day',
    '1. Accounts',
    'It was resolved that the accounts be approved.',
  )
  expect(minutes.present.map(({ name }) => name)).toEqual(['A. Lee', 'J. R. Hartley', 'Bob Day'])
  const spoken = found(
    'Chair: Before we begin, Tom Reed is here from the auditors. Tom, would you introduce yourself?',
    "Speaker 2: Hello, I'm Tom Reed, I audit the accounts.",
    'Chair: Thank you.',
  )
  expect(spoken.present.map(({ name }) => name)).toContain('Tom Reed')
})

test.each([
  ['Chair: Priya to book the meeting room by Friday.', 'Priya', '2026-11-20'],
  ['Chair: Action: Tom to write to the landlord.', 'Tom', '-'],
])('an action in the form of minutes: %s', (line, owner, due) => {
  const { actions } = found('Priya: The room is cold.', 'Tom: The landlord was asked.', line)
  expect(actions).toHaveLength(1)
  expect(actions[0]).toMatch(new RegExp(`^${owner} ${due} `))
})

test('minutes that somebody wrote are read with their resolutions', () => {
  const minutes = found(
    'Present: Ann Lee (chair), Bob Day',
    '1. Accounts',
    'It was resolved that the accounts be approved.',
    '2. Lease',
    'The board agreed to renew the lease for five years.',
  )
  expect(minutes.headings).toEqual(expect.arrayContaining(['Accounts', 'Lease']))
  expect(minutes.facts.join()).toContain('That the accounts be approved.')
  expect(minutes.present.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Day'])
})

test('an interest is of whoever declares it', () => {
  const minutes = found(
    'Chair: Declarations of interest. Has anyone anything to declare?',
    'Ann Bell: Yes, my brother works for the landlord, so I should declare an interest.',
    'Bob Day: No, nothing.',
    'Chair: Thank you.',
  )
  expect(minutes.interests).toEqual(['Ann Bell'])
})

test.each([
  ['Three in favour, none against, one abstention.', [3, 0, 1]],
  ['For, 19,400,110; against, 21,800,541.', [19_400_110, 21_800_541, null]],
  ['Carried by three votes to one.', [3, 1, null]],
  ['The motion is lost, four votes to two.', [2, 4, null]],
  ['Eighteen million two hundred thousand for, four hundred thousand against.', [18_200_000, 400_000, null]],
  ['Three in favor, none against.', [3, 0, null]],
  ['I am for the lease and against the boat.', null],
  ["Agreed, we'll have the mobile unit for two days.", null],
  ['Open to all holders for ten days, cap of four.', null],
])('votes: %s', (text, expected) => {
  const vote = votesIn(talkOf([{ id: 1, start: 0, end: 1, speaker: null, text }]))
  expect(vote && [vote.for, vote.against, vote.abstained]).toEqual(expected)
})

test.each([
  ['by Friday', '2026-11-20'],
  ['by the 30th of November', '2026-11-30'],
  ['by the end of the month', '2026-11-30'],
  ['tomorrow', '2026-11-20'],
  ['next Friday', null],
  ['before the next meeting', null],
])('due: %s', (said, date) => {
  expect(dueIn(`I'll send the papers ${said}.`, '2026-11-19T10:00:00Z')).toMatchObject({ date })
  expect(dueIn(`I'll send the papers ${said}.`, null)?.date ?? null).toBeNull()
})

test('no line makes the rules slow, however it is made', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Dr ${['Ali', 'Bose', 'Chen', 'Dunn'][at % 4]!}`).join(
    ', ',
  )
  const startedAt = Date.now()
  found(
    `Chair: Apologies: ${names} (both practices)`,
    `Chair: ${'approved '.repeat(3000)}`,
    `Chair: ${'if nobody objects and '.repeat(800)}`,
    `Chair: ${'by the end of the '.repeat(800)}`,
    `Chair: ${' '.repeat(20_000)}, ${','.repeat(5000)}`,
    `Chair: ${'I propose that we '.repeat(800)}`,
  )
  // What is exponential takes minutes; nothing here depends on how fast the machine is.
  expect(Date.now() - startedAt).toBeLessThan(60_000)
})
