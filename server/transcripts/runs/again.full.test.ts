import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { transcriptVersion, type Transcript, type TranscriptVersion } from '#contract/transcripts.ts'
import { isAlive } from '../../processes/alive.ts'
import type { RunningServer } from '../../run.ts'
import { ended, getRecording, getTranscript, send, until, uploaded } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { childOf, descendants, startServerProcess } from '../../test/process.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

const short = { seed: 8, minutes: 0.5, speakers: 2 } as const

const versions = async (url: string, id: number): Promise<TranscriptVersion[]> =>
  z
    .array(transcriptVersion)
    .parse(await (await fetch(`${url}/api/recordings/${id}/transcript/versions`)).json())
const again = (url: string, id: number, body: unknown = {}) =>
  send(url, 'POST', `/api/recordings/${id}/transcribe`, body)

/** A transcribed recording. */
async function transcribed(): Promise<RunningServer & { id: number; first: Transcript }> {
  const server = await startAppliance()
  const { url } = server
  const { id } = await uploaded(url, (await meeting(short)).wav)
  expect((await ended(url, id)).status).toBe('done')
  return { ...server, id, first: await getTranscript(url, id) }
}

/** Changes the second word of the first segment. */
async function edit(url: string, id: number, transcript: Transcript): Promise<Transcript> {
  const content = transcript.content.replace(/^(\[[\d:]+\] \S+) \S+/, '$1 Zanzibar')
  await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content, basedOn: transcript.version })
  return getTranscript(url, id)
}

/** The bundled model with one weight changed: another model, as far as anybody can tell. */
async function addModel({ services }: RunningServer): Promise<void> {
  const file = join(await temporaryFolder(), 'ggml-other.en.bin')
  const bytes = await readFile(
    join(services.config.appRoot, 'server', 'test', 'models', 'ggml-demo.en-q8_0.bin'),
  )
  bytes[bytes.length - 1]! ^= 1
  await writeFile(file, bytes)
  await services.models.add(file)
  await services.models.use('demo')
}

test('an edit keeps the times of every word that did not change, and the bundled mark', async () => {
  const { url, id, first } = await transcribed()
  const edited = await edit(url, id, first)
  expect(edited).toMatchObject({
    version: 2,
    origin: 'edit',
    bundled: true,
    model: first.model,
    language: 'en',
  })
  const timing = ({ segments }: Transcript) =>
    segments.map(({ start, end, words }) => ({ start, end, words }))
  const expected = timing(first)
  const changed = expected[0]!.words[1]!
  changed.text = 'Zanzibar'
  changed.confidence = 1
  // A new word has the gap between its neighbours.
  changed.start = expected[0]!.words[0]!.end
  changed.end = expected[0]!.words[2]!.start
  expect(timing(edited)).toEqual(expected)
  expect(await getRecording(url, id)).toMatchObject({ edited: true, bundled: true })
})

test('a real model leaves alone what people did to a transcript of the bundled model', async () => {
  const { url, id, first, services } = await transcribed()
  await edit(url, id, first)
  expect(await services.transcripts.replaceBundledTranscripts()).toBe(0)
  await send(url, 'POST', `/api/recordings/${id}/transcript/restore`, { version: 1 })
  expect(await getRecording(url, id)).toMatchObject({ bundled: true, edited: false })
  expect(await services.transcripts.replaceBundledTranscripts()).toBe(0)
})

test('a run does not take the place of an edited version; it waits to be chosen', async () => {
  const { url, id, first } = await transcribed()
  const edited = await edit(url, id, first)

  await send(url, 'POST', `/api/recordings/${id}/retry-transcription`)
  expect((await ended(url, id)).edited).toBe(true)

  const waiting = await getTranscript(url, id)
  expect(waiting).toMatchObject({ version: 2, content: edited.content, candidate: { version: 3 } })
  expect(await versions(url, id)).toMatchObject([
    { version: 3, origin: 'run', current: false, person: null },
    { version: 2, origin: 'edit', current: true },
    { version: 1, origin: 'run', current: false },
  ])
  // It goes on waiting while the text is edited further.
  const further = await edit(url, id, {
    ...waiting,
    content: waiting.content.replace('Zanzibar', 'Timbuktu x'),
  })
  expect(further).toMatchObject({ version: 4, candidate: { version: 3 } })

  const { body } = await send(url, 'POST', `/api/recordings/${id}/transcript/restore`, { version: 3 })
  expect(body).toMatchObject({
    version: 5,
    origin: 'restore',
    candidate: null,
    text: first.text,
    bundled: true,
  })
  // What the run wrote is nobody's edit, so the next run takes its place.
  expect(await getRecording(url, id)).toMatchObject({
    edited: false,
    wordCount: first.text.split(' ').length,
  })
  await again(url, id)
  await ended(url, id)
  expect(await getTranscript(url, id)).toMatchObject({ version: 6, origin: 'run', candidate: null })
})

test('a run that a person agreed to takes the place of the version that they saw, and of no later one', async () => {
  const { url, id, first } = await transcribed()
  const edited = await edit(url, id, first)
  expect(await again(url, id, { replaceEdited: true })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(await again(url, id, { replaceEdited: true })).toMatchObject({
    status: 409,
    body: { code: 'in_progress' },
  })
  expect((await ended(url, id)).edited).toBe(false)
  expect(await getTranscript(url, id)).toMatchObject({ version: 3, origin: 'run', candidate: null })

  await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content: edited.content })
  await again(url, id, { replaceEdited: true })
  await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content: `${edited.content}\nA late word.` })
  await ended(url, id)
  expect(await getTranscript(url, id)).toMatchObject({ origin: 'edit', candidate: { model: first.model } })
})

test('a version that is brought back while a run is under way stays; the run waits to be chosen', async () => {
  const { url, id, first } = await transcribed()
  const edited = await edit(url, id, first)
  await again(url, id, { replaceEdited: true })
  await send(url, 'POST', `/api/recordings/${id}/transcript/restore`, { version: 1 })
  expect((await ended(url, id)).status).toBe('done')
  expect(await getTranscript(url, id)).toMatchObject({
    version: edited.version + 1,
    origin: 'restore',
    candidate: { version: edited.version + 2 },
  })
})

test('a text that is attached while the sound is being transcribed stays', async () => {
  const { url } = await startAppliance()
  const { id } = await uploaded(url, (await meeting({ seed: 11, minutes: 8, speakers: 3 })).wav)
  await until(
    () => getTranscript(url, id),
    (t) => t.segments.length > 0,
    50,
  )
  const early = await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content: 'Too early.' })
  expect(early).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  await send(url, 'POST', `/api/recordings/${id}/transcript`, { content: 'Our own words.' })
  await ended(url, id)
  const transcript = await getTranscript(url, id)
  expect(transcript).toMatchObject({ text: 'Our own words.', origin: 'upload', bundled: false })
  expect(transcript.candidate).not.toBeNull()
})

test('what cannot be done is said before anything is queued', async () => {
  const { url } = await startAppliance()
  const { body } = await send(url, 'POST', '/api/recordings', { title: 'No sound' })
  const silent = body['id'] as number
  expect(await again(url, silent)).toMatchObject({ status: 404, body: { code: 'no_audio' } })
  const { id } = await uploaded(url, (await meeting(short)).wav)
  await ended(url, id)
  const refused: [unknown, number, string][] = [
    [{ model: 'large-v9' }, 404, 'model_unknown'],
    [{ language: 'de' }, 409, 'model_language'],
    [{ model: 'demo', language: 'auto' }, 409, 'model_language'],
    [{ language: 'qq' }, 400, 'invalid_input'],
    [{ language: 'English' }, 400, 'invalid_input'],
  ]
  for (const [wish, status, code] of refused)
    expect(await again(url, id, wish)).toMatchObject({ status, body: { code } })
  expect(await versions(url, id)).toHaveLength(1)
  expect(await (await fetch(`${url}/api/transcription/choices`)).json()).toEqual({
    models: [
      {
        id: 'demo',
        name: expect.stringContaining('Toy') as string,
        multilingual: false,
        bundled: true,
        active: true,
      },
    ],
    language: 'en',
  })
})

test('another model than the one in use is run for the length of the job', async () => {
  const server = await startAppliance()
  const { url } = server
  await addModel(server)
  const spoken = await meeting(short)
  const { id } = await uploaded(url, spoken.wav)
  await ended(url, id)
  const engines = async () =>
    (await descendants(process.pid)).filter(({ command }) => /whisper-server.*other\.en/.test(command))
  expect(await engines()).toEqual([])

  expect((await again(url, id, { model: 'other.en', language: 'en' })).status).toBe(200)

  const [own] = await until(engines, (all) => all.length > 0, 20)
  expect(own!.command).toMatch(/other\.en-[0-9a-f]{12}\.bin/)
  expect((await ended(url, id)).status).toBe('done')
  expect(await getTranscript(url, id)).toMatchObject({ version: 2, model: 'other.en', bundled: false })
  expect(wordErrorRate(spoken, (await getTranscript(url, id)).text)).toBeLessThan(0.03)
  await until(engines, (all) => all.length === 0)
  expect((await server.services.models.active(server.services.db.read)).id).toBe('demo')
})

test('the job’s own engine goes with the worker, and the job goes on', async () => {
  const dataDir = await temporaryFolder()
  const before = await startAppliance({ dataDir })
  await addModel(before)
  const { id } = await uploaded(before.url, (await meeting({ seed: 7, minutes: 3, speakers: 3 })).wav)
  await ended(before.url, id)
  await before.stop()
  const { url, child } = await startServerProcess(dataDir)
  await again(url, id, { model: 'other.en' })
  const worker = await childOf(child.pid!, /worker\.js/)
  const own = await childOf(worker, /whisper-server/)

  process.kill(worker, 'SIGKILL')

  await until(
    async () => isAlive(own),
    (alive) => !alive,
  )
  expect((await ended(url, id)).status).toBe('done')
  expect(await getTranscript(url, id)).toMatchObject({ version: 2, model: 'other.en' })
})
