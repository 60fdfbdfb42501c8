import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { asking, engineAt, failure } from '../test/ollama-engine.ts'
import { startOllama, type StandIn } from '../test/ollama.ts'

// Which server and which of its models answers; what they answer is in ollama.test.ts.

let shared: StandIn
beforeAll(async () => {
  shared = await startOllama({ ending: afterAll })
})

async function fresh(): Promise<StandIn> {
  await shared.reset()
  return shared
}

test('of models that nobody knows the largest that fits is used', async () => {
  const ollama = await fresh()
  const model = (name: string, sizeBytes: number) => ({ name, sizeBytes, contextLength: 8192 })
  await ollama.models(model('newest:70b', 40e9), model('small:1b', 1e9), model('middling:3b', 2e9))
  expect((await (await engineAt(ollama.url)).status()).model).toBe('middling:3b')
})

test('of several models the one that suits the machine is taken, unless another one is chosen', async () => {
  const ollama = await fresh()
  await ollama.models(
    { name: 'qwen2.5:32b', contextLength: 32_768 },
    { name: 'qwen2.5:1.5b', contextLength: 32_768 },
    { name: 'nomic-embed-text:latest', contextLength: 2048, embeds: true },
    { name: 'llama3.2:3b', contextLength: 4096 },
  )
  const engine = await engineAt(ollama.url)
  expect(await engine.status()).toMatchObject({
    model: 'llama3.2:3b',
    embeddingModel: 'nomic-embed-text:latest',
  })
  // It was trained for no more.
  expect(await engine.contextSize()).toBe(4096)
  const other = await engineAt(ollama.url, {}, { model: 'qwen2.5:32b' })
  expect((await other.complete(asking())).model).toBe('qwen2.5:32b')
})

test('nobody there, no model, and a model that was removed', async () => {
  const gone = await startOllama()
  await gone.stop()
  const nobody = await engineAt(gone.url)
  const error = await failure(nobody.complete(asking()))
  expect([error.code, error.message]).toEqual([
    'language_unreachable',
    expect.stringContaining(`nothing answers at ${gone.url}`),
  ])
  expect(await nobody.status()).toMatchObject({ state: 'unreachable', host: gone.url })

  const ollama = await fresh()
  await ollama.models()
  const empty = await engineAt(ollama.url)
  expect(await empty.status()).toMatchObject({ state: 'no_model', version: '0.33.2' })
  expect((await failure(empty.complete(asking()))).code).toBe('language_no_model')

  const chosen = await engineAt(ollama.url, {}, { model: 'gone:7b' })
  const missing = await failure(chosen.complete(asking()))
  expect([missing.code, missing.message]).toEqual([
    'language_no_model',
    expect.stringContaining('The chosen language model gone:7b is not on its server'),
  ])
})

test('a server that does not answer is waited for once, until a while has passed or somebody asks anew', async () => {
  const silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const engine = await engineAt(`http://127.0.0.1:${port}`, { lookWithinMs: 300 })
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  expect(await timed(() => engine.status())).toBeGreaterThan(250)
  expect(await engine.status()).toMatchObject({
    state: 'unreachable',
    message: expect.stringContaining('does not answer'),
  })
  const bounds = {
    as: 'passage' as const,
    signal: new AbortController().signal,
    deadlineMs: 20_000,
    hurried: true,
  }
  expect(await timed(() => engine.status())).toBeLessThan(150)
  expect(await timed(() => failure(engine.embed(['a'], bounds)))).toBeLessThan(150)
  engine.modelsChanged()
  expect(await timed(() => engine.status())).toBeGreaterThan(250)
})
