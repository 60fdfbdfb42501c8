import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { until } from '../test/client.ts'
import { asking, engineAt, failure } from '../test/ollama-engine.ts'
import { realOllama as real, startOllama, type Fault, type StandIn } from '../test/ollama.ts'
import type { OllamaEngine, OllamaOptions } from './ollama.ts'

// The engine against a server that speaks Ollama's protocol, in a process of its own (server/test/ollama.ts). What any
// Ollama must do runs against a real one too when OLLAMA_TEST_HOST names it and it has a model:
// OLLAMA_TEST_HOST=http://127.0.0.1:11434 npx vitest run server/language/ollama.test.ts server/language/journeys.test.ts

let shared: StandIn
beforeAll(async () => {
  shared = await startOllama({ ending: afterAll })
})

async function fresh(): Promise<StandIn> {
  await shared.reset()
  return shared
}

async function failing(
  fault: Fault,
  times?: number,
  timing: OllamaOptions['timing'] = {},
): Promise<{ ollama: StandIn; engine: OllamaEngine }> {
  const ollama = await fresh()
  await ollama.rules({ fault, times, path: '/api/chat' }, { reply: 'The accounts were approved.' })
  return { ollama, engine: await engineAt(ollama.url, timing) }
}

const decision = z.object({ decision: z.string().min(1), carried: z.boolean() })

describe.each([
  ...(real ? [['a real Ollama', () => Promise.resolve(String(real))] as const] : []),
  ['the stand-in', async () => (await fresh()).url] as const,
])('%s', (_name, start) => {
  test('answers, streams, and says what it took', async () => {
    const engine = await engineAt(await start())
    const parts: string[] = []
    const answer = await engine.complete(
      asking({ onToken: (text) => parts.push(text), maxAnswerTokens: 200 }),
    )
    expect(answer.value.length).toBeGreaterThan(0)
    expect(parts.join('').trim()).toBe(answer.value)
    expect(answer).toMatchObject({ attempts: 1, model: (await engine.status()).model })
    expect(answer.promptTokens).toBeGreaterThan(5)
  })

  test('gives JSON that fits the schema', async () => {
    const engine = await engineAt(await start())
    const { value } = await engine.complete({
      ...asking({ messages: [{ role: 'user', content: 'The motion was carried: approve the accounts.' }] }),
      schema: decision,
    })
    expect(decision.parse(value)).toEqual(value)
  })

  test('refuses what does not fit instead of leaving some of it out', async () => {
    const engine = await engineAt(await start(), {}, { contextSize: 2048 })
    expect(await engine.contextSize()).toBe(2048)
    const long = 'The board considered the accounts of the year. '.repeat(400)
    const error = await failure(engine.complete(asking({ messages: [{ role: 'user', content: long }] })))
    expect([error.code, error.message]).toEqual([
      'language_truncated',
      expect.stringMatching(/too long .* larger context/),
    ])
  })

  test('counts at least as many tokens as the model does, and learns from it', async () => {
    const engine = await engineAt(await start())
    const text =
      'Resolved unanimously, that the dividend of £12,500.00 be paid on 3 April 2026 (Mrs Okafor abstaining). '
    const content = text.repeat(20)
    const before = (await engine.tokenCounter())(content)
    const { promptTokens } = await engine.complete(
      asking({ messages: [{ role: 'user', content }], maxAnswerTokens: 300 }),
    )
    expect(before).toBeGreaterThan(promptTokens * 0.95)
    const after = (await engine.tokenCounter())(content)
    expect(after).toBeGreaterThan(promptTokens * 0.95)
    expect(after).toBeLessThan(promptTokens * 1.6)
  })

  test('ends at once when it is told to', async () => {
    const url = await start()
    const engine = await engineAt(url)
    const stop = new AbortController()
    const reason = new Error('the person cancelled')
    const asked = engine.complete(
      asking({
        signal: stop.signal,
        messages: [{ role: 'user', content: 'Count from 1 to 5000, in words.' }],
        maxAnswerTokens: 4000,
        onToken: () => stop.abort(reason),
      }),
    )
    await expect(asked).rejects.toBe(reason)
  })
})

test('an abort closes the connection, before the first word and in the midst of the answer', async () => {
  const ollama = await fresh()
  const engine = await engineAt(ollama.url)
  for (const rule of [{ firstMs: 60_000 }, { reply: 'word '.repeat(2000), partMs: 20 }]) {
    await ollama.rules(rule)
    const stop = new AbortController()
    const before = (await ollama.seen()).length
    const asked = engine.complete(asking({ signal: stop.signal, maxAnswerTokens: 5000 }))
    asked.catch(() => undefined)
    await until(
      async () => (await ollama.seen()).at(before),
      (seen) => seen !== undefined && (rule.partMs === undefined || seen.sent > 3),
    )
    stop.abort(new Error('cancelled'))
    await expect(asked).rejects.toThrow('cancelled')
    const seen = await until(
      async () => (await ollama.seen()).at(before),
      (one) => one?.aborted === true,
    )
    const { sent } = seen!
    await pause(200)
    // It has really stopped: a real one would compute no more.
    expect((await ollama.seen()).at(before)!.sent - sent).toBeLessThan(3)
  }
})

test('what is sent: constant context, nothing left out, a bound on the answer', async () => {
  const ollama = await fresh()
  const engine = await engineAt(ollama.url, {}, { contextSize: 4096, temperature: 0.1 })
  await engine.complete(asking())
  await engine.complete(asking({ messages: [{ role: 'user', content: 'short' }], maxAnswerTokens: 50 }))
  const [first, second] = await ollama.seen()
  expect(first!.body).toMatchObject({
    truncate: false,
    shift: false,
    stream: true,
    options: { num_ctx: 4096, num_predict: 1024, temperature: 0.1 },
  })
  expect(second!.body.options).toMatchObject({ num_ctx: 4096, num_predict: 50 })
})

test.each<[string, Fault, number]>([
  [
    '503',
    {
      kind: 'status',
      status: 503,
      error: 'server busy, please try again.  maximum pending requests exceeded',
    },
    2,
  ],
  ['a connection that drops before the answer', { kind: 'drop', after: 0 }, 2],
  ['a connection that drops in the midst of it', { kind: 'drop', after: 2 }, 2],
  ['a stream that ends without an end', { kind: 'ends', after: 2 }, 1],
  ['a broken line', { kind: 'brokenLine', after: 1 }, 1],
  [
    'an error within the stream',
    { kind: 'errorInStream', after: 1, error: 'llama runner process has terminated' },
    1,
  ],
  ['white space without end', { kind: 'whitespace' }, 1],
  ['the same again and again', { kind: 'repeat', text: 'The board noted the report. ' }, 1],
  ['an answer that stalls', { kind: 'stall', after: 2 }, 1],
  ['a slow first word', { kind: 'slowFirst', ms: 60_000 }, 1],
])('%s is mended by asking again', async (_name, fault, times) => {
  const { engine, ollama } = await failing(fault, times, {
    firstWordShare: 0,
    firstWordLeastMs: 700,
    nextWordMs: 400,
  })
  let told = ''
  const answer = await engine.complete(
    asking({ onToken: (text) => (told += text), onRestart: () => (told = '') }),
  )
  expect(answer).toMatchObject({ value: 'The accounts were approved.', attempts: times + 1 })
  expect(told).toBe(answer.value)
  expect((await ollama.seen()).length).toBe(times + 1)
})

test.each<[string, Fault, string, RegExp]>([
  [
    '503 for good',
    { kind: 'status', status: 503, error: 'server busy' },
    'language_busy',
    /busy with other work/,
  ],
  ['drops for good', { kind: 'drop', after: 1 }, 'language_broke_off', /broke off in the midst/],
  [
    'an error in the stream for good',
    { kind: 'errorInStream', after: 1, error: 'CUDA error: unspecified' },
    'language_failed',
    /failed inside Ollama\.$/,
  ],
  [
    'no memory',
    {
      kind: 'status',
      status: 500,
      error: 'model requires more system memory (18.2 GiB) than is available (7.1 GiB)',
    },
    'language_failed',
    /smaller model/,
  ],
  ['more to say than may be said', { kind: 'length', after: 3 }, 'language_truncated', /answer was too long/],
  ['white space for good', { kind: 'whitespace' }, 'language_invalid', /round in circles/],
  [
    'a server that lets nobody in',
    { kind: 'status', status: 401, error: 'unauthorized' },
    'language_unreachable',
    /does not let the appliance in/,
  ],
])('%s: the user reads why', async (_name, fault, code, sentence) => {
  const { engine } = await failing(fault)
  const error = await failure(engine.complete(asking()))
  expect([error.code, error.message]).toEqual([code, expect.stringMatching(sentence)])
})

test('a restart of Ollama is waited out by what nobody waits for', async () => {
  const { engine } = await failing({ kind: 'drop', after: 0 }, 6)
  expect((await engine.complete(asking({ patient: true }))).attempts).toBe(7)
})

test('the deadline holds, whatever happens', async () => {
  const { engine, ollama } = await failing({ kind: 'slowFirst', ms: 60_000 })
  const began = Date.now()
  const error = await failure(engine.complete(asking({ deadlineMs: 1500 })))
  expect([error.code, error.message]).toEqual([
    'language_timeout',
    expect.stringContaining('within 2 seconds'),
  ])
  expect(Date.now() - began).toBeLessThan(6000)
  await until(ollama.seen, ([seen]) => seen?.aborted === true)
})

test('an answer that breaks the schema is asked for again with what was wrong', async () => {
  const ollama = await fresh()
  await ollama.rules(
    { times: 1, reply: 'Certainly! The decision is to approve.' },
    { times: 1, reply: { decision: '', carried: 'yes' } },
    { reply: '```json\n{"decision":"approve","carried":true}\n```' },
  )
  const engine = await engineAt(ollama.url)
  const answer = await engine.complete({ ...asking(), schema: decision })
  expect(answer).toMatchObject({ value: { decision: 'approve', carried: true }, attempts: 3 })
  const [first, second, third] = await ollama.seen()
  expect(first!.body.format).toMatchObject({ type: 'object', required: ['decision', 'carried'] })
  expect(second!.body.messages!.at(-1)!.content).toMatch(/cannot be used\. It is not JSON/)
  expect(third!.body.messages!.at(-1)!.content).toMatch(/carried/)

  await ollama.rules({ reply: 'no' })
  const error = await failure(engine.complete({ ...asking(), schema: decision }))
  expect([error.code, error.message]).toEqual(['language_invalid', expect.stringMatching(/larger model/)])
})

const long = 'The chair noted that the register of members had been inspected. '.repeat(150)

test('a server that silently reads only a part of the prompt is found out', async () => {
  const ollama = await fresh()
  await ollama.rules({ fault: { kind: 'smallContext', context: 1024 }, reply: 'All is well.' })
  const engine = await engineAt(ollama.url)
  const error = await failure(engine.complete(asking({ messages: [{ role: 'user', content: long }] })))
  expect(error.code).toBe('language_truncated')
})

test('a server that does not count what it has cached is not taken for one', async () => {
  const ollama = await fresh()
  await ollama.rules({ fault: { kind: 'countsUncached' }, reply: 'All is well.' })
  const engine = await engineAt(ollama.url)
  const ask = () => engine.complete(asking({ messages: [{ role: 'user', content: long }] }))
  expect((await ask()).attempts).toBe(1)
  expect((await ask()).attempts).toBe(2)
  expect((await ask()).attempts).toBe(1)
})

test('of an answer without end no more is read than an answer can be', async () => {
  let sent = 0
  const endless = createServer((request, response) => {
    if (request.url === '/api/tags') return void response.end(JSON.stringify({ models: [{ name: 'm:1b' }] }))
    if (request.url === '/api/show') return void response.end('{}')
    if (request.url === '/api/version') response.writeHead(500)
    else response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const more = (): void => {
      while (!response.destroyed && sent < 200e6) {
        sent += 65_536
        if (!response.write('x'.repeat(65_536))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }).listen(0, '127.0.0.1')
  await once(endless, 'listening')
  onTestFinished(() => void endless.close())
  const engine = await engineAt(`http://127.0.0.1:${(endless.address() as AddressInfo).port}`)
  expect((await failure(engine.complete(asking()))).message).toMatch(/sent more than an answer can be/)
  expect(await engine.status()).toMatchObject({ state: 'unreachable' })
  expect(sent).toBeLessThan(20e6)
})

test('vectors come for all texts, in their order, or not at all', async () => {
  const ollama = await fresh()
  const engine = await engineAt(ollama.url)
  const bounds = { as: 'passage' as const, signal: new AbortController().signal, deadlineMs: 20_000 }
  expect(await engine.embed(['a'], bounds)).toBeNull()
  await ollama.models({ name: 'nomic-embed-text:latest', contextLength: 512, embeds: true })
  engine.modelsChanged()
  await ollama.rules({ path: '/api/embed', times: 1, fault: { kind: 'drop', after: 0 } })
  const texts = Array.from({ length: 70 }, (_, i) => `dividend number ${i} ${randomUUID()}`)
  const found = await engine.embed([...texts, 'the dividend', 'the dividend'], bounds)
  expect(found).toMatchObject({ model: 'nomic-embed-text:latest' })
  expect(found!.vectors.length).toBe(72)
  expect(found!.vectors.at(-1)).toEqual(found!.vectors.at(-2))
  const error = await failure(engine.embed(['word '.repeat(2000)], bounds))
  expect(error.code).toBe('language_truncated')
})

test('a name and password in OLLAMA_HOST go along, and are shown to nobody', async () => {
  const ollama = await fresh()
  const { host } = new URL(ollama.url)
  const engine = await engineAt(`http://me:secret@${host}`)
  expect((await engine.complete(asking())).attempts).toBe(1)
  expect(JSON.stringify(await engine.status())).not.toContain('secret')
})
