import { expect, test, vi } from 'vitest'
import {
  binaryUpload,
  codeOf,
  decodedSeconds,
  getCapture,
  newRecording,
  original,
  recordedChunks,
  recordedWebm,
  sendChunk,
  slices,
} from '../../test/capture.ts'
import { ended, getRecording, getTranscript, send } from '../../test/client.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { longTest } from '../../test/long.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

const recorder = 'the-laptop'

async function sendFrom(url: string, id: number, chunks: Uint8Array[], from: number): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const [i, chunk] of chunks.entries()) {
    const answer = await sendChunk(url, id, [0, from + i], chunk, undefined, { recorder, elapsed: 0 })
    expect(answer.status).toBe(200)
    answers.push(((await answer.json()) as { endedAt: unknown }).endedAt)
  }
  return answers
}

test('what comes after somebody else ended a recording joins it, and its words come again', async () => {
  const { url } = await startAppliance()
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const half = Math.floor(chunks.length / 2)
  const id = await newRecording(url)
  expect(new Set(await sendFrom(url, id, chunks.slice(0, half), 0))).toEqual(new Set([null]))
  // From another page, which says nothing of a recorder.
  expect((await binaryUpload(url, id, null)).status).toBe(200)
  const { openEnd } = (await ended(url, id)).capture!
  expect(openEnd).toMatchObject({ how: 'person', at: expect.any(String), by: expect.any(String) })
  const short = await getTranscript(url, id)
  expect(short.complete).toBe(true)
  expect(await decodedSeconds(await original(url, id))).toBeCloseTo(half, -1)

  expect(new Set(await sendFrom(url, id, chunks.slice(half), half))).toEqual(new Set([openEnd!.at]))
  expect((await getRecording(url, id)).status).toBe('done') // it is not being recorded again
  expect((await binaryUpload(url, id, null, `?recorder=${recorder}&elapsed=${chunks.length}`)).status).toBe(
    200,
  )
  const meanwhile = await getTranscript(url, id)
  expect(meanwhile).toMatchObject({ version: short.version, complete: false }) // its run waits
  const recording = await ended(url, id)
  expect(recording.status).toBe('done')
  expect(recording.duration).toBeCloseTo(spoken.truth.duration, 0)
  expect(recording.capture).toMatchObject({ openEnd: null, gaps: [] })
  expect((await original(url, id)).equals(Buffer.concat(chunks))).toBe(true)
  const transcript = await getTranscript(url, id)
  expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.05)
  expect(transcript.version).toBeGreaterThan(short.version)
  expect(transcript.complete).toBe(true)
  const all = (await (await fetch(`${url}/api/users/1/recordings`)).json()) as unknown[]
  expect(all).toHaveLength(1)
})

longTest(
  'two devices that recorded at the same time: time counts once, and where the second take begins is said',
  async () => {
    const { url } = await startAppliance()
    const chunks = await recordedChunks((await meeting({ seed: 71, minutes: 0.5, speakers: 2 })).wav, 8)
    const id = await newRecording(url)
    await sendFrom(url, id, chunks.slice(0, 3), 0)
    await binaryUpload(url, id, null)
    // Two seconds later the phone goes on, while the laptop still records without a line.
    const phone = 'the-phone'
    expect(
      (await send(url, 'POST', `/api/recordings/${id}/capture/reopen`, { recorder: phone })).status,
    ).toBe(200)
    for (const [number, chunk] of chunks.slice(0, 5).entries()) {
      const head = { recorder: phone, elapsed: 5 }
      expect((await sendChunk(url, id, [1, number], chunk, undefined, head)).status).toBe(200)
    }
    await binaryUpload(url, id, null, `?recorder=${phone}&elapsed=10`)
    await ended(url, id)
    await sendFrom(url, id, chunks.slice(3), 3)
    await binaryUpload(url, id, null, `?recorder=${recorder}&elapsed=8`)
    const { capture } = await ended(url, id)
    const takes = [{ at: expect.closeTo(8, 0), length: expect.closeTo(3, 0) }]
    expect(capture).toMatchObject({ gaps: [], takes, elapsed: expect.closeTo(10, 0) })
    expect(capture!.captured).toBeCloseTo(13, 0)
    expect(await getTranscript(url, id)).toMatchObject({ gaps: [], takes })
    const text = await (await fetch(`${url}/api/recordings/${id}/transcript?download=true`)).text()
    expect(text).toMatch(/^\[00:00:0[78]\] \(Recorded on another device at the same time from here\)$/m)
  },
)

longTest('a transcript that was edited meanwhile stays, with the fuller one beside it', async () => {
  const { url } = await startAppliance()
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const id = await newRecording(url)
  await sendFrom(url, id, chunks.slice(0, 12), 0)
  await binaryUpload(url, id, null)
  await ended(url, id)
  const edited = { content: 'The board approved the accounts.' }
  expect((await send(url, 'PUT', `/api/recordings/${id}/transcript`, edited)).status).toBe(200)
  await sendFrom(url, id, chunks.slice(12), 12)
  await binaryUpload(url, id, null, `?recorder=${recorder}`)
  expect((await ended(url, id)).duration).toBeCloseTo(spoken.truth.duration, 0)
  const transcript = await getTranscript(url, id)
  expect(transcript.text).toBe(edited.content)
  expect(transcript.candidate).not.toBeNull()
  expect(transcript.complete).toBe(true) // nothing more comes by itself
})

test('what came late joins without its page saying that it was all; nothing is cleared before', async () => {
  const { url, services } = await startAppliance()
  const sound = await recordedWebm(6)
  const chunks = slices(sound, 20_000)
  const id = await newRecording(url)
  await sendFrom(url, id, chunks.slice(0, 2), 0)
  await binaryUpload(url, id, null)
  await sendFrom(url, id, chunks.slice(2), 2)
  await services.live.round()
  expect((await original(url, id)).length).toBeLessThan(sound.length)
  const now = Date.now() + 8 * 24 * 3_600_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  await services.live.round()
  expect((await original(url, id)).equals(sound)).toBe(true)
  expect((await getRecording(url, id)).capture?.openEnd).not.toBeNull()
  await services.live.round() // a week has gone by
  clock.mockRestore()
  expect((await getRecording(url, id)).capture?.openEnd).toBeNull()
  expect(await getCapture(url, id)).toMatchObject({ open: false, endedAt: null })
  const more = await sendChunk(url, id, [0, chunks.length], Buffer.from('x'), undefined, { recorder })
  expect(await codeOf(more)).toEqual([409, 'recording_closed'])
})

test('the page that records is told that it was ended elsewhere, and can go on', async () => {
  const { url } = await startAppliance()
  const chunks = slices(await recordedWebm(6), 20_000)
  const id = await newRecording(url)
  const page = await liveSocket(url)
  page.say({ type: 'start_recording', recordingId: id, recorder, epoch: 0 })
  page.chunk(chunks[0]!)
  await page.next('chunk_received')
  await binaryUpload(url, id, null)
  const told = await page.next('recording_ended')
  expect(told).toMatchObject({ recordingId: id, endedAt: expect.any(String) })
  page.chunk(chunks[1]!)
  await page.next('chunk_received', 1)
  expect(page.all('recording_ended')).toHaveLength(1)
  expect(await getCapture(url, id)).toMatchObject({ open: true, endedAt: told.endedAt })

  const reopened = await send(url, 'POST', `/api/recordings/${id}/capture/reopen`, { recorder })
  expect(reopened).toMatchObject({ status: 200, body: { open: true, endedAt: null } })
  expect((await getRecording(url, id)).status).toBe('recording')
  for (const [i, chunk] of chunks.slice(2).entries()) {
    page.chunk(chunk)
    await page.next('chunk_received', i + 2)
  }
  page.say({ type: 'stop_recording', recordingId: id })
  await page.next('recording_stopped')
  expect((await original(url, id)).equals(Buffer.concat(chunks))).toBe(true)
  expect(await getCapture(url, id)).toMatchObject({ open: false })
  expect((await ended(url, id)).capture?.openEnd).toBeNull()
})
