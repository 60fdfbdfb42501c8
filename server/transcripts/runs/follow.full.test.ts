import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import {
  asRecorded,
  binaryUpload,
  followed,
  newRecording,
  secondOfSound,
  sendAll,
  sendChunk,
  slices,
} from '../../test/capture.ts'
import type { JobRow } from '../../jobs/queue.ts'
import { ended, getRecording, getTranscript, until } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { childOf, descendants, startServerProcess } from '../../test/process.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

const threeMinutes = { seed: 21, minutes: 3, speakers: 2 }

test('after kill -9 of the worker and of the server the pieces that followed stay', async () => {
  const dataDir = await temporaryFolder()
  const spoken = await meeting(threeMinutes)
  const chunks = slices(await asRecorded(spoken.wav), secondOfSound)
  const half = Math.floor(chunks.length / 2)
  const server = await startServerProcess(dataDir)
  const id = await newRecording(server.url)
  await sendAll(server.url, id, 0, chunks.slice(0, half))
  const first = await followed(server.url, id)
  process.kill(await childOf(server.child.pid!, /worker\.js/), 'SIGKILL')
  server.child.kill('SIGKILL')
  await server.ended

  const { url, child } = await startServerProcess(dataDir)
  for (const [i, chunk] of chunks.slice(half).entries())
    expect((await sendChunk(url, id, [0, half + i], chunk)).status).toBe(200)
  process.kill(await childOf(child.pid!, /worker\.js/), 'SIGKILL')
  await until(
    () => getRecording(url, id),
    ({ capture }) => capture!.transcribed > 90,
  )
  await binaryUpload(url, id, null)
  expect((await ended(url, id)).status).toBe('done')
  const transcript = await getTranscript(url, id)
  expect(transcript.segments.slice(0, first.length).map((segment) => segment.id)).toEqual(first)
  expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
})

test('a recording that nobody stopped is finished at boot, with the pieces that followed it', async () => {
  const dataDir = await temporaryFolder()
  const spoken = await meeting(threeMinutes)
  const first = await startServerProcess(dataDir)
  const id = await newRecording(first.url)
  await sendAll(first.url, id, 0, slices(await asRecorded(spoken.wav), secondOfSound))
  const pieces = await followed(first.url, id)
  first.child.kill('SIGKILL')
  await first.ended
  const longAgo = new Date(Date.now() - 180_000)
  for (const name of await readdir(dataDir, { recursive: true }))
    if (name.endsWith('.index')) await utimes(join(dataDir, name), longAgo, longAgo)

  const { url, runtime, services } = await startAppliance({ dataDir })
  await until(
    async () => runtime.engineStatus().state,
    (state) => state === 'ready',
  )
  // The page has two minutes to come back.
  const later = Date.now() + 125_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
  await services.live.round()
  clock.mockRestore()
  await until(
    () => getRecording(url, id),
    ({ status }) => status === 'done',
  )
  const transcript = await getTranscript(url, id)
  expect(transcript.segments.slice(0, pieces.length).map((segment) => segment.id)).toEqual(pieces)
  expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
})

test('a whole copy that is fuller than what came keeps the pieces that followed', async () => {
  const { url } = await startAppliance()
  const spoken = await meeting(threeMinutes)
  const sound = await asRecorded(spoken.wav)
  const id = await newRecording(url)
  await sendAll(url, id, 0, slices(sound, secondOfSound).slice(0, -20))
  const pieces = await followed(url, id)
  await binaryUpload(url, id, sound)
  expect((await ended(url, id)).status).toBe('done')
  const transcript = await getTranscript(url, id)
  expect(transcript.segments.slice(0, pieces.length).map((segment) => segment.id)).toEqual(pieces)
  expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
})

test('a piece under which the engine dies is left to the run after Stop', async () => {
  const { url, services } = await startAppliance()
  const follows = (): Promise<JobRow[]> => services.db.read('job').where({ name: 'follow' }).orderBy('id')
  const spoken = await meeting({ seed: 21, minutes: 2, speakers: 2 })
  const id = await newRecording(url)
  await sendAll(url, id, 0, slices(await asRecorded(spoken.wav), secondOfSound))
  await until(follows, (jobs) => jobs.at(-1)?.step === 'Transcribing', 10)
  for (const { pid, command } of await descendants(process.pid))
    if (/whisper-server/.test(command) && !/live\/empty/.test(command)) process.kill(pid, 'SIGKILL')
  const [failed] = await until(follows, (jobs) => jobs.at(-1)?.state !== 'running', 10)
  expect(failed).toMatchObject({ state: 'failed', error_code: 'engine_crashed', attempts: 1 })
  await pause(2500) // looks for more to follow
  expect(await follows()).toHaveLength(1)

  await binaryUpload(url, id, null)
  expect((await ended(url, id)).status).toBe('done')
  expect(wordErrorRate(spoken, (await getTranscript(url, id)).text)).toBeLessThan(0.02)
  expect(await follows()).toEqual([])
})
