import { expect, test } from 'vitest'
import { send, until } from '../test/client.ts'
import { temporaryFolder } from '../test/files.ts'
import { longTest } from '../test/long.ts'
import { byItself, minutesOf, needEvidence, textMeeting } from '../test/minutes.ts'
import { startOllama, type StandIn } from '../test/ollama.ts'
import { childOf, startServerProcess } from '../test/process.ts'
import { startAppliance } from '../test/server.ts'
import { askModel } from './model/ask.ts'

const rooms = ['kitchen', 'boiler house', 'car park', 'east stair', 'workshop', 'lodge', 'stores', 'gallery']
const works = ['the paint is peeling', 'a window will not close', 'the lights flicker', 'the lock sticks']
const clock = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19)

/** Three hours, in which something is reported in the first minute and in the last one. */
function longMeeting(): string {
  const lines = ['Sarah Chen: The roof of the chapel will cost forty thousand pounds to mend.']
  for (let i = 0; i < 300; i++)
    lines.push(
      `${i % 2 ? 'Tom Okoro' : 'Priya Shah'}: In the ${rooms[i % 8]} ${works[i % 4]}, and number ${i + 100} on the list is the same as it was.`,
    )
  lines.push('Sarah Chen: The auditors have found nothing that is wrong in the accounts.')
  return lines.map((line, i) => `[${clock(i * 36)}] ${line}`).join('\n')
}
const last = 301

const nothing = { discussion: [], decisions: [], actions: [], conflicts: [] }
const topic = (text: string, lines: number[], quote: string): unknown => ({
  topics: [{ ...nothing, heading: 'Report', discussion: [{ text, lines, quote }] }],
})
const roof = topic(
  'The roof of the chapel will cost £40,000 to mend.',
  [0],
  'will cost forty thousand pounds',
)
const auditors = topic(
  'The auditors have found nothing wrong in the accounts.',
  [last],
  'have found nothing that is wrong in the accounts',
)

const asked = async (ollama: StandIn): Promise<string[]> =>
  (await ollama.seen()).map(({ body }) => body.messages!.map(({ content }) => content).join('\n'))
const partWith = (prompts: readonly string[], words: string): number =>
  prompts.filter((prompt) => prompt.includes(words)).length

test('a meeting of three hours goes to the model in parts, each within its context', async () => {
  const ollama = await startOllama()
  const { url } = await startAppliance({ env: ollama.env })
  expect((await send(url, 'PATCH', '/api/system/language', { contextSize: 4096 })).status).toBe(200)
  const id = await textMeeting(url, longMeeting())
  await ollama.rules(
    { path: '/api/chat', match: 'roof of the chapel', reply: roof },
    { path: '/api/chat', match: 'The auditors have found', reply: auditors },
    { path: '/api/chat', match: 'number 170 on the list', firstMs: 800 },
  )
  const steps = new Set<string>()
  let written = false
  const writing = send(url, 'POST', `/api/recordings/${id}/summary`).finally(() => void (written = true))
  await until(
    () => minutesOf(url, id),
    ({ job }) => {
      if (job?.step) steps.add(job.step)
      return written
    },
    20,
  )
  expect(await writing).toMatchObject({ status: 200, body: { engine: 'model', failure: null } })
  const prompts = await asked(ollama)
  expect(prompts.length).toBeGreaterThan(3)
  expect(new Set((await ollama.seen()).map(({ body }) => body.options!.num_ctx))).toEqual(new Set([4096]))
  for (let i = 0; i < 300; i++) expect(partWith(prompts, `number ${i + 100} on the list`)).toBeGreaterThan(0)
  expect([...steps].some((step) => /^Writing the minutes: part \d+ of \d+$/.test(step))).toBe(true)

  const { minutes } = await minutesOf(url, id)
  expect(minutes!.markdown).toContain('The roof of the chapel will cost £40,000 to mend.')
  expect(minutes!.markdown).toContain('The auditors have found nothing wrong in the accounts.')
  expect(await needEvidence(url, id, minutes!)).toBeGreaterThan(1)
})

test('after kill -9 of the worker the model is not asked again for the parts that it has answered', async () => {
  const ollama = await startOllama()
  const { url, child } = await startServerProcess(await temporaryFolder(), ollama.env)
  await send(url, 'PATCH', '/api/system/language', { contextSize: 4096 })
  const id = await textMeeting(url, longMeeting())
  await ollama.rules(
    { path: '/api/chat', match: 'roof of the chapel', reply: roof },
    { path: '/api/chat', match: 'The auditors have found', reply: auditors, firstMs: 60_000, times: 1 },
    { path: '/api/chat', match: 'The auditors have found', reply: auditors },
  )
  const writing = send(url, 'POST', `/api/recordings/${id}/summary`)
  await until(
    () => asked(ollama),
    (prompts) => partWith(prompts, 'The auditors have found') === 1,
  )
  process.kill(await childOf(child.pid!, /worker\.js/), 'SIGKILL')
  expect(await writing).toMatchObject({ status: 200, body: { engine: 'model' } })
  const prompts = await asked(ollama)
  expect(partWith(prompts, 'The auditors have found')).toBe(2)
  expect(partWith(prompts, 'roof of the chapel')).toBe(1)
  expect((await minutesOf(url, id)).minutes!.markdown).toContain('£40,000')
})

test('a part of which the model makes nothing is named, and keeps what the rules found; asked again, it is that part alone', async () => {
  const ollama = await startOllama()
  const { url } = await startAppliance({ env: ollama.env })
  await send(url, 'PATCH', '/api/system/language', { contextSize: 4096 })
  const motion = [
    `[${clock(150 * 36 + 5)}] Sarah Chen: I propose that the third quarter accounts be approved.`,
    `[${clock(150 * 36 + 9)}] Priya Shah: Seconded.`,
    `[${clock(150 * 36 + 12)}] Sarah Chen: All those in favour? That's three for, none against. The motion is carried.`,
  ]
  const lines = longMeeting().split('\n')
  const id = await textMeeting(url, [...lines.slice(0, 151), ...motion, ...lines.slice(151)].join('\n'))
  const usual = [
    { path: '/api/chat', match: 'roof of the chapel', reply: roof },
    { path: '/api/chat', match: 'The auditors have found', reply: { topics: [] } },
  ] as const
  const fault = { kind: 'status', status: 400, error: 'model runner has crashed' } as const
  await ollama.rules({ path: '/api/chat', match: 'number 250 on the list', fault }, ...usual)
  const path = `/api/recordings/${id}/summary`
  const { body } = await send(url, 'POST', path)
  expect(body).toMatchObject({
    engine: 'model',
    failure: expect.stringMatching(/could not write the part from (\d\d:\d\d:\d\d) to (\d\d:\d\d:\d\d)\./),
  })
  const [, from, to] = /from (\S+) to (\S+)\./.exec(String(body.failure))!
  expect(from! <= clock(151 * 36) && to! >= clock(151 * 36)).toBe(true)
  expect([from === '00:00:00', to! >= clock(300 * 36)]).toEqual([false, false])
  const { minutes } = await minutesOf(url, id)
  expect(minutes!.markdown).toContain('£40,000')
  expect(minutes!.markdown).toContain('third quarter accounts be approved')
  const starts = minutes!.content!.items.flatMap(({ discussion }) =>
    discussion.flatMap(({ evidence }) => evidence.map(({ start }) => clock(start))),
  )
  expect(starts.filter((start) => start > from! && start < to!).length).toBeGreaterThan(0)
  const before = (await asked(ollama)).length

  await ollama.reset()
  await ollama.rules(...usual)
  expect((await send(url, 'POST', path)).body).toMatchObject({ engine: 'model', failure: null })
  const again = await asked(ollama)
  expect(again.length).toBeLessThan(before / 2)
  expect(again.every((prompt) => prompt.includes('number 250 on the list'))).toBe(true)
})

longTest('work that comes too late leaves what a person’s minutes are to go on with', async () => {
  const ollama = await startOllama()
  const { url, services } = await startAppliance({ env: ollama.env })
  await send(url, 'PATCH', '/api/system/language', { contextSize: 4096 })
  const id = await textMeeting(url, longMeeting())
  const last = { path: '/api/chat', match: 'The auditors have found' } as const
  await ollama.rules(
    { path: '/api/chat', match: 'roof of the chapel', reply: roof },
    { ...last, reply: auditors, firstMs: 4000, times: 1 },
    { ...last, fault: { kind: 'status', status: 400, error: 'model runner has crashed' }, times: 1 },
  )
  await byItself(services, id)
  await until(
    () => asked(ollama),
    (prompts) => partWith(prompts, 'The auditors have found') === 1,
  )
  const path = `/api/recordings/${id}/summary`
  expect((await send(url, 'POST', path)).body).toMatchObject({
    ...{ engine: 'model', version: 1 },
    failure: expect.stringContaining('could not write the part'),
  })
  await until(
    () => minutesOf(url, id),
    ({ versions }) => versions.length === 2,
  )
  const before = await asked(ollama)
  expect((await send(url, 'POST', path)).body).toMatchObject({ engine: 'model', failure: null })
  expect(await asked(ollama)).toHaveLength(before.length)
})

test('at the end of the time for all of it, what the model has said is kept and the rest is a gap', async () => {
  const ollama = await startOllama()
  const { url, services } = await startAppliance({ env: ollama.env })
  await send(url, 'PATCH', '/api/system/language', { contextSize: 4096 })
  await ollama.rules(
    { path: '/api/chat', match: 'roof of the chapel', reply: roof },
    { path: '/api/chat', firstMs: 60_000 },
  )
  const segments = longMeeting()
    .split('\n')
    .map((text, id) => ({
      id,
      start: id * 36,
      end: id * 36 + 30,
      timestamp: id * 36,
      speaker: null,
      text,
      words: [],
    }))
  const { answers, gaps } = await askModel(
    services.language,
    {
      meeting: { title: 'Long', description: null, attendees: [], held: null },
      source: { version: 1, segments },
      instructions: '',
      parts: { find: async () => null, keep: async () => {} },
      deadlineMs: 2500,
    },
    {
      signal: new AbortController().signal,
      progress: () => {},
      giveWay: async () => {},
      partStored: async () => {},
    },
  )
  expect(answers).toHaveLength(1)
  expect(gaps).toMatchObject([{ end: last * 36 + 30, lines: [expect.any(Number), last + 1] }])
  expect(gaps[0]!.lines[0]).toBeLessThan(100)
})

longTest('what a person asks Clara goes before the next part', async () => {
  const ollama = await startOllama()
  const { url } = await startAppliance({ env: ollama.env })
  await send(url, 'PATCH', '/api/system/language', { contextSize: 4096 })
  const id = await textMeeting(url, longMeeting())
  const { body } = await send(url, 'GET', '/api/chat/key')
  const question = 'How much will the roof of the chapel cost?'
  await ollama.rules(
    {
      path: '/api/chat',
      match: question.replace('?', '\\?'),
      reply: 'Forty thousand pounds [1].',
      firstMs: 1500,
    },
    { path: '/api/chat', match: 'in parts|transcript', firstMs: 150 },
  )
  const writing = send(url, 'POST', `/api/recordings/${id}/summary`)
  await until(
    () => asked(ollama),
    (prompts) => prompts.length > 0,
    20,
  )
  const answer = fetch(`${url}/api/chat?user_id=1&organisation_id=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(body.key)}` },
    body: JSON.stringify({ message: question }),
  })
  await until(
    () => asked(ollama),
    (prompts) => partWith(prompts, question) === 1,
    20,
  )
  expect((await answer).status).toBe(200)
  const prompts = await asked(ollama)
  // At most the part that was being asked for when the question came.
  const after = prompts.length - 1 - prompts.findIndex((prompt) => prompt.includes(question))
  expect(after).toBeLessThanOrEqual(1)
  expect((await writing).status).toBe(200)
  expect((await asked(ollama)).length).toBeGreaterThan(prompts.length + 2)
})
