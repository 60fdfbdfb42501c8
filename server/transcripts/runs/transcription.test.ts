import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { errorBody } from '#contract/errors.ts'
import { serverEvent, type ServerEvent } from '#contract/events.ts'
import { ended, getRecording, getTranscript, until, upload, uploaded } from '../../test/client.ts'
import { filesBelow, temporaryFolder, tone } from '../../test/files.ts'
import { longTest } from '../../test/long.ts'
import { startAppliance } from '../../test/server.ts'
import { meeting, wordErrorRate } from '../../test/speech.ts'

test('a meeting goes in, a transcript comes out', async () => {
  const { url } = await startAppliance()
  const spoken = await meeting({ seed: 7, minutes: 1, speakers: 3 })

  const { id } = await uploaded(url, spoken.wav, 'Board meeting')
  const done = await ended(url, id)

  expect(done).toMatchObject({
    status: 'done',
    transcriptionComplete: true,
    transcriptionSuccess: true,
    bundled: true,
    failureReason: null,
  })
  expect(done.duration).toBeCloseTo(spoken.truth.duration, 1)
  const transcript = await getTranscript(url, id)
  expect(wordErrorRate(spoken, transcript.text)).toBeLessThan(0.02)
  expect(transcript).toMatchObject({ version: 1, complete: true, bundled: true, language: 'en' })
  let last = 0
  for (const segment of transcript.segments) {
    expect(segment.start).toBeGreaterThanOrEqual(last)
    expect(segment.end).toBeGreaterThan(segment.start)
    expect(segment.words.map((w) => w.text).join(' ')).toBe(segment.text)
    for (const word of segment.words) {
      expect(word.start).toBeGreaterThanOrEqual(segment.start)
      expect(word.end).toBeLessThanOrEqual(segment.end)
      expect(word.confidence).toBeGreaterThan(0)
      expect(word.confidence).toBeLessThanOrEqual(1)
    }
    last = segment.end
  }
  expect(last).toBeLessThanOrEqual(done.duration)
  expect(transcript.content.split('\n')[0]).toMatch(/^\[00:00:0\d\] Good (morning|afternoon) everyone/)

  const file = await fetch(`${url}/api/recordings/${id}/transcript?download=true`)
  expect(file.headers.get('content-disposition')).toContain('filename="Board meeting.txt"')
  const text = await file.text()
  expect(text).toContain(transcript.content)
})

test('the sound of a video is transcribed', async () => {
  const { url } = await startAppliance()
  const spoken = await meeting({ seed: 8, minutes: 0.5, speakers: 2, as: 'mp4' })
  const answer = await upload(url, spoken.file, { title: 'Video', type: 'video/mp4' })
  const { id } = (await answer.json()) as { id: number }
  expect(await ended(url, id)).toMatchObject({ status: 'done', hasVideo: true })
  expect(wordErrorRate(spoken, (await getTranscript(url, id)).text)).toBeLessThan(0.03)
})

test('a tone has no words', async () => {
  const { url } = await startAppliance()
  const { id } = await uploaded(url, await tone('tone.wav', 40))
  // No model wrote anything, so nothing is marked as the bundled model's.
  expect(await ended(url, id)).toMatchObject({
    status: 'done',
    transcriptionSuccess: true,
    bundled: false,
    wordCount: 0,
  })
  expect(await getTranscript(url, id)).toMatchObject({
    text: '',
    segments: [],
    complete: true,
    version: 1,
    bundled: false,
  })
})

test('what ffmpeg cannot read fails with a reason, the file kept, and can be tried again', async () => {
  const { url } = await startAppliance()
  const file = join(await temporaryFolder(), 'broken.mp3')
  await writeFile(file, 'This is not sound.'.repeat(1000))
  const { id } = await uploaded(url, file)
  const failed = await ended(url, id)
  expect(failed).toMatchObject({
    status: 'failed',
    failureCode: 'audio_unreadable',
    transcriptionComplete: true,
    transcriptionSuccess: false,
  })
  expect(failed.failureReason).toMatch(/\w{4}/)
  expect((await fetch(`${url}/api/recordings/${id}/download`)).status).toBe(200)

  const retry = (): Promise<Response> =>
    fetch(`${url}/api/recordings/${id}/retry-transcription`, { method: 'POST' })
  expect(await (await retry()).json()).toMatchObject({ success: true })
  expect((await ended(url, id)).status).toBe('failed')
  const none = await fetch(`${url}/api/recordings/999/retry-transcription`, { method: 'POST' })
  expect(errorBody.parse(await none.json()).code).toBe('not_found')
})

longTest('every step is pushed to the open page', async () => {
  const { url } = await startAppliance()
  const events: ServerEvent[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`)
  socket.on('message', (data) => events.push(serverEvent.parse(JSON.parse(String(data)))))
  await until(
    async () => events.length,
    (n) => n > 0,
  )
  expect(events[0]).toMatchObject({ type: 'hello' })
  const spoken = await meeting({ seed: 7, minutes: 3, speakers: 3 })
  const { id } = await uploaded(url, spoken.wav)
  await until(
    async () => events.some((event) => event.type === 'recording' && event.recording.status === 'done'),
    (done) => done,
  )
  await fetch(`${url}/api/recordings/${id}`, { method: 'DELETE' })
  await until(
    async () => events.at(-1)?.type,
    (type) => type === 'recording_deleted',
  )
  const statuses = events.flatMap((event) => (event.type === 'recording' ? [event.recording.status] : []))
  expect([...new Set(statuses)]).toEqual(expect.arrayContaining(['transcribing', 'done']))
  const progress = events.flatMap((event) =>
    event.type === 'recording' ? [event.recording.job?.progress ?? 0] : [],
  )
  expect(progress.some((p) => p > 0 && p < 100)).toBe(true)
  expect(events.some((event) => event.type === 'transcript' && event.recordingId === id)).toBe(true)
  socket.close()
})

test('a transcription can be cancelled and started again', async () => {
  const { url, services } = await startAppliance()
  const spoken = await meeting({ seed: 21, minutes: 2, speakers: 2 })
  const { id } = await uploaded(url, spoken.wav)
  const running = await until(
    () => getRecording(url, id),
    (r) => r.status === 'transcribing' && (r.job?.progress ?? 0) > 0,
  )
  const cancel = (): Promise<Response> =>
    fetch(`${url}/api/jobs/${running.job!.id}/cancel`, { method: 'POST' })
  expect((await cancel()).status).toBe(200)
  expect((await ended(url, id)).status).toBe('cancelled')
  expect((await cancel()).status).toBe(409)
  expect(await filesBelow(join(services.config.dataDir, 'recordings'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/original\.wav$/)]),
  )
  await fetch(`${url}/api/recordings/${id}/retry-transcription`, { method: 'POST' })
  expect((await ended(url, id)).status).toBe('done')
})

longTest('the sample meeting is there for the first look', async () => {
  const { url } = await startAppliance()
  const made = (await (await fetch(`${url}/api/recordings/sample`, { method: 'POST' })).json()) as {
    id: number
  }
  expect(await ended(url, made.id)).toMatchObject({
    status: 'done',
    sourceType: 'sample',
    title: 'Sample meeting (synthesised voices)',
  })
  const { text } = await getTranscript(url, made.id)
  expect(text).toContain('The board resolved to approve the final budget.')
})
