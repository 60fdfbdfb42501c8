import { expect, test } from 'vitest'
import { binaryUpload, getCapture, newRecording, recordedChunks, sendChunk } from '../../test/capture.ts'
import { ended, getRecording, send, until } from '../../test/client.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting } from '../../test/speech.ts'

test('what a browser kept of a recording that is closed becomes one of the same meeting, as long as it is', async () => {
  const { url } = await startAppliance()
  const spoken = await meeting({ seed: 71, minutes: 0.5, speakers: 2 })
  const chunks = await recordedChunks(spoken.wav)
  const first = await newRecording(url)
  for (const [number, chunk] of chunks.slice(0, 10).entries())
    expect((await sendChunk(url, first, [0, number], chunk)).status).toBe(200)
  await binaryUpload(url, first, null)
  expect((await getCapture(url, first)).open).toBe(false)
  const startedAt = '2026-04-03T09:00:00.000Z'
  const body = { title: 'Kept', peopleTold: true, restOf: { recordingId: first, startedAt } }
  const made = await send(url, 'POST', '/api/recordings', body)
  const id = Number(made.body.id)
  // The header comes with its second of sound; eight seconds are left.
  const left = [chunks[0]!, ...chunks.slice(12, 20)]
  for (const [number, chunk] of left.entries())
    expect((await sendChunk(url, id, [0, number], chunk, undefined, { from: 11.5 })).status).toBe(200)
  await binaryUpload(url, id, null)
  const recording = await until(
    () => ended(url, id),
    ({ duration }) => duration > 0,
  )
  expect(recording.duration).toBeCloseTo(8, 0)
  expect(recording).toMatchObject({ status: 'done', capture: { startedAt, peopleTold: true } })
  expect(recording.meetingId).toBe((await getRecording(url, first)).meetingId)
})
