import { expect, test } from 'vitest'
import { found, minutesFrom, opening } from '../test/spoken-minutes.ts'

/** What whoever chairs ends a matter with, and the minutes of the last meeting that are put right before they are approved. */

const next = ['Chair: Item nine, the roof.', 'Tom Orr: It leaks at the back.']

test.each([
  [
    'of the ninth',
    ['Chair: Are the minutes of the ninth agreed?'],
    'Ann Bell: On page two it says forty megalitres, it should be fourteen.',
    ['Chair: Agreed: forty megalitres, it should be fourteen. With that the minutes are approved.'],
    'carried The minutes of the ninth were approved with the correction asked for. Ann Bell: “On page two it says forty megalitres, it should be fourteen.”',
  ],
  [
    'by their item, asked again',
    ['Chair: Can we approve the minutes of 9 October?'],
    'Tom Orr: Item four should read £4,000, not £40,000.',
    ['Chair: Thank you, we will correct that. Subject to that, approved?', 'Ann Bell: Approved.'],
    'carried The minutes of 9 October were approved with the correction asked for. Tom Orr: “Item four should read £4,000, not £40,000.”',
  ],
  [
    'called without a verb',
    ['Chair: Minutes of the fourteenth of January. Has everyone read them?'],
    'Tom Orr: Page two says I was against the scheme, and I was not.',
    [
      'Chair: With that change, are we happy with them?',
      'Ann Bell: Yes.',
      'Tom Orr: Fine by me.',
      "Chair: Then they're approved as amended.",
    ],
    'carried The minutes of the fourteenth of January were approved as amended. Tom Orr: “Page two says I was against the scheme, and I was not.”',
  ],
])('minutes that were put right are approved so: %s', (_, called, correction, approved, decision) => {
  const lines = [...called, correction, ...approved, ...next]
  expect(found(...lines)).toEqual({ facts: [decision], doubts: [] })
  const quotes = minutesFrom(...opening, ...lines).items.flatMap(({ decisions }) =>
    decisions.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)),
  )
  expect(quotes.some((quote) => correction.endsWith(quote))).toBe(true)
  expect(quotes.some((quote) => /approved/i.test(quote))).toBe(true)
})

test('a correction that somebody denies is to be checked', () => {
  const { facts, doubts } = found(
    'Chair: Are the minutes of the ninth agreed?',
    'Ann Bell: On page two it says forty megalitres, it should be fourteen.',
    'Tom Orr: No, it was forty.',
    'Chair: With that the minutes are approved.',
    ...next,
  )
  expect(facts).toEqual([])
  expect(doubts).toHaveLength(1)
})

test.each<[string, string[], string]>([
  [
    'a refusal',
    ['Ann Bell: I cannot see that he has earned it.', 'Chair: The committee does not approve the award.'],
    'rejected Chair: “The committee does not approve the award.”',
  ],
  [
    'what will be done, after all agreed',
    [
      'Chair: Are we all content with fifty?',
      'Tom Orr: Yes.',
      'Ann Bell: Yes.',
      'Chair: So bonuses will be paid at fifty per cent.',
    ],
    'carried Chair: “Bonuses will be paid at fifty per cent.”',
  ],
  [
    'whom they choose',
    [
      'Ann Bell: Boyle Hanrahan know the site and are cheaper.',
      'Tom Orr: I prefer them too.',
      "Chair: We'll go with Boyle Hanrahan, then.",
    ],
    "carried Chair: “We'll go with Boyle Hanrahan, then.”",
  ],
  [
    'agreed then',
    [
      'Ann Bell: Totnes has lost money for three years.',
      'Tom Orr: I agree it should go.',
      'Chair: Agreed then, the Totnes shop closes.',
    ],
    'carried Chair: “Agreed then, the Totnes shop closes.”',
  ],
  [
    'nobody is against it',
    [
      'Tom Orr: Last year it was three and a half per cent.',
      'Chair: Anyone not happy with four? Nope. Okay, share interest is set at four per cent for the year.',
    ],
    'carried Chair: “Share interest is set at four per cent for the year.”',
  ],
  [
    'in the words of minutes',
    [
      'Tom Orr: It would be good for the painting to be seen.',
      'Chair: The trustees agreed to lend the Weaver painting to Stockport from September.',
      'Ann Bell: I shall write to the curator in Stockport.',
    ],
    'carried To lend the Weaver painting to Stockport from September.',
  ],
  [
    'put off',
    [
      'Chair: Item three, the pension review.',
      'Ann Bell: The actuary has not reported yet.',
      "Chair: Then that's carried forward to the next meeting.",
    ],
    'deferred Pension review: carried forward to the next meeting.',
  ],
  [
    'what was done to a paper',
    [
      'Chair: Item three, the risk register.',
      'Ann Bell: The risk register was circulated with two changes.',
      'Chair: The risk register was reviewed and approved.',
    ],
    'carried The risk register was reviewed and approved.',
  ],
])('whoever chairs ends a matter: %s', (_, lines, decision) => {
  expect(found(...lines, ...next)).toEqual({ facts: [decision], doubts: [] })
})

test.each<[string, string[]]>([
  [
    'somebody objects',
    [
      'Tom Orr: I prefer Boyle Hanrahan.',
      "Chair: We'll go with Boyle Hanrahan, then.",
      'Ann Bell: Hang on, we have not seen the other quote.',
    ],
  ],
  ['nobody has agreed', ['Tom Orr: It rains in.', "Chair: We'll see how the pump does, then."]],
  ['another says it', ['Tom Orr: Yes.', 'Ann Bell: So bonuses will be paid at fifty per cent.']],
  ['it is a forecast', ['Tom Orr: Yes.', 'Chair: So the works will be noisy until May.']],
  ['it was before', ['Tom Orr: Yes.', 'Chair: The board agreed last year to lend the painting.']],
  ['it was a vow', ['Tom Orr: Yes.', 'Chair: The committee does not approve of gossip.']],
])('no end of a matter where %s', (_, lines) => {
  expect(found(...lines, ...next).facts).toEqual([])
})

const poll = 'For, 3,000; against, 100.'
test.each([
  ['Resolution 5 is a special resolution and needs three quarters of the votes. It is to adopt articles.'],
  ['Resolution 5, to adopt articles, is a special resolution and needs three quarters of the votes.'],
  ['Resolution 5 to adopt articles is a special resolution, which requires seventy-five per cent.'],
  ['Resolution 5, a special resolution which requires seventy-five per cent, is to adopt articles.'],
])('a resolution is headed by its matter, and not by what it needs: %s', (called) => {
  const { items } = minutesFrom(
    ...opening,
    `Chair: Resolution 4 is to reappoint the auditor. ${poll} Carried.`,
    `Chair: ${called}`,
    `Chair: ${poll} Resolution 5 is carried.`,
  )
  expect(items.map(({ heading }) => heading)).toEqual([
    'Resolution 4: to reappoint the auditor',
    'Resolution 5: to adopt articles',
  ])
  expect(items.map(({ decisions }) => decisions.map(({ vote }) => vote?.for))).toEqual([[3000], [3000]])
})

test('where nobody says what it is, a resolution is headed by its number; the notice is no item', () => {
  const { items } = minutesFrom(
    ...opening,
    'Chair: Shall we take the notice as read?',
    'Ann Bell: Yes.',
    `Chair: Resolution 1, to receive the accounts. ${poll} Carried.`,
    'Chair: Resolution 5, as you know, is a special resolution and needs three quarters of the votes.',
    `Chair: ${poll} Resolution 5 is carried.`,
  )
  const headings = items.map(({ heading }) => heading)
  expect(headings).toContain('Resolution 5')
  expect(headings).not.toContain('Notice as read')
  // What is told of resolution five is nothing of resolution one.
  const first = items.find(({ heading }) => heading.startsWith('Resolution 1'))!
  expect(first.decisions.map(({ text }) => text)).toEqual(['To receive the accounts.'])
})

test.each([
  ["Tom Orr: I'd add that the proceeds go to the roof.", 'Ann Bell: I accept that addition.', 'roof'],
  ['Tom Orr: Could we make it both vans?', "Ann Bell: Yes, I'll take that.", 'both vans'],
  ['Tom Orr: With the condition that the garage buys it.', 'Ann Bell: Happy to include that.', 'garage'],
])('a motion that took something on is never carried as it was moved: %s', (change, accepted, word) => {
  const { facts, doubts } = found(
    'Ann Bell: I propose that we sell the van.',
    change,
    accepted,
    'Chair: All in favour? Against? Carried.',
  )
  expect(facts).toEqual([])
  expect(doubts).toContainEqual(
    expect.stringMatching(new RegExp(`sell the van.*${word}.* << It was amended`)),
  )
})

test.each(['Chair: 41 per cent in favour and 59 per cent against. Then it falls.', 'Chair: Hands up. Lost.'])(
  'no seconder is missed where votes are counted: %s',
  (line) => {
    const { doubts } = found('Ann Bell: I propose we change the name.', 'Tom Orr: Nobody seconded it.', line)
    expect(doubts.join(' ')).not.toContain('Nobody seconded it.')
  },
)

const written = (...lines: string[]): string[] =>
  minutesFrom(
    'Minutes of the directors of Kestrel Court Limited.',
    'Mr Osei took the chair.',
    ...lines,
  ).items.flatMap(({ decisions }) => decisions.map(({ outcome, text }) => `${outcome} ${text}`))

test.each([
  ['The Council has now decided to collect on Thursdays.'],
  ["JB felt that using a director's firm would not look right. MF agreed."],
  ['It was agreed that it is out of tune.'],
])('what others decide, or one of them thinks, is no decision in written minutes: %s', (line) => {
  expect(written(line)).toEqual([])
})

test.each([
  ["Brightwell's quotation was accepted by two to one.", 'carried'],
  ['It was felt that the price was high, and the item was put off to the next meeting.', 'deferred'],
  ['The committee approved the audit plan.', 'carried'],
])('decided in written minutes: %s', (line, outcome) => {
  expect(written(line)).toEqual([expect.stringContaining(outcome)])
})

const story =
  'So we met at seven and I took notes for everyone. The treasurer went through the accounts and you could see that we were short. It was agreed that the fee rises to 40 pounds from April. Then we talked about the roof, which leaked badly. The board approved the quote from Dale and Sons at 4,200. Priya said that she would ring the plumber.'
test('running text without speakers that tells of a meeting', () => {
  const { items } = minutesFrom(story)
  expect(items.flatMap(({ decisions }) => decisions.map(({ evidence }) => evidence[0]!.quote))).toEqual([
    'It was agreed that the fee rises to 40 pounds from April.',
    'The board approved the quote from Dale and Sons at 4,200.',
  ])
})
