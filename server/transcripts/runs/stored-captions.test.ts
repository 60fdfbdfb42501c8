import { expect, onTestFinished, test, vi } from 'vitest'
import { silenceTimeouts } from '../../live/service.ts'
import { binaryUpload, newRecording, recordedWebm, sendChunk, slices } from '../../test/capture.ts'
import { ended, getRecording, getTranscript, send, until } from '../../test/client.ts'
import { liveSocket } from '../../test/live-socket.ts'
import { startAppliance } from '../../test/server.ts'

const model = { id: 'demo', name: 'Demo', bundled: true }
const early = { id: 'a', text: 'Good morning everyone.', startMs: 500, endMs: 2000 }
const late = { id: 'b', text: 'Thank you.', startMs: 7000, endMs: 8000 }

test('live words show until the authoritative ones are there, and stay, with times, where those are none', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const [first, second] = slices(await recordedWebm(5), 50_000)
  await sendChunk(url, id, [0, 0], first!)
  await sendChunk(url, id, [0, 1], second!)
  const words = [
    { id: 'a', text: 'Good morning.', startMs: 500, endMs: 1500 },
    { id: 'b', text: 'Yes.', startMs: 2000, endMs: 2300 },
    { id: 'c', text: 'Yes.', startMs: 2500, endMs: 2800 },
  ]
  await services.storedCaptions.add(id, words.slice(0, 2), model)
  await services.storedCaptions.add(id, words.slice(1), model) // one of them again
  const live = await getTranscript(url, id)
  expect(live).toMatchObject({ complete: false, version: 0, bundled: true, model: 'Demo' })
  expect(live.text).toBe('Good morning. Yes. Yes.')
  expect(await getRecording(url, id)).toMatchObject({ status: 'recording', bundled: true })
  expect(live.segments.every((segment) => segment.id < 0)).toBe(true)

  await binaryUpload(url, id, null)
  expect((await getTranscript(url, id)).text).toBe('Good morning. Yes. Yes.')
  expect(await ended(url, id)).toMatchObject({ status: 'done', wordCount: 4, bundled: true })
  const transcript = await getTranscript(url, id)
  expect(transcript).toMatchObject({ complete: true, version: 1, origin: 'run', model: 'Demo' })
  expect(transcript.text).toBe('Good morning. Yes. Yes.')
  expect(transcript.segments.every((segment) => segment.id > 0)).toBe(true)
  const [good, morning] = transcript.segments[0]!.words
  expect(good).toMatchObject({ text: 'Good', start: 0.5 })
  expect(good!.end).toBeGreaterThan(0.8)
  expect(morning!.start).toBeGreaterThanOrEqual(good!.end)
  expect(morning).toMatchObject({ text: 'morning.', end: 1.5 })

  await services.storedCaptions.add(id, [late], model)
  expect(await getTranscript(url, id)).toEqual(transcript)
})

test('after a run that failed no live words come, and what a person attaches is whole', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  await sendChunk(url, id, [0, 0], Buffer.from('half a header'))
  await services.storedCaptions.add(id, [early], model)
  await binaryUpload(url, id, null)
  expect((await ended(url, id)).status).toBe('failed')
  await services.storedCaptions.add(id, [late], model)
  expect(await getTranscript(url, id)).toMatchObject({ text: early.text, complete: false })

  const content = '[00:00:00] Nobody came.'
  const path = `/api/recordings/${id}/transcript`
  expect((await send(url, 'POST', path, { content, recordingId: id })).status).toBe(200)
  expect(await getTranscript(url, id)).toMatchObject({ text: 'Nobody came.', complete: true })
})

test('a run over sound that was recorded further leaves the words that it never heard', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const sound = await recordedWebm(9)
  const [first, second] = slices(sound, Math.ceil(sound.length * (5 / 9)))
  await sendChunk(url, id, [0, 0], first!)
  await services.storedCaptions.add(id, [early, late], model)
  const { lapsesMs } = silenceTimeouts
  onTestFinished(() => void (silenceTimeouts.lapsesMs = lapsesMs))
  silenceTimeouts.lapsesMs = -1 // as if a while had passed
  await services.live.round()
  silenceTimeouts.lapsesMs = lapsesMs
  await sendChunk(url, id, [0, 1], second!)
  const jobs = (): Promise<{ state: string }[]> =>
    services.db.read('job').where({ name: 'transcribe' }).select('state')
  await until(jobs, ([job]) => job?.state === 'done')
  const live = await getTranscript(url, id)
  expect(live).toMatchObject({ complete: false, version: 1 })
  expect(live.segments.map(({ text, id: number }) => [text, number < 0])).toEqual([
    [early.text, false],
    [late.text, true],
  ])
  await binaryUpload(url, id, null)
  expect((await getTranscript(url, id)).text).toContain(late.text) // until the run over all of it has ended
  await ended(url, id)
  expect(await getTranscript(url, id)).toMatchObject({ complete: true })
})

test('who listens hears once that it is complete, and nothing is read for it before', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  const client = await liveSocket(url)
  client.say({ type: 'listen_for_transcript', recordingId: id })
  const reads = vi.spyOn(services.transcripts, 'get')
  await sendChunk(url, id, [0, 0], await recordedWebm(3))
  await services.storedCaptions.add(id, [early], model)
  await binaryUpload(url, id, null)
  await client.next('transcript_complete')
  await send(url, 'PATCH', `/api/recordings/${id}`, { description: 'A change that is not of its words' })
  await until(
    () => getRecording(url, id),
    ({ status }) => status === 'done',
  )
  await new Promise((resolve) => setTimeout(resolve, 600)) // two looks for events
  expect(client.all('transcript_complete')).toHaveLength(1)
  expect(reads).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})
