import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { serverEvent, type ServerEvent } from '#contract/events.ts'
import { createServices } from '../services.ts'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { AppError } from '../errors.ts'
import { ended, getRecording, send, until, uploaded } from '../test/client.ts'
import { recordedWebm, sendChunk } from '../test/capture.ts'
import { temporaryFolder, tone } from '../test/files.ts'
import { startAppliance, testEnvironment } from '../test/server.ts'

async function created(url: string, title = 'Board meeting'): Promise<number> {
  const { body } = await send(url, 'POST', '/api/recordings', { title })
  return body['id'] as number
}

test('a title is something that can be seen', async () => {
  const { url } = await startAppliance()
  for (const title of ['', '   ', '\u200b', '\u0000', '\u2800 \u200b'.slice(1)])
    expect((await send(url, 'POST', '/api/recordings', { title })).status, JSON.stringify(title)).toBe(400)
  expect((await send(url, 'POST', '/api/recordings', { title: '会議 №1' })).status).toBe(200)
})

test('title, description, summary, date and source are changed, one or all', async () => {
  const { url } = await startAppliance()
  const id = await created(url)
  const patch = (body: unknown) => send(url, 'PATCH', `/api/recordings/${id}`, body)
  expect(await patch({ title: ' AGM ', description: ' Yearly ' })).toMatchObject({
    status: 200,
    body: { id, title: 'AGM', description: 'Yearly', summary: null },
  })
  expect((await patch({ summary: 'Short.' })).body).toMatchObject({ title: 'AGM', summary: 'Short.' })
  expect(
    (await patch({ meetingDate: '2026-04-03T11:00:00+01:00', sourceType: 'transcript', duration: 12.5 }))
      .body,
  ).toMatchObject({ meetingDate: '2026-04-03T10:00:00.000Z', sourceType: 'transcript', duration: 12.5 })
  expect((await patch({ description: '', summary: '' })).body).toMatchObject({
    description: null,
    summary: null,
  })
  expect((await patch({})).status).toBe(200)
  expect(await getRecording(url, id)).toMatchObject({ title: 'AGM', duration: 12.5 })

  for (const body of [
    { title: '  ' },
    { title: 7 },
    { userId: 2 },
    { duration: -1 },
    { meetingDate: 'today' },
    { sourceType: 'upload' },
    { description: 'x'.repeat(10_001) },
  ])
    expect(await patch(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect((await send(url, 'PATCH', '/api/recordings/999', { title: 'A' })).status).toBe(404)
})

test('a duration that decoding found stays; a player fills the gap', async () => {
  const { url } = await startAppliance()
  const put = (id: number, duration: number) =>
    send(url, 'PUT', `/api/recordings/${id}/duration`, { duration })
  const empty = await created(url)
  expect((await put(empty, 61.2)).body).toMatchObject({ id: empty, duration: 61.2 })
  expect((await put(empty, 60)).body).toMatchObject({ duration: 60 })
  const { id } = await uploaded(url, await tone('tone.wav', 3))
  expect((await ended(url, id)).duration).toBeCloseTo(3, 1)
  expect((await put(id, 99)).body['duration']).toBeCloseTo(3, 1)
  expect((await put(id, -1)).status).toBe(400)
  expect((await put(999, 1)).status).toBe(404)
})

test('every change is pushed to the open page', async () => {
  const { url } = await startAppliance()
  const id = await created(url)
  const events: ServerEvent[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/events`)
  socket.on('message', (data) => events.push(serverEvent.parse(JSON.parse(String(data)))))
  const came = async (wanted: (event: ServerEvent) => boolean): Promise<void> => {
    await until(
      async () => events.some(wanted),
      (there) => there,
    )
    expect(events.length).toBeGreaterThan(0)
    events.length = 0
  }
  await came((event) => event.type === 'hello')
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: 'New' })
  await came((event) => event.type === 'recording' && event.recording.summary === 'New')
  await send(url, 'POST', `/api/recordings/${id}/transcript`, { content: 'Some words.' })
  await came((event) => event.type === 'transcript' && event.recordingId === id)
  await send(url, 'PUT', `/api/recordings/${id}/transcript`, { content: 'More of the words.' })
  await came((event) => event.type === 'recording' && event.recording.wordCount === 4)
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, { attendees: [], location: null })
  await came((event) => event.type === 'transcript' && event.recordingId === id)
  socket.close()
})

test('what may not be deleted stays, with the reason', async () => {
  const config = loadConfig(testEnvironment(await temporaryFolder()))
  const services = await createServices(config, createLog(config, 'test'), { lockHeld: true })
  try {
    const { recordings, hooks, db } = services
    const { id } = await recordings.create({ title: 'A', personId: 1, source: 'recorder', heldAt: null })
    let reason: string | AppError | null = 'This recording is still being made. Stop it first.'
    hooks.refuseDelete.push(async () => reason)
    await expect(recordings.remove(id)).rejects.toMatchObject({ code: 'in_progress', message: reason })
    reason = new AppError('legal_hold', 'This meeting is on legal hold.')
    await expect(recordings.remove(id)).rejects.toBe(reason)
    expect((await recordings.get(db.read, id)).title).toBe('A')
    reason = null
    await recordings.remove(id)
    await expect(recordings.get(db.read, id)).rejects.toMatchObject({ code: 'not_found' })
  } finally {
    await services.close()
  }
})

test('whether everyone present was told can be said later, and who said so is kept', async () => {
  const { url } = await startAppliance()
  const id = await created(url)
  const tell = (peopleTold: boolean) => send(url, 'PATCH', `/api/recordings/${id}`, { peopleTold })
  expect((await tell(true)).status).toBe(200)
  await sendChunk(url, id, [0, 0], await recordedWebm(2))
  const first = (await getRecording(url, id)).capture
  expect(first).toMatchObject({ peopleTold: true, toldBy: 'User 1' })
  expect(Date.parse(first!.toldAt!)).toBeGreaterThan(Date.now() - 60_000)
  expect((await tell(false)).body).toMatchObject({ title: 'Board meeting', capture: { peopleTold: false } })
  expect(Date.parse((await getRecording(url, id)).capture!.toldAt!)).toBeGreaterThan(
    Date.parse(first!.toldAt!),
  )
  const { statements } = (await getRecording(url, id)).capture!
  expect(statements).toMatchObject([
    { told: true, by: 'User 1', at: first!.toldAt },
    { told: false, by: 'User 1' },
  ])
  // The recorder's switch at rest is nobody's statement.
  const body = { title: 'Silent', userId: 1, peopleTold: false }
  const silent = ((await send(url, 'POST', '/api/recordings', body)).body as { id: number }).id
  await sendChunk(url, silent, [0, 0], await recordedWebm(2))
  expect((await getRecording(url, silent)).capture).toMatchObject({
    ...{ peopleTold: false, toldBy: null, toldAt: null, statements: [] },
  })
  // Of a file nobody knows who was there.
  const { id: uploadId } = await uploaded(url, await tone('told.wav', 1))
  expect((await send(url, 'PATCH', `/api/recordings/${uploadId}`, { peopleTold: true })).status).toBe(400)
})

test('what a browser kept of a recording that is in the bin becomes a recording of its own', async () => {
  const { url } = await startAppliance()
  const deleted = await created(url)
  const { meetingId } = await getRecording(url, deleted)
  expect((await send(url, 'DELETE', `/api/recordings/${deleted}`)).status).toBe(200)
  const { status, body } = await send(url, 'POST', '/api/recordings', {
    title: 'Board meeting (saved in the browser)',
    restOf: { recordingId: deleted, startedAt: '2026-11-19T10:00:00Z' },
  })
  expect(status).toBe(200)
  const kept = await getRecording(url, body['id'] as number)
  expect(kept.title).toBe('Board meeting (saved in the browser)')
  expect(kept.meetingId).not.toBe(meetingId)
})
