import { afterAll, beforeAll, expect, test } from 'vitest'
import { longTest } from '../test/long.ts'
import { send } from '../test/client.ts'
import { minutesOf, needEvidence, textMeeting } from '../test/minutes.ts'
import { startOllama, type StandIn } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'
import type { Minutes } from '#contract/minutes.ts'

let ollama: StandIn
beforeAll(async () => {
  ollama = await startOllama({ ending: afterAll })
})

/** The rules find neither a purpose nor a next meeting in it. */
const untold = `[00:00:02] Sarah Chen: Good morning.
[00:00:06] Sarah Chen: I wanted us to get together because the bank has called in the overdraft.
[00:00:20] Tom Okoro: They want eighty thousand pounds back by the spring.
[00:00:34] Sarah Chen: I will ring the bank manager tomorrow.
[00:00:45] Tom Okoro: Good.
[00:00:52] Sarah Chen: We will all gather in the library on the tenth of December at two o'clock.
[00:00:59] Tom Okoro: Right, goodbye.
`
const told = untold.replace('We will all gather', 'The next meeting is')

const purpose = {
  text: 'The meeting was called because the bank had called in the overdraft',
  lines: [2],
  quote: 'because the bank has called in the overdraft',
}
const nextMeeting = {
  text: 'The next meeting will be in the library on the tenth of December at two o’clock',
  lines: [5],
  quote: 'in the library on the tenth of December',
  when: "the tenth of December at two o'clock",
}

const point = {
  heading: 'Overdraft',
  ...{ decisions: [], actions: [], conflicts: [] },
  discussion: [
    {
      text: 'Tom Okoro reported that the bank wanted £80,000 back by the spring',
      lines: [2],
      quote: 'They want eighty thousand pounds back by the spring',
    },
  ],
}

async function written(
  text: string,
  answer: Record<string, unknown>,
): Promise<{ minutes: Minutes; url: string; id: number; content: NonNullable<Minutes['content']> }> {
  await ollama.reset()
  await ollama.rules({ path: '/api/chat', reply: { topics: [], ...answer } })
  const { url } = await startAppliance({ env: ollama.env })
  const id = await textMeeting(url, text)
  expect((await send(url, 'POST', `/api/recordings/${id}/summary`)).status).toBe(200)
  const { minutes } = await minutesOf(url, id)
  await needEvidence(url, id, minutes!)
  return { minutes: minutes!, url, id, content: minutes!.content! }
}

test('the model tells what a meeting was called for and when they meet again, where the rules found neither', async () => {
  // That they are the model's:
  const { content: rules } = await written(untold, {})
  expect([rules.purpose, rules.nextMeeting]).toEqual([null, null])

  const { minutes, content } = await written(untold, { purpose, nextMeeting })
  expect(minutes).toMatchObject({ origin: 'model', failure: null })
  // It named the line below the one that it quotes.
  expect(content.purpose).toMatchObject({
    text: 'The meeting was called because the bank had called in the overdraft.',
    evidence: [{ quote: 'because the bank has called in the overdraft.', start: 6 }],
  })
  expect(content.nextMeeting).toMatchObject({ date: '2026-12-10', evidence: [{ start: 52 }] })
  expect(content.toCheck).toEqual([])
  expect(minutes.markdown).toContain('the bank had called in the overdraft')
  expect(minutes.markdown).toContain('10 December 2026')
})

longTest('what nobody said of them is left out or to be checked, and is never told as so', async () => {
  const { content, minutes } = await written(untold, {
    purpose: { ...purpose, quote: 'to approve the sale of the boat house' },
    nextMeeting: { ...nextMeeting, text: 'The next meeting will be in Paris on the tenth of December' },
    topics: [point],
  })
  expect(minutes.origin).toBe('model')
  expect([content.purpose, content.nextMeeting]).toEqual([null, null])
  expect(minutes.markdown).not.toContain('Paris')
  expect(content.toCheck).toMatchObject([{ kind: 'date', why: expect.stringContaining('Paris') }])
})

longTest(
  'the rules go first for the next meeting; another day is to be checked, and a person may take it',
  async () => {
    const same = await written(told, { nextMeeting })
    expect(same.content).toMatchObject({ nextMeeting: { date: '2026-12-10' }, toCheck: [] })
    const other = `${told}[00:01:10] Sarah Chen: No, hold on, make that the library on the seventeenth of December at two o'clock.\n`
    const { url, id, content } = await written(other, {
      nextMeeting: {
        text: 'They will meet in the library on the seventeenth of December at two o’clock',
        lines: [7],
        quote: 'the library on the seventeenth of December',
        when: "the seventeenth of December at two o'clock",
      },
    })
    expect(content).toMatchObject({
      nextMeeting: { date: '2026-12-10' },
      toCheck: [{ kind: 'date', why: expect.stringMatching(/read what was said differently/) }],
    })
    const kept = await send(url, 'POST', `/api/recordings/${id}/minutes/check`, {
      ...{ version: 1, index: 0, keep: true },
    })
    expect(kept.status).toBe(200)
    const { minutes } = await minutesOf(url, id)
    expect(minutes!.content).toMatchObject({
      nextMeeting: { text: expect.stringContaining('seventeenth') },
      toCheck: [],
    })
  },
)
