import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { RunningServer } from '../../run.ts'
import {
  binaryUpload,
  codeOf,
  getCapture,
  newRecording,
  original,
  recordedParts,
  recordedWebm,
  sendAll,
  sendChunk,
  slices,
} from '../../test/capture.ts'
import { ended, getRecording, getTranscript, until } from '../../test/client.ts'
import { filesBelow, temporaryFolder } from '../../test/files.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'
import { claimMs } from '../capture/recorder-claims.ts'
import { longTest } from '../../test/long.ts'

/** As if so many minutes had gone by since the newest sound, or sign of life. */
async function after<T>(
  { runtime, services: { liveEngine } }: RunningServer,
  minutes: number,
  work: () => Promise<T>,
): Promise<T> {
  // What is just being started would be given up for having taken so long.
  const isUp = (): boolean => liveEngine.endpoint() !== null || !liveEngine.isWanted()
  await until(async () => runtime.engineStatus().state === 'ready' && isUp(), Boolean)
  const now = Date.now() + minutes * 60_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}

test('what nobody closed becomes a recording, and still takes what comes later', async () => {
  const server = await startAppliance()
  const { url, services } = server
  const sound = await recordedWebm(6)
  const chunks = slices(sound, 20_000)
  const id = await newRecording(url)
  await sendAll(url, id, 0, chunks.slice(0, 2))
  await after(server, 9, services.live.round)
  expect((await getRecording(url, id)).status).toBe('recording')
  await after(server, 11, services.live.round)
  const before = Buffer.concat(chunks.slice(0, 2))
  expect((await original(url, id)).equals(before)).toBe(true)
  expect((await ended(url, id)).status).toBe('done')
  for (const [i, chunk] of chunks.slice(2).entries())
    expect((await sendChunk(url, id, [0, i + 2], chunk)).status).toBe(200)
  expect((await getRecording(url, id)).status).toBe('recording')
  expect((await original(url, id)).equals(before)).toBe(true)
  await binaryUpload(url, id, null)
  expect((await original(url, id)).equals(sound)).toBe(true)
  expect((await ended(url, id)).duration).toBeCloseTo(6, 1)
})

test('what was left when the appliance went down can be gone on with for two minutes after it is back', async () => {
  const dataDir = await temporaryFolder()
  const first = await startAppliance({ dataDir })
  const id = await newRecording(first.url)
  await sendAll(first.url, id, 0, slices(await recordedWebm(3), 20_000))
  await first.stop()
  const longAgo = new Date(Date.now() - 3_600_000)
  for (const name of await readdir(dataDir, { recursive: true }))
    if (name.endsWith('.index')) await utimes(join(dataDir, name), longAgo, longAgo)
  const second = await startAppliance({ dataDir })
  await second.services.live.round()
  expect((await getRecording(second.url, id)).status).toBe('recording')
  await after(second, 0.2, second.services.live.attend)
  const { capture } = await getRecording(second.url, id)
  expect(capture?.now).toMatchObject({ state: 'missing' })
  expect(capture!.now!.unheardFor).toBeGreaterThan(3590) // the sound is that old, whatever the start
  await after(second, 2.1, second.services.live.round)
  expect((await ended(second.url, id)).status).toBe('done')
})

test('a recording that is being made cannot be deleted; an empty one goes after a day', async () => {
  const server = await startAppliance()
  const { url, services } = server
  const id = await newRecording(url)
  const chunks = slices(await recordedWebm(4), 20_000)
  await sendAll(url, id, 0, chunks.slice(0, 2))
  const remove = (): Promise<Response> => fetch(`${url}/api/recordings/${id}`, { method: 'DELETE' })
  expect(await codeOf(await remove())).toEqual([409, 'in_progress'])
  // Its recorder comes back while the work on it is being stopped.
  const { stopWork } = services.hooks
  const cameBack = vi.fn<() => Promise<boolean>>(
    async () => (await sendChunk(url, id, [0, 2], chunks[2]!)).ok,
  )
  stopWork.push(cameBack)
  expect(await codeOf(await after(server, 11, remove))).toEqual([409, 'in_progress'])
  stopWork.splice(stopWork.indexOf(cameBack), 1)
  expect(await getCapture(url, id)).toMatchObject({ epochs: [{ nextChunk: 3 }] })
  expect((await after(server, 23, remove)).status).toBe(200)
  expect(await codeOf(await sendChunk(url, id, [0, 0], Buffer.from('x')))).toEqual([404, 'not_found'])
  expect((await fetch(`${url}/api/bin/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await filesBelow(services.paths.recordings)).toEqual([])

  const empty = await newRecording(url)
  await services.live.round()
  expect((await getRecording(url, empty)).status).toBe('none')
  await services.db.write('recording').update({ created_at: '2020-01-01T00:00:00.000Z' })
  await services.live.round()
  expect((await fetch(`${url}/api/recordings/${empty}`)).status).toBe(404)
})

test('who pauses, and whose socket stays, keeps the recording however long it takes', async () => {
  const server = await startAppliance()
  const { url, services } = server
  const sound = await recordedWebm(3)
  const [first, second] = slices(sound, 25_000)
  const id = await newRecording(url)
  const recorder = 'the-one-that-pauses'
  const client = await liveSocket(url)
  client.say({ type: 'start_recording', recordingId: id, recorder, epoch: 0 })
  client.chunk(first!)
  await client.next('chunk_received')
  const remove = (): Promise<Response> => fetch(`${url}/api/recordings/${id}`, { method: 'DELETE' })
  await after(server, 60, async () => {
    client.say({ type: 'ping', timestamp: 1 })
    await client.next('pong')
    await services.live.round()
    expect((await getRecording(url, id)).status).toBe('recording')
    expect(await codeOf(await remove())).toEqual([409, 'in_progress'])
    const other = await liveSocket(url)
    other.say({ type: 'start_recording', recordingId: id, recorder: 'somebody-else' })
    expect(await other.next('error')).toMatchObject({ code: 'recorded_elsewhere' })
  })
  client.chunk(second!)
  await client.next('chunk_received', 1)
  client.say({ type: 'stop_recording', recordingId: id })
  await client.next('recording_stopped')
  expect((await original(url, id)).equals(Buffer.concat([first!, second!]))).toBe(true)
})

test('who pauses over HTTP keeps the recording by saying that it is there', async () => {
  const server = await startAppliance()
  const { url, services } = server
  const [first, second] = slices(await recordedWebm(3), 25_000)
  const id = await newRecording(url)
  const recorder = 'the-one-that-pauses'
  await sendChunk(url, id, [0, 0], first!, undefined, { recorder })
  await after(server, 60, async () => {
    expect((await fetch(`${url}/api/recordings/${id}/capture?recorder=${recorder}`)).status).toBe(200)
    await services.live.round()
    expect((await getRecording(url, id)).status).toBe('recording')
    const other = await sendChunk(url, id, [1, 0], second!, undefined, { recorder: 'somebody-else' })
    expect(await codeOf(other)).toEqual([409, 'recorded_elsewhere'])
  })
  expect((await sendChunk(url, id, [0, 1], second!, undefined, { recorder })).status).toBe(200)
})

longTest(
  'a recording is gone on with on another device while the run over what had lapsed is at work',
  async () => {
    const server = await startAppliance()
    const { url, services } = server
    const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
    const half = spoken.truth.segments.find(({ start }) => start > 12)!.start - 0.2
    const parts = await recordedParts(spoken.wav, half)
    const id = await newRecording(url)
    const laptop = { recorder: 'the-laptop', elapsed: 0 }
    const chunks = slices(parts[0]!, Math.ceil(parts[0]!.length / Math.round(half)))
    for (const [number, chunk] of chunks.entries())
      await sendChunk(url, id, [0, number], chunk, undefined, laptop)
    await after(server, 11, services.live.round)
    expect(['waiting', 'transcribing']).toContain((await getRecording(url, id)).status)
    const client = await liveSocket(url)
    // For twenty minutes nobody recorded.
    const elapsed = half + 1200
    client.say({ type: 'start_recording', recordingId: id, recorder: 'the-phone', elapsed })
    expect(await client.next('recording_started')).toMatchObject({ epoch: 1, nextChunk: 0 })
    client.chunk(parts[1]!)
    await client.next('chunk_received')
    expect((await getRecording(url, id)).status).toBe('recording')
    const rest = spoken.truth.duration - half
    client.say({ type: 'stop_recording', recordingId: id, elapsed: elapsed + rest + 5 })
    await client.next('recording_stopped')
    const recording = await ended(url, id)
    expect(recording.status).toBe('done')
    expect(wordErrorRate(spoken, (await getTranscript(url, id)).text)).toBeLessThan(0.05)
    const { captured, elapsed: counted, gaps } = recording.capture!
    expect(captured).toBeCloseTo(spoken.truth.duration, 0)
    expect(counted).toBeCloseTo(spoken.truth.duration + 1205, 0)
    expect(gaps).toEqual([
      { at: expect.closeTo(half, 0), length: expect.closeTo(1200, 0) },
      { at: captured, length: expect.closeTo(5, 0) },
    ])
  },
)

test('ended by the silence: what is missing is known from when the last part began, less the pause that was told', async () => {
  const server = await startAppliance()
  const { url, services } = server
  const id = await newRecording(url)
  const send = async (epoch: number, seed: number, query: Record<string, string | number>): Promise<void> => {
    const sound = await recordedWebm(4, seed)
    for (const [number, chunk] of slices(sound, Math.ceil(sound.length / 4)).entries())
      expect((await sendChunk(url, id, [epoch, number], chunk, undefined, query)).status).toBe(200)
  }
  await send(0, 1, { recorder: 'the-laptop', elapsed: 0, paused: 0 })
  expect((await fetch(`${url}/api/recordings/${id}/capture?recorder=the-laptop&paused=60`)).status).toBe(200)
  // The phone begins 80 seconds after the laptop's last sound.
  await after(server, 1.4, () => send(1, 2, { recorder: 'the-phone', elapsed: 84, paused: 0 }))
  await after(server, 13, services.live.round)
  const { status, capture } = await ended(url, id)
  expect(status).toBe('done')
  expect(capture!.pauses).toEqual([{ at: expect.closeTo(4, 1), length: 60 }])
  expect(capture!.gaps).toEqual([{ at: expect.closeTo(4, 1), length: expect.closeTo(20, 1) }])
  expect(capture!.captured).toBeCloseTo(8, 1)
  expect(capture!.elapsed).toBeCloseTo(28, 1)
})

test('a start that is refused holds nothing, and two recordings of one page do not end each other', async () => {
  const { url } = await startAppliance()
  const [a, b] = [await newRecording(url, 'A'), await newRecording(url, 'B')]
  const [one, two] = ['the-first-one', 'the-second-one']
  const sound = await recordedWebm(2)
  const first = await liveSocket(url)
  first.say({ type: 'start_recording', recordingId: a, recorder: one, epoch: 0 })
  first.chunk(sound)
  await first.next('chunk_received')
  first.say({ type: 'start_recording', recordingId: b, recorder: one, epoch: 0 })
  await first.next('recording_started', 1)
  const again = await liveSocket(url)
  again.say({ type: 'start_recording', recordingId: a, recorder: one, epoch: 0 })
  await again.next('recording_started')
  first.chunk(sound) // that of B goes on
  await first.next('chunk_received', 1)

  const now = Date.now() + claimMs + 1
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  const stranger = await liveSocket(url)
  stranger.say({ type: 'start_recording', recordingId: a, recorder: two, epoch: 0 })
  expect(await stranger.next('error')).toMatchObject({ code: 'stale_version' })
  again.say({ type: 'start_recording', recordingId: a, recorder: one, epoch: 0 })
  await again.next('recording_started', 1)
  clock.mockRestore()
})
