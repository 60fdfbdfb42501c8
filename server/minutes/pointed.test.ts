import { expect, test } from 'vitest'
import { found, minutesFrom, opening } from '../test/spoken-minutes.ts'

/** Closings that only point back are one decision with what was put, told by what was put. */

const next = ['Chair: Next, the roof.', 'Tom Orr: It leaks at the back.']

test.each<[string, string[], string]>([
  [
    'an idea as a question, with how it is told again',
    [
      'Chair: How about we lease one van for a year and sell the old one?',
      'Ann Bell: I could live with that.',
      'Tom Orr: Yes. That is sensible.',
      "Chair: Then that's what's agreed, one van and the old one goes.",
    ],
    'carried To lease one van for a year and sell the old one.',
  ],
  [
    'the idea of a member, and a name that is called',
    [
      'Ann Bell: I suggest we ask the surveyor for a second report before we pay.',
      'Sue Hill: Sounds right.',
      'Chair: Tom?',
      'Tom Orr: Yeah, go on then.',
      "Chair: Good, we'll do that.",
    ],
    'carried To ask the surveyor for a second report before we pay.',
  ],
  [
    'a question to all, with who abstained',
    [
      'Ann Bell: My son Luke has applied to be the groundsman. I will say nothing.',
      'Chair: Is everyone happy for Luke to have it?',
      'Tom Orr: Yes.',
      'Sue Hill: Yes, but only till the end of the season.',
      'Chair: Till the end of the season, then. Agreed, Ann abstaining.',
    ],
    'carried -:-:1 Ann Bell: “My son Luke has applied to be the groundsman.” Chair: “Is everyone happy for Luke to have it?” Sue Hill: “Only till the end of the season.” Chair: “Till the end of the season, then.”',
  ],
  [
    'what somebody asked to be added',
    [
      "Chair: Are members content to accept the report with the management's responses?",
      'Tom Orr: Content.',
      "Ann Bell: I'd like one thing added, that the heads sign every month.",
      "Chair: With Ann's addition, then, we accept it.",
    ],
    "carried To accept the report with the management's responses, with Ann's addition. Ann Bell: “I'd like one thing added, that the heads sign every month.”",
  ],
  [
    'nobody has anything against it',
    [
      'Chair: So the proposal is to put thirty thousand into the garden fund. Anyone unhappy? No? Good, then that is what we will do.',
      'Tom Orr: Thank you.',
    ],
    'carried To put thirty thousand into the garden fund.',
  ],
  [
    'with the condition that was put',
    [
      "Chair: I'm minded to recommend Gower and Co, provided that the third reference is good. Ann?",
      'Ann Bell: Provided that, yes.',
      "Chair: Then we'll recommend them to the board, on that condition.",
    ],
    'carried To recommend Gower and Co, provided that the third reference is good.',
  ],
])('%s', (_, lines, decision) => {
  expect(found(...lines, ...next)).toEqual({ facts: [decision], doubts: [] })
})

test('the closing stands as evidence beside what was put', () => {
  const { items } = minutesFrom(
    ...opening,
    'Chair: How about we lease one van for a year and sell the old one?',
    'Ann Bell: I could live with that.',
    "Chair: Good, that's what we'll do. One van, and the old one goes by May.",
    ...next,
  )
  const [decision, ...more] = items.flatMap(({ decisions }) => decisions)
  expect(more).toEqual([])
  expect(decision!.evidence.map(({ quote }) => quote).join(' ')).toMatch(
    /lease one van for a year.*that's what we'll do.*goes by May/s,
  )
  expect(decision!.text).toContain('the old one goes by May')
})

test.each([
  [
    'the minutes from July',
    'Now the minutes from July. Were they all right with people?',
    'The minutes from July',
  ],
  [
    'minutes that nobody dates',
    'Last minutes. Everyone read them? Anything wrong?',
    'The minutes of the last meeting',
  ],
  [
    'the minutes of a day',
    'Minutes of the second of December, please.',
    'The minutes of the second of December',
  ],
  [
    'the minutes of a meeting',
    'The minutes of the last meeting, any comments?',
    'The minutes of the last meeting',
  ],
])('%s are named', (_, called, named) => {
  const facts = [`carried ${named} were approved.`]
  const answers = ["Ann Bell: They're right as far as I recall.", 'Tom Orr: Yep.']
  for (const closing of [
    "Good, we'll approve those.",
    'Right, those are approved.',
    'Taken as agreed, then.',
  ])
    expect(found(`Chair: ${called}`, ...answers, `Chair: ${closing}`, ...next)).toEqual({ facts, doubts: [] })
})

const idea = 'Chair: How about we lease one van for a year and sell the old one?'
test.each<[string, string[]]>([
  ['nobody answers', [idea, 'Ann Bell: It rained all week.', "Chair: Good, that's what we'll do."]],
  [
    'somebody objects',
    [idea, 'Ann Bell: Yes.', "Tom Orr: I'm against it.", "Chair: Good, that's what we'll do."],
  ],
  [
    'somebody objects right after',
    [idea, 'Ann Bell: Yes.', "Chair: Good, that's what we'll do.", 'Tom Orr: Hang on, I never said yes.'],
  ],
  [
    'a question is open',
    [idea, 'Ann Bell: Yes.', 'Tom Orr: What does the lease cost us?', "Chair: Good, that's what we'll do."],
  ],
  [
    'something else is put against it',
    [
      idea,
      'Ann Bell: Yes.',
      'Tom Orr: I suggest we keep both vans for another year.',
      'Sue Hill: Yes.',
      "Chair: Good, that's what we'll do.",
    ],
  ],
  [
    'a condition is left out',
    [
      idea,
      'Ann Bell: Yes.',
      'Tom Orr: Yes, but only if the bank pays.',
      "Chair: Good, that's what we'll do.",
    ],
  ],
  [
    'it is not yet time',
    [idea, 'Ann Bell: Yes.', 'Tom Orr: Not yet, I think.', "Chair: Good, that's what we'll do."],
  ],
  [
    'a jest',
    [
      'Chair: How about we sell Tom and lease a better one, only joking?',
      'Ann Bell: Yes.',
      "Chair: That's agreed, then.",
    ],
  ],
  [
    'an idea imagined',
    ['Chair: If we leased one van we could sell the old one.', 'Ann Bell: Yes.', 'Chair: Agreed.'],
  ],
  [
    "another body's",
    [
      'Chair: The parish council has decided to lease a van for the hall.',
      'Ann Bell: Sensible.',
      "Chair: That's what they've agreed.",
    ],
  ],
  [
    'decided before',
    ['Chair: Last year we agreed to lease one van.', 'Ann Bell: Yes.', "Chair: That's what was agreed."],
  ],
  [
    'another item was called since',
    [
      idea,
      'Ann Bell: Yes.',
      'Chair: Next, the roof. Tom?',
      'Tom Orr: It leaks.',
      'Chair: Those are approved.',
    ],
  ],
  ['a member who does not chair', [idea, 'Ann Bell: Yes.', "Tom Orr: Good, that's what we'll do."]],
])('is no fact: %s', (_, lines) => {
  expect(found(...lines).facts).toEqual([])
})

test.each([
  [
    'looks round',
    [
      "Chair: Minutes of October. Any changes? I can't see any hands.",
      'Chair: Then they stand as a correct record.',
    ],
  ],
  [
    'has them moved',
    [
      'Chair: The minutes of October. Would somebody propose them?',
      "Ann Bell: I'll propose.",
      'Tom Orr: Second.',
      "Chair: They're passed.",
    ],
  ],
])('minutes are approved where the chair %s', (_, lines) => {
  expect(found(...lines, ...next)).toEqual({
    facts: [
      expect.stringMatching(/^carried The minutes of October were approved(?: as a correct record)?\.$/),
    ],
    doubts: [],
  })
})

test('what means another paper is not the minutes', () => {
  const { facts } = found(
    'Chair: The minutes of 4 May were signed in June. The accounts came out on Monday.',
    'Ann Bell: Yes.',
    'Chair: Those are approved.',
  )
  expect(facts.filter((one) => one.includes('minutes'))).toEqual([])
})
