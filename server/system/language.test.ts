import { expect, test } from 'vitest'
import { cancelJob } from '#contract/jobs.ts'
import { pathFor } from '#contract/route.ts'
import {
  languageOverview,
  languagePull,
  type LanguageOverview,
  type LanguagePull,
} from '#contract/language.ts'
import { send, until } from '../test/client.ts'
import { startOllama } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'

const path = '/api/system/language'

const pullOf = (body: Record<string, unknown>): LanguagePull => languagePull.parse(body.pull)

test('without Ollama the page says so, and what to do; offline nothing is fetched', async () => {
  const gone = await startOllama()
  await gone.stop()
  const { url } = await startAppliance({ env: gone.env })
  const body = languageOverview.parse((await send(url, 'GET', path)).body)
  expect(body).toMatchObject({
    status: {
      state: 'unreachable',
      host: gone.url,
      model: null,
      message: expect.stringMatching(/OLLAMA_HOST/),
    },
    contextSize: null,
    installed: [],
    offline: true,
  })
  expect(body.catalogue.filter(({ recommended }) => recommended).length).toBe(1)
  expect(await send(url, 'POST', `${path}/pull`, { id: 'qwen2.5:7b' })).toMatchObject({
    status: 503,
    body: { code: 'offline' },
  })
  const wrong = await send(url, 'POST', `${path}/pull`, { id: '../../etc' })
  expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
    400,
    'invalid_input',
    expect.stringMatching(/^This is not a model name as Ollama writes them, such as "llama3\.1:8b": letters/),
  ])
})

test('a model is fetched with progress, used, and another one chosen', async () => {
  const ollama = await startOllama()
  const { url } = await startAppliance({
    env: { ...ollama.env, APPLIANCE_OFFLINE: '0', APPLIANCE_SPEECH_MODEL: 'demo' },
  })
  const overview = async (): Promise<LanguageOverview> =>
    languageOverview.parse((await send(url, 'GET', path)).body)
  expect(await overview()).toMatchObject({
    status: { state: 'ready', model: 'stand-in:1b' },
    contextSize: 8192,
    settings: { model: null, temperature: 0.2 },
  })

  // It drops once in the midst of it, and goes on.
  await ollama.rules(
    { path: '/api/pull', times: 1, fault: { kind: 'drop', after: 4 }, pull: { bytes: 4_700_000_000 } },
    { path: '/api/pull', pull: { bytes: 4_700_000_000, steps: 20, stepMs: 150 } },
  )
  const { body } = await send(url, 'POST', `${path}/pull`, { id: 'qwen2.5:7b' })
  expect(pullOf(body)).toMatchObject({ modelId: 'qwen2.5:7b', state: 'queued' })
  const other = await send(url, 'POST', `${path}/pull`, { id: 'llama3.2:3b' })
  expect(other).toMatchObject({ status: 409, body: { code: 'model_fetch_running' } })
  const { pull } = await until(overview, (seen) => (seen.pull?.percent ?? 0) > 20)
  expect(pull!.step).toMatch(/^Downloading: [\d.]+ GB of 4\.7 GB$/)
  const done = await until(overview, (seen) => seen.pull === null)
  // Nobody has chosen: what suits the machine best is used, of those that are there now.
  expect(done.settings).toMatchObject({ model: null, embeddingModel: null })
  expect(done.catalogue.find(({ id }) => id === 'qwen2.5:7b')?.installed).toBe(true)

  const judged = (line: string, answer: string) => ({
    ...{ path: '/api/chat' as const, match: `line 4[^]*${line}` },
    reply: { answer, sentence: 'The lease of the van was agreed.' },
  })
  await ollama.rules(
    { path: '/api/chat', match: 'beginning of a meeting', reply: { purpose: null } },
    { path: '/api/chat', match: 'In which lines', reply: { decided: [], promised: [] } },
    judged('\\[4\\] Ruth Adler: Then that is agreed', 'carried'),
    judged('\\[4\\] Omar Lind: I will send', 'taken_on'),
    judged('\\[4\\] Petra Holt: Last year', 'none'),
    judged('\\[4\\] Ruth Adler: So would I', 'deferred'),
    {
      ...{ path: '/api/chat' as const, match: 'Write two to four' },
      reply: 'The van had failed its test in March. A lease with the higher limit was preferred.',
    },
  )
  const changed = await send(url, 'PATCH', path, {
    model: 'stand-in:1b',
    contextSize: 4096,
  })
  expect(changed.body).toMatchObject({
    status: { model: 'stand-in:1b' },
    contextSize: 4096,
    settings: { temperature: 0.2 },
  })
  // What is chosen is tried once, and the screen says what it is good for here.
  const { trial } = await until(overview, (seen) => seen.trial !== null && !seen.trying)
  expect(trial).toMatchObject({
    model: 'stand-in:1b',
    matters: 4,
    right: 4,
    sentences: 2,
    kept: 2,
    failed: 0,
  })
  expect(trial!.asked).toBeGreaterThan(5)
  const asked = (await ollama.seen()).length
  await send(url, 'PATCH', path, { model: 'stand-in:1b' })
  expect(await overview()).toMatchObject({ trying: false, trial: { at: trial!.at } })
  expect((await ollama.seen()).length).toBe(asked)
  const unknown = await send(url, 'PATCH', path, { model: 'gone:7b' })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'model_unknown' } })
  expect(await send(url, 'PATCH', path, { contextSize: 5 })).toMatchObject({ status: 400 })
})

test('a fetch can be cancelled, and a wrong name fails with a reason', async () => {
  const ollama = await startOllama()
  await ollama.rules({ path: '/api/pull', pull: { steps: 1000, stepMs: 50 } })
  const { url } = await startAppliance({
    env: { ...ollama.env, APPLIANCE_OFFLINE: '0', APPLIANCE_SPEECH_MODEL: 'demo' },
  })
  const overview = async (): Promise<LanguageOverview> =>
    languageOverview.parse((await send(url, 'GET', path)).body)
  const { body } = await send(url, 'POST', `${path}/pull`, { id: 'llama3.2:3b' })
  await until(overview, (seen) => (seen.pull?.percent ?? 0) > 0)
  await send(url, cancelJob.method, pathFor(cancelJob.path, { id: pullOf(body).jobId }))
  await until(overview, (seen) => seen.pull === null)
  // Ollama has noticed: it fetches no more.
  await until(ollama.seen, ([seen]) => seen?.aborted === true)

  await send(url, 'POST', `${path}/pull`, { id: 'unknown:1b' })
  const failed = await until(overview, (seen) => seen.pull?.state === 'failed')
  expect(failed.pull).toMatchObject({
    errorCode: 'model_unknown',
    errorMessage: 'Ollama knows no model "unknown:1b".',
  })

  // Without a way to its registry Ollama names a resolver; the page says what that means.
  const error =
    'pull model manifest: Get "https://registry.ollama.ai/v2/": dial tcp: lookup registry.ollama.ai on 127.0.0.11:53'
  await ollama.rules({ path: '/api/pull', fault: { kind: 'status', status: 500, error } })
  await send(url, 'POST', `${path}/pull`, { id: 'llama3.2:3b' })
  const { pull } = await until(
    overview,
    (seen) => seen.pull?.state === 'failed' && seen.pull.modelId === 'llama3.2:3b',
  )
  expect(pull!.errorMessage).toMatch(/^Ollama could not reach the place .* internet/)
})
