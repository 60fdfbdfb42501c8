import { afterAll, beforeAll, expect, test } from 'vitest'
import { longTest } from '../test/long.ts'
import { claimedDecision as decision, claimsWritten } from '../test/model-claims.ts'
import { startOllama, type StandIn } from '../test/ollama.ts'

/** What becomes of what a model claims, from its answer to the page: what stands, what is to be checked, what can be kept. */

let ollama: StandIn
beforeAll(async () => {
  ollama = await startOllama({ ending: afterAll })
})

const appliance = () => claimsWritten(ollama)

const dispute = `Ann Lee: Item one, the dispute.
Bob Day: The tenant sued the landlord in March, and the court has fixed a date.
Ann Lee: The bank lent the company fifty thousand pounds for it.
Ann Lee: Item two, the roof.
Bob Day: It leaks.
`

test('the one who sued is not the one who was sued', async () => {
  const sued = { lines: [1], quote: 'The tenant sued the landlord in March' }
  const lent = { lines: [2], quote: 'The bank lent the company fifty thousand pounds' }
  const write = await appliance()
  const { facts, toCheck, keep } = await write(dispute, {
    discussion: [
      { ...sued, text: 'The landlord sued the tenant in March.' },
      { ...lent, text: 'The company lent the bank £50,000.' },
      { ...lent, text: 'The company was lent £50,000 by the bank.' },
    ],
  })
  expect(facts).toContain('The company was lent £50,000 by the bank.')
  expect(facts.join()).not.toMatch(/landlord sued|company lent/)
  for (const text of ['The landlord sued the tenant in March.', 'The company lent the bank £50,000.']) {
    expect(toCheck.find((one) => one.text === text)).toMatchObject({
      refuted: true,
      why: expect.stringContaining('the other way round'),
    })
    expect(await keep(text)).toMatchObject({ status: 409, body: { code: 'statement_refuted' } })
  }
})

const head = `Oak Lane Limited
Minutes of the board meeting held on 14 May 2026
Present: Ann Lee (Chair), Bob Day

1. Apologies
Apologies were received from Cat Roy.

`
const approved = 'The minutes of the meeting of 3 March were approved.'
const finance =
  '\n3. Finance\nThe treasurer reported that turnover was £412,000. The budget for 2027 was approved.\n'

longTest('the approval of the minutes is told once in minutes of written ones', async () => {
  const write = await appliance()
  for (const [name, item, quote] of [
    ['under its heading', `2. Minutes of the last meeting\n${approved}\n`, approved],
    ['in the paragraph of its heading', `2) Minutes of the meeting of 3 March. ${approved}\n`, approved],
    ['behind a colon', `2. Minutes: ${approved}\n`, approved],
    [
      'in the words of a careful secretary',
      '2. Minutes\nThe minutes of the meeting of 3 March were taken as read, approved and signed by the Chair.\n',
      'The minutes of the meeting of 3 March were taken as read',
    ],
  ] as const) {
    const text = `${head}${item}${finance}`
    const line = text
      .split('\n')
      .filter((one) => one.trim() !== '')
      .findIndex((one) => one.includes(quote))
    for (const claim of [
      'The board approved the minutes of the last meeting.',
      'The minutes of the meeting held on 3 March 2026 were approved.',
    ]) {
      const { items, toCheck } = await write(text, {
        decisions: [decision(claim, [line], quote)],
        discussion: [{ text: claim, lines: [line], quote }],
      })
      const of = (list: readonly { text: string }[]): string[] =>
        list.map((one) => one.text).filter((one) => /minutes/i.test(one))
      expect(of(items.flatMap(({ decisions }) => decisions)), name).toHaveLength(1)
      expect(of(toCheck)).toEqual([])
    }
  }
})

const dividend = (outcome: string): string => `Chair: Item six, the dividend.
Director: The directors recommend a final dividend of four pence per share.
Chair: Those in favour of declaring a final dividend of 4p?
${outcome}
Chair: Item seven, the auditors.
Secretary: They are happy to continue.
`
const declared = 'A final dividend of 4p was declared.'
const put = 'Those in favour of declaring a final dividend of 4p?'

longTest('a question that was put and its outcome are evidence enough', async () => {
  const write = await appliance()
  for (const [outcome, quote] of [
    ['Chair: Against? None. The final dividend is therefore declared.', put],
    ['Chair: Against? None. The final dividend is therefore declared.', `${put} Against? None.`],
    ['Chair: The resolution is passed on a show of hands.', put],
  ] as const) {
    const { facts, toCheck } = await write(dividend(outcome), {
      decisions: [decision(declared, [2, 3], quote)],
    })
    expect(facts).toContain(declared)
    expect(toCheck).toEqual([])
  }
})

longTest('a question without an outcome is no decision', async () => {
  const write = await appliance()
  const { facts, toCheck } = await write(dividend('Chair: I see no hands yet. Let us hear the auditors.'), {
    decisions: [decision(declared, [2, 3], put)],
  })
  expect(facts).not.toContain(declared)
  expect(toCheck.map((one) => one.text)).toContain(declared)
})

const after = ['Ann Lee: Item two, the roof.', 'Bob Day: It leaks.']
const van = {
  asked: 'Shall we agree to buy the van for nine thousand pounds?',
  hands: 'Those in favour of buying the van for nine thousand pounds?',
}
const bought = 'To buy the van for £9,000.'

const answers: [what: string, question: string, answer: string[], stands: boolean][] = [
  ['bare', van.asked, ['Bob Day: Yes.', 'Cat Roy: Agreed.', 'Ann Lee: That is agreed unanimously.'], true],
  ['in its own words', van.hands, ['Ann Lee: Against? None. The purchase of the van is approved.'], true],
  ['by show of hands', van.hands, ['Ann Lee: The resolution is passed on a show of hands.'], true],
  [
    'another matter approved',
    van.asked,
    [
      'Bob Day: I have not made up my mind.',
      'Cat Roy: Come back to me.',
      'Ann Lee: The minutes of 3 March are approved.',
    ],
    false,
  ],
  ['at once', van.asked, ['Ann Lee: The minutes of 3 March are approved.'], false],
  ['in few words', van.asked, ['Bob Day: Yes.', 'Ann Lee: Minutes are approved.'], false],
  ['one word in common', van.asked, ['Ann Lee: The insurance of the van was approved.'], false],
  [
    'left there',
    van.hands,
    ['Ann Lee: Let us leave it there. The accounts were approved by the board in writing.'],
    false,
  ],
  ['left, then bare', van.hands, ['Ann Lee: Let us leave it there.', 'Ann Lee: That is agreed.'], false],
  [
    'another put since',
    van.asked,
    ['Ann Lee: Are we happy with the minutes of 3 March?', 'Bob Day: Yes.', 'Ann Lee: That is agreed.'],
    false,
  ],
]

longTest('a question is answered by what is said of it and of nothing else', async () => {
  const write = await appliance()
  for (const [what, quote, answer, stands] of answers) {
    const text = [`Ann Lee: Item one, the van. ${quote}`, ...answer, ...after].join('\n')
    const lines = Array.from({ length: answer.length + 1 }, (_line, at) => at)
    const { origin, facts, toCheck } = await write(`${text}\n`, {
      decisions: [decision(bought, lines, quote)],
    })
    const check = toCheck.map((one) => one.text).filter((one) => one === bought)
    expect({ what, origin, facts: facts.filter((one) => one === bought), check }).toEqual({
      ...{ what, origin: 'model' },
      ...(stands ? { facts: [bought], check: [] } : { facts: [], check: [bought] }),
    })
  }
})

const beside = [
  'Ann Lee: Item one, the van.',
  'Cat Roy: There was a photograph of it for four thousand pounds.',
]
const picture = {
  ...{ text: 'There was a photograph of it for £4,000.', lines: [1] },
  quote: 'There was a photograph of it for four thousand pounds',
}

longTest('what is only not proven can be kept, whatever was said beside it', async () => {
  const write = await appliance()
  for (const [lines, claim, quote] of [
    [
      ['Ann Lee: Then the cover with Aldgate goes on for a year.'],
      'The policy with Aldgate was renewed for a year.',
      'the cover with Aldgate goes on for a year',
    ],
    [
      ['Bob Day: She should be treasurer from May, I would say.', 'Ann Lee: Yes, let us.'],
      'Cat Roy is to be treasurer from May.',
      'She should be treasurer from May',
    ],
    [
      ['Cat Roy: I withdraw my objection.', 'Ann Lee: Then the van from Hale it shall be.'],
      'The purchase of the van from Hale was agreed.',
      'Then the van from Hale it shall be',
    ],
    [
      ['Bob Day: We can’t go on like this, so I say we buy the van from Hale.', 'Ann Lee: Yes, let us.'],
      'It was agreed to buy the van from Hale.',
      'I say we buy the van from Hale',
    ],
    [
      ['Bob Day: I would say we buy the van from Hale.', 'Ann Lee: Yes, let us.'],
      'It was agreed to buy the van from Hale for £4,000.',
      'we buy the van from Hale',
    ],
    [
      ['Ann Lee: No objections to the van from Hale? Then we have it.'],
      'The van from Hale was approved.',
      'No objections to the van from Hale',
    ],
  ] as const) {
    const numbers = lines.map((_line, at) => beside.length + at)
    const { facts, toCheck, keep } = await write(`${[...beside, ...lines, ...after].join('\n')}\n`, {
      decisions: [decision(claim, numbers, quote)],
      // So that the minutes are the model's.
      discussion: [picture],
    })
    expect(facts).not.toContain(claim)
    expect(toCheck.map(({ text }) => text)).toContain(claim)
    expect((await keep(claim)).status, claim).toBe(200)
  }
})

test('what was said against it cannot be kept: another figure, a denial, a motion that was withdrawn', async () => {
  const write = await appliance()
  for (const [lines, claim, quote] of [
    [
      ['Bob Day: I would say we buy the van from Hale for nine thousand pounds.', 'Ann Lee: Yes, let us.'],
      'It was agreed to buy the van from Hale for £4,000.',
      'we buy the van from Hale',
    ],
    [
      ['Ann Lee: We did not approve the purchase of the van from Hale.'],
      'The purchase of the van from Hale was approved.',
      'approve the purchase of the van from Hale',
    ],
    [
      ['Bob Day: I would say we buy the van from Hale.', 'Bob Day: No, I withdraw that proposal.'],
      'It was agreed to buy the van from Hale.',
      'we buy the van from Hale',
    ],
  ] as const) {
    const numbers = lines.map((_line, at) => beside.length + at)
    const { facts, toCheck, keep } = await write(`${[...beside, ...lines, ...after].join('\n')}\n`, {
      decisions: [decision(claim, numbers, quote)],
      discussion: [picture],
    })
    expect(facts).not.toContain(claim)
    expect(toCheck.map(({ text }) => text)).toContain(claim)
    expect((await keep(claim)).body.code, claim).toBe('statement_refuted')
  }
})

test('what nothing that it quotes is about is not shown, not even to be checked', async () => {
  const write = await appliance()
  const { facts, toCheck } = await write(dispute, {
    discussion: [
      {
        text: 'The tenant had sued the landlord in March.',
        lines: [1],
        quote: 'The tenant sued the landlord',
      },
      { text: 'Redundancies were considered.', lines: [1], quote: 'The tenant sued the landlord' },
      { text: 'The tenant had burnt the lease.', lines: [1], quote: 'The tenant sued the landlord' },
    ],
    decisions: [decision('The pension scheme was closed.', [2], 'The bank lent the company fifty thousand')],
  })
  expect(facts).toContain('The tenant had sued the landlord in March.')
  expect(toCheck.map(({ text }) => text)).toEqual(['The tenant had burnt the lease.'])
})

test('what shares a figure alone with what it quotes is left to who was there, and an invention is not shown', async () => {
  const raise = [
    ...beside,
    'Ann Lee: Item two, the chief executive. I suggest he gets another ten thousand a year.',
    'Bob Day: He deserves it, after twenty years.',
    'Ann Lee: Then that is what he gets.',
    'Ann Lee: Item three, the roof.',
    'Bob Day: It leaks.',
  ]
  const write = await appliance()
  const found = (text: string, quote: string) => decision(text, [2, 3, 4], quote)
  const { facts, toCheck, keep } = await write(`${raise.join('\n')}\n`, {
    decisions: [
      found('Remuneration was increased by £10,000.', 'Then that is what he gets.'),
      found('A loan of £10,000 was authorised.', 'he gets another ten thousand a year'),
      found('Redundancies were approved.', 'he gets another ten thousand a year'),
      found('Redundancies of £2 were approved.', 'Then that is what he gets.'),
      found('Redundancies of £12,000 were approved.', 'Then that is what he gets.'),
    ],
    // The figure of the second was said, and nowhere near.
    discussion: [picture, { text: 'Litigation had cost £10,000.', lines: [6], quote: 'It leaks.' }],
  })
  const shown = ['Remuneration was increased by £10,000.', 'A loan of £10,000 was authorised.']
  expect(toCheck.map(({ text }) => text)).toEqual(shown)
  expect(facts.filter((text) => /remuneration|loan|redundanc|litigation/i.test(text))).toEqual([])
  expect(toCheck.find(({ text }) => text === shown[0])).toMatchObject({
    evidence: [{ quote: 'Then that is what he gets.' }],
    unsaid: true,
  })
  expect((await keep(shown[0]!)).status).toBe(200)
})

const tasks = `Ann Lee: Item one, the accounts.
Ann Lee: I want Tom to send the accounts to the bank by Friday.
Sarah Chen: Sarah said that the bank will send the papers on Monday.
Bob Day: The auditors promised to send the report by Friday.
Tom Okoro: Thank you, that is clear.
Ann Lee: Item two, the roof.
Bob Day: It leaks.
`

longTest('what somebody wants of another, or tells of another, is nothing that they do', async () => {
  const action = (owner: string, doing: string, line: number, quote: string) => ({
    ...{ text: `${owner} to ${doing}`, owner, due: null, lines: [line], quote },
  })
  const write = await appliance()
  const { items } = await write(tasks, {
    actions: [
      action('Tom Okoro', 'send the accounts to the bank.', 1, 'I want Tom to send the accounts'),
      action('Ann Lee', 'send the accounts to the bank.', 1, 'I want Tom to send the accounts'),
      action('Sarah Chen', 'send the papers.', 2, 'the bank will send the papers'),
      action('Bob Day', 'send the report.', 3, 'The auditors promised to send the report'),
    ],
  })
  expect(items.flatMap(({ actions }) => actions.map(({ owner }) => owner))).toEqual(['Tom Okoro'])
})
