import { expect, test, vi } from 'vitest'
import { waitingForEngine } from '../jobs/speech-first.ts'
import { recordedWebm, newRecording, sendAll } from '../test/capture.ts'
import { ask, meeting, startClara, streamed } from '../test/chat.ts'
import { until } from '../test/client.ts'
import { startOllama } from '../test/ollama.ts'
import { startAppliance } from '../test/server.ts'

// A small machine, wherever the tests run: the server asks this once, at its start.
vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 2 }))

const board = '[00:00:09] [Tom Reed] We agreed to repair the Leeds warehouse roof before October.'
const question = 'What was agreed about the Leeds warehouse roof?'

async function start() {
  const ollama = await startOllama()
  await ollama.models(
    { name: 'llama3.1:8b', contextLength: 8192 },
    { name: 'nomic-embed-text', contextLength: 2048, embeds: true },
  )
  const { place, services } = await startClara(ollama)
  await meeting(place, 'Board meeting of June', board)
  const asked = async () => (await ollama.seen()).filter(({ path }) => path === '/api/chat')
  return { ollama, place, services, asked }
}

/** A meeting is being recorded from here on. */
async function record(url: string): Promise<number> {
  const id = await newRecording(url)
  await sendAll(url, id, 0, [await recordedWebm(2)])
  return id
}

test('while a meeting is recorded on a small machine she waits, says so, and then shows what she found', async () => {
  const { place, asked, ollama } = await start()
  await record(place.url)
  const before = (await ollama.seen()).length
  const [events, called] = await Promise.all([streamed(place, question), ask(place, question)])
  expect(events.map(({ type }) => type)).toEqual(['session', 'citations', 'waiting', 'done'])
  expect(events[2]).toMatchObject({ work: 'recording' })
  const words = /^This machine is busy with a live recording, which goes before my language model/
  expect(events[3]).toMatchObject({
    message: { origin: 'passages', text: expect.stringMatching(words) as string },
  })
  expect(called).toMatchObject({ success: true, error: null, message: { origin: 'passages' } })
  expect(called.response_content).toMatch(words)
  // Nothing of the language model was at work beside the recording: neither its answer nor the question's vector.
  expect(await asked()).toEqual([])
  expect((await ollama.seen()).slice(before).map(({ path }) => path)).not.toContain('/api/embed')
})

test('she goes on as soon as the machine has nothing to transcribe', async () => {
  const { place, services, ollama } = await start()
  await ollama.rules({ path: '/api/chat', reply: 'Before October [1].' })
  const now = new Date().toISOString()
  const work = { name: 'transcribe', lane: 'transcription', payload: '{}', subject: 0, max_attempts: 1 }
  const held = { state: 'running', worker: 'another', lease_until: '2099-01-01T00:00:00.000Z' }
  const [job] = await services.db.write('job').insert({ ...work, ...held, run_after: now, created_at: now })
  const events = await streamed(place, question, async (event) => {
    if (event.type === 'waiting') await services.db.write('job').where({ id: job }).delete()
  })
  expect([...new Set(events.map(({ type }) => type))]).toEqual([
    'session',
    'citations',
    'waiting',
    'text',
    'done',
  ])
  expect(events.find(({ type }) => type === 'waiting')).toMatchObject({ work: 'transcription' })
  expect(events.at(-1)).toMatchObject({ message: { origin: 'model', text: 'Before October [1].' } })
})

test('a recording that waits for a speech engine keeps nobody waiting', async () => {
  const { place, services, ollama } = await start()
  await ollama.rules({ path: '/api/chat', reply: 'Before October [1].' })
  const now = new Date().toISOString()
  const work = { name: 'transcribe', lane: 'transcription', payload: '{}', subject: 0, max_attempts: 1 }
  const held = { state: 'running', worker: 'another', lease_until: '2099-01-01T00:00:00.000Z' }
  const times = { run_after: now, created_at: now }
  await services.db.write('job').insert({ ...work, ...held, ...times, step: waitingForEngine })
  const events = await streamed(place, question)
  expect(events.map(({ type }) => type)).not.toContain('waiting')
  expect(events.at(-1)).toMatchObject({ message: { origin: 'model' } })
})

test('an answer that is being written gives way to a recording that begins', async () => {
  const { place, ollama, asked } = await start()
  const long = Array.from({ length: 2000 }, (_, i) => `word${i}`).join(' ')
  await ollama.rules({ path: '/api/chat', reply: long, partMs: 50 })
  const recordings: Promise<number>[] = []
  const events = await streamed(place, question, (event) => {
    if (event.type === 'text' && recordings.length === 0) recordings.push(record(place.url))
  })
  await Promise.all(recordings)
  expect(events.at(-1)).toMatchObject({
    message: { origin: 'passages', text: expect.stringMatching(/busy with a live recording/) as string },
  })
  await until(asked, (seen) => seen[0]?.aborted === true)
})

test('an Ollama beside the appliance under another name is on this machine when the settings say so', async () => {
  const away = await startAppliance({ env: { OLLAMA_HOST: 'http://ollama.invalid:11434' } })
  expect(away.services.small).toBe(null)
  const beside = await startAppliance({
    env: { OLLAMA_HOST: 'http://ollama.invalid:11434', APPLIANCE_OLLAMA_HERE: '1' },
  })
  expect(beside.services.small).not.toBe(null)
})
