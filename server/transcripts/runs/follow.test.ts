import { expect, test } from 'vitest'
import {
  asRecorded,
  followed,
  secondOfSound,
  binaryUpload,
  newRecording,
  recordedWebm,
  sendAll,
  sendChunk,
  slices,
} from '../../test/capture.ts'
import { ended, getRecording, getTranscript, send, until } from '../../test/client.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

test('a recording is transcribed as it is made, and after Stop only its end is', async ({ annotate }) => {
  const { url } = await startAppliance()
  const spoken = await meeting({ seed: 21, minutes: 2, speakers: 2 })
  const chunks = slices(await asRecorded(spoken.wav), secondOfSound)
  const id = await newRecording(url)
  await sendAll(url, id, 0, chunks)
  const first = await followed(url, id)
  expect((await getRecording(url, id)).status).toBe('recording')
  const before = await until(
    () => getRecording(url, id),
    ({ capture }) => capture!.transcribed > 40,
  )
  expect(before.capture).toMatchObject({ peopleTold: null, elapsed: null, gaps: [] })

  const stoppedAt = performance.now()
  await binaryUpload(url, id, null)
  const recording = await ended(url, id)
  const seconds = (performance.now() - stoppedAt) / 1000
  expect(recording.status).toBe('done')
  const transcript = await getTranscript(url, id)
  expect(transcript).toMatchObject({ complete: true, version: 1, origin: 'run' })
  expect(transcript.segments.slice(0, first.length).map((segment) => segment.id)).toEqual(first)
  expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
  const { captured, transcribed } = recording.capture!
  expect(captured).toBeCloseTo(spoken.truth.duration, 0)
  expect(transcribed).toBe(captured)
  await annotate(`final ${seconds.toFixed(1)} s after Stop of ${captured.toFixed(0)} s`)
})

test('what was not captured is said where it is missing, in the API and in the text', async () => {
  const { url } = await startAppliance()
  const { body } = await send(url, 'POST', '/api/recordings', { title: 'Board', userId: 1, peopleTold: true })
  const id = Number(body.id)
  expect((await getRecording(url, id)).capture).toBeNull()
  const [first, second] = [await recordedWebm(4), await recordedWebm(3, 2)]
  await sendChunk(url, id, [0, 0], first, undefined, { elapsed: 0.4, recorder: 'page-one' })
  await sendChunk(url, id, [1, 0], second, undefined, { elapsed: 18, recorder: 'page-one' })
  await binaryUpload(url, id, null, '?elapsed=26.2')
  const { capture, status } = await ended(url, id)
  expect(status).toBe('done')
  expect(capture).toMatchObject({ startedBy: 'User 1', peopleTold: true, toldBy: 'User 1', elapsed: 26.2 })
  expect(capture!.captured).toBeCloseTo(7, 0)
  expect(capture!.gaps.map(({ at, length }) => [Math.round(at), Math.round(length)])).toEqual([
    [4, 14],
    [7, 5],
  ])
  const transcript = await getTranscript(url, id)
  expect(transcript.gaps).toEqual(capture!.gaps)
  expect(transcript.content).toBe('')
  const text = await (await fetch(`${url}/api/recordings/${id}/transcript?download=true`)).text()
  expect(text).toContain('[00:00:04] (14 seconds were not recorded)\n')
  const asVersion = await fetch(`${url}/api/recordings/${id}/transcript?download=true&version=1`)
  expect(await asVersion.text()).toBe(text)
  expect(text).toMatch(/\[00:00:0[67]\] \(5 seconds were not recorded\)\n$/)
})
