import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { livePath } from '#contract/live.ts'
import { beats } from '../../http/connections.ts'
import {
  binaryUpload,
  getCapture,
  newRecording,
  numbersFrom,
  original,
  recordedWebm,
  sendChunk,
  slices,
  webm,
} from '../../test/capture.ts'
import { ended, getRecording } from '../../test/client.ts'
import { temporaryFolder } from '../../test/files.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { ben, claim, startWithPeople } from '../../test/people.ts'
import { startServerProcess } from '../../test/process.ts'
import { startAppliance } from '../../test/server.ts'
import { claimMs } from './recorder-claims.ts'
import { elapsedAtStop, readEpochs } from './epochs.ts'

test('an old client that knows only the specified messages records, stops and sends the whole sound: one recording', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const sound = await recordedWebm(4)
  const client = await liveSocket(url)
  expect(await client.next('connected')).toMatchObject({ type: 'connected' })
  client.say({ type: 'ping', timestamp: 1234 })
  expect(await client.next('pong')).toEqual({ type: 'pong', timestamp: 1234 })
  client.say({
    type: 'start_recording',
    recordingId: id,
    mimeType: 'audio/webm',
    enableDiarization: true,
    autoGenerateSummary: true,
  })
  // It does not wait for the answer.
  const parts = slices(sound, 10_000)
  for (const part of parts) client.chunk(part)
  expect(await client.next('recording_started')).toMatchObject({ recordingId: id, epoch: 0, nextChunk: 0 })
  expect(await client.next('chunk_received', parts.length - 1)).toEqual({
    type: 'chunk_received',
    chunkSize: parts.at(-1)!.length,
    totalChunks: parts.length,
    totalBytes: sound.length,
    recordingId: id,
    epoch: 0,
    nextChunk: parts.length,
  })
  expect((await getRecording(url, id)).status).toBe('recording')
  client.say({ type: 'stop_recording', recordingId: id })
  expect(await client.next('recording_stopped')).toEqual({ type: 'recording_stopped', recordingId: id })
  expect((await original(url, id)).equals(sound)).toBe(true)
  // The specified upload comes all the same: twice is once.
  expect((await binaryUpload(url, id, sound)).status).toBe(200)
  expect((await ended(url, id)).status).toBe('done')
  expect((await binaryUpload(url, id, sound)).status).toBe(200)
  expect((await getRecording(url, id)).status).toBe('done')
  expect(await services.db.read('job').where({ name: 'transcribe' }).select('id')).toHaveLength(1)
  expect(client.all('error')).toEqual([])
})

test('of what came by both ways the fuller copy wins', async () => {
  const { url } = await startAppliance()
  const [short, long] = [await recordedWebm(2), await recordedWebm(6)]
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'start_recording', recordingId: id })
  for (const part of slices(short, 9000)) client.chunk(part)
  client.say({ type: 'stop_recording', recordingId: id, elapsed: 6.1 })
  await client.next('recording_stopped')
  expect((await binaryUpload(url, id, long)).status).toBe(200)
  expect((await ended(url, id)).duration).toBeCloseTo(6, 1)
  expect((await original(url, id)).equals(long)).toBe(true)
})

test('whatever the cuts and wherever the line is lost, what is kept is what was recorded', async () => {
  const { url, services } = await startAppliance()
  const sound = await recordedWebm(6)
  let byHttp = 0
  for (const seed of [11, 12, 13]) {
    const below = numbersFrom(seed)
    const cuts = Array.from({ length: 4 + below(12) }, () => below(sound.length)).sort((a, b) => a - b)
    const chunks = [0, ...cuts].map((from, i) => sound.subarray(from, cuts[i] ?? sound.length))
    const id = await newRecording(url, `Cut ${seed}`)
    const recorder = `recorder-${seed}`
    let lines = 0
    for (let acknowledged = 0; acknowledged < chunks.length;) {
      const client = await liveSocket(url)
      client.say({
        type: 'start_recording',
        recordingId: id,
        mimeType: webm,
        epoch: 0,
        recorder,
        elapsed: 0.5,
      })
      const { nextChunk } = await client.next('recording_started')
      expect(nextChunk).toBeGreaterThanOrEqual(acknowledged)
      if (nextChunk === chunks.length) break // the server has had all of it
      const until = Math.min(chunks.length, nextChunk + 1 + below(6))
      for (let i = nextChunk; i < until; i++) client.chunk(chunks[i]!)
      const isLast = until === chunks.length
      if (++lines % 2 === 0 && !isLast) client.socket.terminate()
      else await client.next('chunk_received', until - nextChunk - 1)
      acknowledged = client.all('chunk_received').at(-1)?.nextChunk ?? nextChunk
      // What the server has may be more than it could still say; never less.
      const kept = (await getCapture(url, id)).epochs[0]?.nextChunk ?? 0
      expect(kept).toBeGreaterThanOrEqual(acknowledged)
      if (lines % 3 !== 0 || isLast) continue
      const answer = await sendChunk(url, id, [0, acknowledged], chunks[acknowledged]!, webm, { recorder })
      expect([
        answer.status,
        ((await answer.json()) as { nextChunk: number }).nextChunk > acknowledged,
      ]).toEqual([200, true])
      byHttp++
    }
    expect(lines).toBeGreaterThan(1)
    const folder = (await services.recordings.capture(services.db.read, id)).pieces
    expect((await readEpochs(folder)).get(0)).toMatchObject({ mimeType: webm, recorder, elapsed: 0.5 })
    const client = await liveSocket(url)
    client.say({ type: 'stop_recording', recordingId: id, elapsed: 6 })
    await client.next('recording_stopped')
    expect((await original(url, id)).equals(sound)).toBe(true)
    expect(client.all('error')).toEqual([])
  }
  expect(byHttp).toBeGreaterThan(0)
})

test('after kill -9 a recorder goes on over another socket; nothing that was acknowledged is lost', async () => {
  const dataDir = await temporaryFolder()
  const sound = await recordedWebm(5)
  const chunks = slices(sound, 4000)
  const start = { type: 'start_recording', mimeType: webm, epoch: 0, recorder: 'one-and-only' }
  let server = await startServerProcess(dataDir)
  const id = await newRecording(server.url)
  const first = await liveSocket(server.url)
  first.say({ ...start, recordingId: id })
  for (const part of chunks) first.chunk(part)
  const { nextChunk: acknowledged } = await first.next('chunk_received', 5)
  const died = once(server.child, 'exit')
  server.child.kill('SIGKILL')
  await died
  server = await startServerProcess(dataDir)
  const second = await liveSocket(server.url)
  second.say({ ...start, recordingId: id })
  const { nextChunk } = await second.next('recording_started')
  expect(nextChunk).toBeGreaterThanOrEqual(acknowledged)
  for (const part of chunks.slice(nextChunk)) second.chunk(part)
  second.say({ type: 'stop_recording', recordingId: id })
  await second.next('recording_stopped')
  expect((await original(server.url, id)).equals(sound)).toBe(true)
})

test('a second recorder is refused while the first is heard, and then goes on with an epoch of its own', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const [one, two] = ['recorder-1', 'recorder-2']
  const [a, b] = [await recordedWebm(2, 1), await recordedWebm(3, 2)]
  const first = await liveSocket(url)
  first.say({ type: 'start_recording', recordingId: id, recorder: one, epoch: 0 })
  first.chunk(a)
  await first.next('chunk_received')
  const second = await liveSocket(url)
  second.say({ type: 'start_recording', recordingId: id, recorder: two })
  expect(await second.next('error')).toMatchObject({ code: 'recorded_elsewhere', recordingId: id })
  expect((await sendChunk(url, id, [1, 0], b, webm, { recorder: two })).status).toBe(409)
  // The same one over another socket takes the place of the first.
  const again = await liveSocket(url)
  again.say({ type: 'start_recording', recordingId: id, recorder: one, epoch: 0 })
  expect((await again.next('recording_started')).nextChunk).toBe(1)
  expect(await first.closed).toBe(4000)
  again.socket.terminate()
  await again.closed

  const now = Date.now() + claimMs + 1
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  second.say({ type: 'start_recording', recordingId: id, recorder: two, elapsed: 40 })
  expect(await second.next('recording_started')).toMatchObject({ epoch: 1, nextChunk: 0 })
  second.chunk(b)
  await second.next('chunk_received')
  vi.restoreAllMocks()
  second.say({ type: 'start_recording', recordingId: id, recorder: two, epoch: 0 })
  expect(await second.next('error', 1)).toMatchObject({ code: 'stale_version' })
  const { pieces } = await services.recordings.capture(services.db.read, id)
  expect((await readEpochs(pieces)).get(1)).toMatchObject({ recorder: two, elapsed: 40 })
  expect(await elapsedAtStop(pieces)).toBeNull()
  second.say({ type: 'stop_recording', recordingId: id, elapsed: 43 })
  await second.next('recording_stopped')
  // The first one has not said that it has sent all.
  expect(await getCapture(url, id)).toMatchObject({ open: true, endedAt: expect.any(String) })
  expect((await ended(url, id)).duration).toBeCloseTo(5, 0)
})

test('what is no message, or comes at the wrong time, is answered and harms nobody', async () => {
  const { url } = await startAppliance()
  const client = await liveSocket(url)
  for (const frame of ['', '{', '[]', 'null', '{"type":"sing"}', '{"type":"start_recording"}'])
    client.socket.send(frame)
  await client.next('error', 5)
  expect(new Set(client.all('error').map(({ code }) => code))).toEqual(new Set(['bad_request']))
  client.chunk(Buffer.from('sound of nothing'))
  client.chunk(Buffer.from('more'))
  expect(await client.next('error', 6)).toMatchObject({ code: 'bad_request', recordingId: null })
  client.say({ type: 'start_recording', recordingId: 4711 })
  expect(await client.next('error', 7)).toMatchObject({ code: 'not_found', recordingId: 4711 })
  const id = await newRecording(url)
  client.say({ type: 'start_recording', recordingId: id, mimeType: 'text/html' })
  expect(await client.next('error', 8)).toMatchObject({ code: 'unsupported_media_type' })
  client.say({ type: 'listen_for_transcript', recordingId: 4711 })
  expect(await client.next('error', 9)).toMatchObject({ code: 'not_found' })
  client.say({ type: 'start_recording', recordingId: String(id) })
  await client.next('recording_started')
  client.say({ type: 'stop_recording', recordingId: id })
  await client.next('recording_stopped')
  expect((await getRecording(url, id)).status).toBe('none')
  client.socket.send(Buffer.alloc(17 * 1024 * 1024))
  expect(await client.closed).toBe(1009)
})

test('who does not answer is cut off; who answers hears heartbeats; the end of the appliance closes with 1001', async () => {
  beats.everyMs = 300
  onTestFinished(() => void (beats.everyMs = 30_000))
  const { url, stop } = await startAppliance()
  const mute = await liveSocket(url, {}, { autoPong: false })
  const client = await liveSocket(url, {}, { autoPong: false })
  client.socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as { type: string; timestamp: number }
    if (message.type === 'heartbeat')
      client.say({ type: 'pong', timestamp: Date.now(), respondingTo: message.timestamp })
  })
  expect(await mute.closed).toBe(1006)
  await client.next('heartbeat', 3)
  expect(client.socket.readyState).toBe(WebSocket.OPEN)
  await stop()
  expect(await client.closed).toBe(1001)
})

test('the socket stands behind the gate, and records for whom it belongs to', async () => {
  const { url, services, admin } = await startWithPeople()
  const turnedAway = new WebSocket(url.replace('http', 'ws') + livePath)
  expect(String(await once(turnedAway, 'error'))).toContain('401')
  const elsewhere = new WebSocket(url.replace('http', 'ws') + livePath, {
    headers: { cookie: admin.cookie!, origin: 'https://evil.example' },
  })
  expect(String(await once(elsewhere, 'error'))).toContain('403')
  const { link } = await services.people.add({ name: ben.name, email: ben.email, administrator: false })
  const other = await claim(url, link, ben)
  const hers = Number((await admin.send('POST', '/api/recordings', { title: 'Hers' })).body.id)
  const his = Number((await other.send('POST', '/api/recordings', { title: 'His' })).body.id)
  const client = await liveSocket(url, { cookie: other.cookie!, origin: url })
  client.say({ type: 'start_recording', recordingId: hers })
  expect(await client.next('error')).toMatchObject({ code: 'owner_only' })
  client.say({ type: 'start_recording', recordingId: his })
  client.chunk(Buffer.from('sound'))
  await client.next('chunk_received')
  expect((await other.send('POST', '/api/sign-out')).status).toBe(200)
  expect(await client.closed).toBe(4401)
})
