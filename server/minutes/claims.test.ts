import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../test/client.ts'
import { minutesOf, textMeeting } from '../test/minutes.ts'
import { startOllama, type StandIn } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'
import type { WindowAnswer } from './model/schema.ts'

/** What becomes of what a model claims, from its answer to the page: what stands, what is to be checked, what can be kept. */

let ollama: StandIn
beforeAll(async () => {
  ollama = await startOllama({ ending: afterAll })
})

type Topic = WindowAnswer['topics'][number]

/** An appliance of its own, which writes the minutes of a text as the model has it. */
async function appliance() {
  const { url } = await startAppliance({ env: ollama.env })
  return (text: string, of: Partial<Topic>) => written(url, text, of)
}

async function written(url: string, text: string, of: Partial<Topic>) {
  const nothing = { discussion: [], decisions: [], actions: [], conflicts: [] }
  await ollama.reset()
  await ollama.rules({ path: '/api/chat', reply: { topics: [{ ...nothing, heading: 'Business', ...of }] } })
  const id = await textMeeting(url, text)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { minutes } = await minutesOf(url, id)
  const { items, toCheck } = minutes!.content!
  const told = items.flatMap(({ discussion, decisions, actions }) => [
    ...discussion,
    ...decisions,
    ...actions,
  ])
  return {
    ...{ items, toCheck, origin: minutes!.origin, facts: told.map((one) => one.text) },
    keep: (said: string) =>
      send(url, 'POST', `/api/recordings/${id}/minutes/check`, {
        ...{ version: minutes!.version, index: toCheck.findIndex((one) => one.text === said), keep: true },
      }),
  }
}

const decision = (text: string, lines: number[], quote: string): Topic['decisions'][number] => ({
  ...{ text, lines, quote, outcome: 'carried', proposer: null, seconder: null },
})

const dispute = `Ann Lee: Item one, the dispute.
Bob Day: The tenant sued the landlord in March, and the court has fixed a date.
Ann Lee: The bank lent the company fifty thousand pounds for it.
Ann Lee: Item two, the roof.
Bob Day: It leaks.
`

test('the one who sued is not the one who was sued', async () => {
  const sued = { lines: [1], quote: 'The tenant sued the landlord in March' }
  const lent = { lines: [2], quote: 'The bank lent the company fifty thousand pounds' }
  const { facts, toCheck, keep } = await (
    await appliance()
  )(dispute, {
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

test.each([
  ['under its heading', `2. Minutes of the last meeting\n${approved}\n`, approved],
  ['in the paragraph of its heading', `2) Minutes of the meeting of 3 March. ${approved}\n`, approved],
  ['behind a colon', `2. Minutes: ${approved}\n`, approved],
  [
    'in the words of a careful secretary',
    '2. Minutes\nThe minutes of the meeting of 3 March were taken as read, approved and signed by the Chair.\n',
    'The minutes of the meeting of 3 March were taken as read',
  ],
])('the approval of the minutes is told once in minutes of written ones: %s', async (_, item, quote) => {
  const text = `${head}${item}${finance}`
  const line = text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .findIndex((one) => one.includes(quote))
  const write = await appliance()
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
    expect(of(items.flatMap(({ decisions }) => decisions))).toHaveLength(1)
    expect(of(toCheck)).toEqual([])
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

test.each([
  ['Chair: Against? None. The final dividend is therefore declared.', put],
  ['Chair: Against? None. The final dividend is therefore declared.', `${put} Against? None.`],
  ['Chair: The resolution is passed on a show of hands.', put],
])('a question that was put and its outcome are evidence enough: %s %s', async (outcome, quote) => {
  const { facts, toCheck } = await (
    await appliance()
  )(dividend(outcome), {
    decisions: [decision(declared, [2, 3], quote)],
  })
  expect(facts).toContain(declared)
  expect(toCheck).toEqual([])
})

test('a question without an outcome is no decision', async () => {
  const { facts, toCheck } = await (
    await appliance()
  )(dividend('Chair: I see no hands yet. Let us hear the auditors.'), {
    decisions: [decision(declared, [2, 3], put)],
  })
  expect(facts).not.toContain(declared)
  expect(toCheck.map((one) => one.text)).toContain(declared)
})
