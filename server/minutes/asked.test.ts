import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { send, until } from '../test/client.ts'
import { longTest } from '../test/long.ts'
import { boardMeeting, byItself, minutesOf, needEvidence, textMeeting } from '../test/minutes.ts'
import { startOllama } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'

const nothing = { discussion: [], decisions: [], actions: [], conflicts: [] }
const arrears = {
  topics: [
    {
      ...nothing,
      heading: 'Arrears',
      discussion: [
        {
          text: 'Arrears in the north region had doubled.',
          lines: [3],
          quote: 'Arrears in the north region have doubled',
        },
      ],
    },
  ],
}
const running = (url: string, id: number) =>
  until(
    () => minutesOf(url, id),
    ({ job }) => job?.state === 'running',
    30,
  )

test('an edit made meanwhile stays; whoever asks for something else than what is under way gets what they asked for', async () => {
  const ollama = await startOllama()
  await ollama.rules(
    { path: '/api/chat', reply: arrears, firstMs: 1500, times: 2 },
    { path: '/api/chat', reply: arrears },
  )
  const server = await startAppliance({ env: ollama.env })
  const { url } = server
  const id = await textMeeting(url)
  const path = `/api/recordings/${id}/summary`
  const edit = (summary: string) => send(url, 'PATCH', `/api/recordings/${id}`, { summary })

  const asked = send(url, 'POST', path)
  await running(url, id)
  await edit('BY HAND while it ran')
  expect(await asked).toMatchObject({
    status: 200,
    body: { version: 1, summary: 'BY HAND while it ran', offered: 2, failure: null },
  })
  const kept = await minutesOf(url, id)
  expect(kept.minutes).toMatchObject({ version: 1, markdown: 'BY HAND while it ran' })
  expect(kept.versions.map(({ version, current, offered }) => [version, current, offered])).toEqual([
    [2, false, true],
    [1, true, false],
  ])
  expect(kept.versions[0]).toMatchObject({ origin: 'model', template: 'board-meeting' })
  const waits = await send(url, 'GET', `/api/recordings/${id}/minutes?version=2`)
  expect(waits.body).toMatchObject({ minutes: { markdown: expect.stringContaining('Arrears') } })

  // It is not what the two who ask now want, and each wants something else.
  const asks = (await ollama.seen()).length
  await byItself(server.services, id)
  await until(ollama.seen, (seen) => seen.length > asks)
  const [committee, general] = await Promise.all(
    ['committee', 'general-meeting'].map((template) => send(url, 'POST', path, { template })),
  )
  expect(committee).toMatchObject({ body: { engine: 'model', template: 'committee', offered: null } })
  expect(general).toMatchObject({ body: { engine: 'model', template: 'general-meeting', offered: null } })
  // They went before it; it comes too late to take the place of what they asked for.
  const after = await until(
    () => minutesOf(url, id),
    ({ versions }) => versions.length === 5,
  )
  expect(after.versions[0]).toMatchObject({ origin: 'model', person: null, current: false, offered: false })
  expect(after.minutes).toMatchObject({ version: 4, person: 'User 1' })
  expect(after.minutes!.markdown).not.toContain('BY HAND')
})

longTest(
  'of two that ask a model which then fails one of them, the one that it did not fail stands',
  async () => {
    const ollama = await startOllama()
    await ollama.rules(
      { path: '/api/chat', reply: arrears, firstMs: 4000, times: 1 },
      { path: '/api/chat', fault: { kind: 'status', status: 400, error: 'requires more system memory' } },
    )
    const { url, services } = await startAppliance({ env: ollama.env })
    const id = await textMeeting(url)
    await byItself(services, id)
    await until(ollama.seen, (seen) => seen.some(({ path }) => path === '/api/chat'))
    const asked = await send(url, 'POST', `/api/recordings/${id}/summary`)
    expect(asked).toMatchObject({ status: 200, body: { engine: 'rules', version: 1 } })
    const after = await until(
      () => minutesOf(url, id),
      ({ versions }) => versions.length === 2,
    )
    expect(after.minutes).toMatchObject({ version: 2, origin: 'model', person: null, failure: null })
  },
)

test('work that nobody asked for ends where what a person has asked for is there', async () => {
  const ollama = await startOllama()
  await ollama.rules(
    { path: '/api/chat', reply: arrears, firstMs: 1000, times: 1 },
    { path: '/api/chat', reply: arrears },
  )
  await ollama.models({ name: 'stand-in:1b', contextLength: 4096 })
  const { url, services } = await startAppliance({ env: ollama.env })
  const filler = Array.from({ length: 150 }, (_, i) => `Speaker 1: The roof of house ${i} leaks.`)
  const id = await textMeeting(url, [boardMeeting.trim(), ...filler].join('\n'))
  await byItself(services, id)
  // The speakers' names are looked for by the model, too: not counted.
  const chats = async () =>
    (await ollama.seen()).filter((one) => JSON.stringify(one).includes('You write the minutes')).length
  await until(chats, (count) => count > 0)
  const asked = await send(url, 'POST', `/api/recordings/${id}/summary`, { template: 'committee' })
  expect(asked).toMatchObject({ status: 200, body: { engine: 'model', version: 1 } })
  const count = await chats()
  const after = await until(
    () => minutesOf(url, id),
    ({ job }) => job === null,
  )
  // The part that was under way may end; the four after it are not asked for.
  expect(await chats()).toBeLessThanOrEqual(count + 1)
  expect(after.versions).toHaveLength(1)
})

longTest(
  'two pieces of work on one meeting are both seen and both end with it; nobody is waited for who has gone, nor at a stop',
  async () => {
    const ollama = await startOllama()
    await ollama.rules({ path: '/api/chat', reply: arrears, firstMs: 60_000 })
    const server = await startAppliance({ env: ollama.env })
    const { url, services } = server
    const id = await textMeeting(url)
    const path = `/api/recordings/${id}/summary`
    const gone = new AbortController()
    const first = fetch(url + path, { method: 'POST', signal: gone.signal })
    const { job } = await running(url, id)
    const second = send(url, 'POST', path, { template: 'committee' })
    let looks = 0
    services.db.read.on('query', ({ sql }: { sql: string }) => {
      if (/from `job` where `id` = \?/.test(sql)) looks++
    })
    await until(
      async () => looks,
      (n) => n > 2,
      50,
    )
    expect((await minutesOf(url, id)).job!.id).toBe(job!.id)
    await send(url, 'POST', `/api/jobs/${job!.id}/cancel`)
    gone.abort()
    await expect(first).rejects.toThrow(/abort/)
    const next = await until(
      () => minutesOf(url, id),
      (now) => now.job?.state === 'running' && now.job.id !== job!.id,
      50,
    )
    const secondGone = await fetch(`${url}/api/jobs/${next.job!.id}/cancel`, { method: 'POST' })
    expect(secondGone.status).toBe(200)
    expect(await second).toMatchObject({ status: 409, body: { code: 'cancelled' } })

    const leaving = new AbortController()
    const third = fetch(url + path, { method: 'POST', signal: leaving.signal })
    await running(url, id)
    leaving.abort()
    await expect(third).rejects.toThrow(/abort/)
    await pause(200)
    looks = 0
    await pause(500)
    expect(looks).toBe(0)

    const fourth = send(url, 'POST', path)
    await until(
      async () => looks,
      (n) => n > 1,
      50,
    )
    await server.stop()
    expect(await fourth).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  },
)

test('minutes that a person asks for go before work that nobody asked for, which keeps what it has', async () => {
  const ollama = await startOllama()
  const names = { path: '/api/chat', match: 'Labels without a name', reply: { names: [] } } as const
  await ollama.rules({ ...names, firstMs: 1500, times: 1 }, names, { path: '/api/chat', reply: arrears })
  await ollama.models({ name: 'stand-in:1b', contextLength: 4096 })
  const { url } = await startAppliance({ env: ollama.env })
  const id = await textMeeting(url)
  const filler = Array.from(
    { length: 200 },
    (_, i) => `Speaker ${1 + (i % 2)}: The roof of house ${i} leaks.`,
  )
  await textMeeting(url, filler.join('\n'))
  const asked = async (): Promise<string[]> =>
    (await ollama.seen())
      .filter(({ path }) => path === '/api/chat')
      .map(({ body }) => (/Labels without a name/.test(JSON.stringify(body.messages)) ? 'names' : 'minutes'))
  await until(asked, (all) => all.length === 1)
  expect(await send(url, 'POST', `/api/recordings/${id}/summary`)).toMatchObject({
    status: 200,
    body: { engine: 'model' },
  })
  const all = await until(asked, (now) => now.at(-1) === 'names' && now.includes('minutes') && now.length > 3)
  // The part that was under way is not asked for again.
  expect(all.slice(0, 3)).toEqual(['names', 'minutes', 'names'])
})

const vocabulary =
  'those are going to be the ones that we approve and the budget item moving on to next agreed carried in favour second lease cost pounds friday tom sarah will send the draft report people think thing members vote against'.split(
    ' ',
  )

longTest(
  'hours of talk without a full stop: minutes come, and meanwhile recordings can be started',
  async () => {
    const { url } = await startAppliance()
    let seed = 1
    const word = (): string => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return vocabulary[Math.floor((seed / 2 ** 31) * vocabulary.length)]!
    }
    const clock = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19)
    const lines = Array.from({ length: 4000 }, (_, i) => {
      const words = Array.from({ length: 8 }, word).join(' ')
      return `[${clock(i * 3)}] Sarah Chen: ${words}`
    })
    const id = await textMeeting(url, lines.join('\n'))
    const work = { isDone: false }
    const writing = send(url, 'POST', `/api/recordings/${id}/summary`).finally(
      () => void (work.isDone = true),
    )
    let meanwhile = 0
    while (!work.isDone) {
      const { status } = await send(url, 'POST', '/api/recordings', { title: 'Another meeting' })
      expect(status).toBe(200)
      if (!work.isDone) meanwhile += 1
      await pause(100)
    }
    expect(await writing).toMatchObject({ status: 200, body: { engine: 'rules' } })
    // While it went through the transcript nobody else could write once: one call or two were answered then.
    expect(meanwhile).toBeGreaterThan(5)
    const { minutes } = await minutesOf(url, id)
    expect(await needEvidence(url, id, minutes!)).toBeGreaterThan(0)
    const quotes = minutes!.lines.flatMap(({ evidence }) => evidence.map(({ quote }) => quote))
    expect(Math.max(...quotes.map(({ length }) => length))).toBeLessThan(2000)
  },
)
