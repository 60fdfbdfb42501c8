import { expect, test } from 'vitest'
import { segmentsOfText } from '../transcripts/revise.ts'
import { composeMinutes } from './compose.ts'

/** Actions by rules, as they stand in minutes: whose they are, what they are about, whether they are sure. */
function tasksOf(...lines: string[]): { facts: string[]; doubts: string[] } {
  const segments = segmentsOfText(lines.join('\n'), 0).map((one, id) => ({
    ...{ id, text: one.text, speaker: one.speaker ?? null, words: [] },
    ...{ start: one.startMs / 1000, end: one.endMs / 1000, timestamp: one.startMs / 1000 },
  }))
  const meeting = { title: 'Board', description: null, held: '2026-11-05T10:00:00Z', attendees: [] }
  const { items, toCheck } = composeMinutes(meeting, { version: 1, segments })
  const facts = items.flatMap(({ actions }) =>
    actions.map(({ text, owner, dueDate }) => `${text} (${owner}, ${dueDate})`),
  )
  return {
    facts,
    doubts: toCheck.flatMap(({ kind, text, why }) => (kind === 'action' ? [`${text} ${why}`] : [])),
  }
}
const opening = 'Chair: Good morning. We are quorate.'

test.each<[string, string[], string]>([
  [
    'who is asked does it',
    [
      'Chair: I will ask the company secretary to file resolution seven at Companies House within fifteen days.',
      'Company secretary: Thank you.',
    ],
    'Company secretary to file resolution seven at Companies House within fifteen days. (Company secretary, 2026-11-20)',
  ],
  [
    'somebody is told to, in the words of a command',
    ['Chair: Tom, ring the council about the lights by 13 November.', 'Tom Orr: Will do.'],
    'Tom Orr. Chair: “Tom, ring the council about the lights by 13 November.” (Tom Orr, 2026-11-13)',
  ],
  [
    'one declines and another takes it: what it is stands in the question',
    [
      'Chair: Ben, could you draft a response to the regulator?',
      "Ben Low: I can't this week, I'm away. Ana?",
      "Ana Ruiz: I'll take it, by 30 November.",
    ],
    'Ana Ruiz to draft a response to the regulator. (Ana Ruiz, 2026-11-30)',
  ],
  [
    '"them" are what was spoken of just before, and not the item',
    [
      'Chair: Item two, minutes of the last meeting. Approved. Matters arising. Ana, the lease?',
      "Ana Ruiz: I still haven't had the engrossment from the landlord's solicitors. I'll chase them and report back by the fourteenth of November.",
    ],
    "Ana Ruiz: “I still haven't had the engrossment from the landlord's solicitors. I'll chase them and report back by the fourteenth of November.” (Ana Ruiz, 2026-11-14)",
  ],
  [
    '"that" is what they have just taken on',
    ["Ana Ruiz: I'll talk to Karl about the board packs. I'll do that on Monday.", 'Ben Low: Good.'],
    'Ana Ruiz to talk to Karl about the board packs. (Ana Ruiz, 2026-11-09)',
  ],
  [
    'who is asked to see to it answers of course',
    [
      'Chair: Ana, can you see to the AP01 and the identity verification?',
      'Ana Ruiz: Of course, within the fourteen days.',
    ],
    'Ana Ruiz to see to the AP01 and the identity verification. (Ana Ruiz, null)',
  ],
  [
    'a given name of two letters',
    ['Chair: Jo, could you send the lease to the bank by Friday?', 'Jo Day: Yes, I will.'],
    'Jo Day to send the lease to the bank by Friday. (Jo Day, 2026-11-06)',
  ],
  [
    'who is named in the head of written minutes, by the given name',
    [
      'Chair: Håkon Lindqvist. Members: Sinéad Ní Bhriain, Peter Yeung. Secretary: Lucy Marsh.',
      'The committee discussed restricted shares. Lucy is to obtain advice from counsel before Christmas.',
    ],
    'Lucy Marsh to obtain advice from counsel before Christmas. (Lucy Marsh, null)',
  ],
  [
    'an action point of written minutes',
    [
      'Present: Ann Lee (chair), Peter Yeung (treasurer), Lucy Marsh. In attendance: Henry Sable.',
      'The brief was discussed. ACTION: Peter Yeung to draw up the brief by 31 January 2027.',
    ],
    'Peter Yeung to draw up the brief by 31 January 2027. (Peter Yeung, 2027-01-31)',
  ],
])('%s', (_, lines, text) => {
  const isWritten = !lines.some((line) => /^(?:Chair|Ana Ruiz): (?!H)/.test(line))
  expect(tasksOf(...(isWritten ? [] : [opening]), ...lines)).toEqual({ facts: [text], doubts: [] })
})

test('who is on no list and in no head is to be checked', () => {
  const { facts, doubts } = tasksOf(opening, 'Chair: Mark to obtain advice from counsel before Christmas.')
  expect(facts).toEqual([])
  expect(doubts).toEqual([expect.stringMatching(/^Mark .* Nobody of that name/)])
})

const walk = 'Chair: Ben, would you take on the safety walk before Easter?'
const happy = 'Ben Low: Happy to.'
test.each<[string, string[], string[]]>([
  [
    'what the next speaker promises is their own',
    [walk, happy, 'Ana Ruiz: Colm and I will meet the bank on 4 December.'],
    [
      'Ben Low to take on the safety walk before Easter. (Ben Low, null)',
      'Ana Ruiz and Colm to meet the bank on 4 December. (Ana Ruiz, 2026-12-04)',
    ],
  ],
  [
    'another says that they take it',
    [walk, happy, "Ana Ruiz: No, I'll take that."],
    ['Ana Ruiz to take on the safety walk before Easter. (Ana Ruiz, null)'],
  ],
  [
    'one accepts; the next declines and another takes it',
    [
      'Chair: Ana, will you tell the landlord by 30 November?',
      'Ana Ruiz: Will do.',
      'Chair: Ben, can you draft the announcement?',
      "Ben Low: I'd rather not. Cara is better at that.",
      "Cara Moss: Fine, I'll draft it by Friday.",
    ],
    [
      'Ana Ruiz to tell the landlord by 30 November. (Ana Ruiz, 2026-11-30)',
      'Cara Moss to draft the announcement. (Cara Moss, 2026-11-06)',
    ],
  ],
  [
    'what one declines is not what another promises beside it',
    [
      'Chair: Ben, can you draft the announcement?',
      "Ben Low: I can't, I'm away.",
      'Ana Ruiz: I will meet the bank on 4 December.',
    ],
    ['Ana Ruiz to meet the bank on 4 December. (Ana Ruiz, 2026-12-04)'],
  ],
  [
    '"it" is what was asked for, and not the item',
    [
      'Chair: Item four, dividend. We do not declare a dividend this year.',
      'Chair: Everyone has to have their identity verified by Companies House. Ben and Ana, please do yours by the fourteenth of November.',
      'Ana Ruiz: I did mine yesterday.',
      "Ben Low: I'll do it tonight.",
    ],
    [
      "Chair: “Everyone has to have their identity verified by Companies House. Ben and Ana, please do yours by the fourteenth of November.” Ben Low: “I'll do it tonight.” (Ben Low, 2026-11-05)",
    ],
  ],
  [
    'what somebody was to get stands in the question',
    ['Chair: Could somebody get three quotes?', "Ana Ruiz: I'll get them by the end of November."],
    ['Ana Ruiz to get three quotes. (Ana Ruiz, 2026-11-30)'],
  ],
  [
    'a numbered voice answers for who was called',
    ['Chair: Leticia, would you write to Hallam and Pike by Friday?', 'Speaker 6: Will do, Gwenllian.'],
    ['Leticia to write to Hallam and Pike by Friday. (Leticia, 2026-11-06)'],
  ],
  [
    'an office is asked',
    ["Chair: Treasurer, you'll write to all members before Christmas?", 'Speaker 3: I will, Commodore.'],
    ['The treasurer to write to all members before Christmas. (The treasurer, null)'],
  ],
  [
    'told what they will do',
    [
      "Chair: Ana, you'll sign the statement and put it on the website by the end of the month.",
      'Ana Ruiz: Yes.',
    ],
    [
      'Ana Ruiz to sign the statement and put it on the website by the end of the month. (Ana Ruiz, 2026-11-30)',
    ],
  ],
  [
    'told that it is for them',
    [
      'Chair: We go back to Stanmore and ask for two point five million. Thank you.',
      "Chair: Len, that's for you, by Wednesday please.",
      'Speaker 6: Yes, Chair.',
    ],
    [
      "Len. Chair: “We go back to Stanmore and ask for two point five million. Len, that's for you, by Wednesday please.” (Len, 2026-11-11)",
    ],
  ],
  [
    'told what they are to do',
    ["Chair: Yes. Mr Hartley-Boone, you're to chase HR on that please.", 'Speaker 4: Happy to.'],
    ['Mr Hartley-Boone to chase HR on that. (Mr Hartley-Boone, null)'],
  ],
  [
    'the answer says how',
    [
      "Chair: Mohammed, you'll tell the staff before the announcement?",
      "Speaker 2: I'll speak to them on Monday.",
    ],
    ['Mohammed to tell the staff before the announcement. (Mohammed, 2026-11-09)'],
  ],
  [
    'what they will have, see or get is no task',
    ["Chair: Ana, you'll have seen the paper.", "Chair: Ben, you'll get it by Friday.", 'Ben Low: Yes.'],
    [],
  ],
])('whose it is: %s', (_, lines, facts) => {
  expect(tasksOf(opening, ...lines).facts).toEqual(facts)
})

test.each([
  ['another speaks in between', [walk, 'Speaker 3: It is very windy.', 'Speaker 2: Happy to.']],
  ['another than who was asked says yes', [walk, 'Ana Ruiz: Yes, a good idea.', 'Cara Moss: Next?']],
])('who was asked is to be checked where %s', (_, lines) => {
  expect(tasksOf(opening, 'Ben Low: Morning.', ...lines)).toEqual({
    facts: [],
    doubts: [expect.stringMatching(/^Ben Low to take on .* their answer is not clear\.$/)],
  })
})

test('what the next person is asked by a day is theirs, and no day of what was promised before', () => {
  const { facts } = tasksOf(
    opening,
    'Ann Bell: I will write to the landlord about the roof.',
    'Chair: Thank you. Priya, please send the accounts to the bank by Friday.',
    'Priya Nair: Yes, of course.',
  )
  expect(facts).toEqual([
    expect.stringMatching(/write to the landlord about the roof.*\(Ann Bell, null\)$/),
    expect.stringMatching(/send the accounts to the bank by Friday.*\(Priya Nair, 2026-11-06\)$/),
  ])
})

test('in written minutes a thing that is to come back is nobody’s task, and notices are served by somebody', () => {
  const { facts } = tasksOf(
    'Present: Ann Bell (chair), Keith Osei, Sally Pruett',
    '',
    '1. Roof',
    'A levy was talked about. Levy to come back to the May meeting.',
    'ACTION: SP to serve the second notice by 21 November.',
    'ACTION: KO to look at the forecast.',
    '',
    '2. Bins',
    'None.',
  )
  expect(facts).toEqual([
    'Sally Pruett to serve the second notice by 21 November. (Sally Pruett, 2026-11-21)',
    'Keith Osei to look at the forecast. (Keith Osei, null)',
  ])
})
