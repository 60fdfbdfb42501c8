import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { filesBelow, tone } from '../test/files.ts'
import { deleteForGood, getRecording, until, upload, uploaded } from '../test/client.ts'
import { sharedAppliance, startAppliance } from '../test/server.ts'

const shared = sharedAppliance()

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('an upload is kept byte for byte and queued for transcription', async () => {
  const { url, services } = await startAppliance()
  const file = await tone('Board meeting.mp3', 2)

  const answer = await upload(url, file, { title: '  Board meeting of 3 April  ', type: 'audio/mpeg' })

  expect(answer.status).toBe(200)
  const body = (await answer.json()) as {
    id: number
    recording: { title: string; audioFileName: string; status: string }
  }
  expect(body.recording).toMatchObject({
    id: body.id,
    title: 'Board meeting of 3 April',
    audioFileName: 'Board meeting.mp3',
    audioFormat: 'mp3',
    sourceType: 'upload',
    userId: 1,
    transcriptionSuccess: false,
  })
  const list = (await (await fetch(`${url}/api/users/1/recordings?t=1`)).json()) as { id: number }[]
  expect(list.map((r) => r.id)).toEqual([body.id])
  const original = await fetch(`${url}/api/recordings/${body.id}/download`)
  expect(sha256(new Uint8Array(await original.arrayBuffer()))).toBe(sha256(await readFile(file)))
  expect(original.headers.get('content-disposition')).toContain('filename="Board meeting of 3 April.mp3"')
  expect(await filesBelow(join(services.config.dataDir, 'uploads'))).toEqual([])
})

test.each([
  ['a blank title', { title: '   ' }, 400, 'invalid_input', 'Please select a file and enter a title'],
  [
    'a text file',
    { title: 'A', type: 'text/plain', name: 'notes.txt' },
    415,
    'unsupported_media_type',
    'Please select an audio file',
  ],
  [
    'an unnamed kind',
    { title: 'A', type: 'application/octet-stream', name: 'a.exe' },
    415,
    'unsupported_media_type',
    'Please select',
  ],
  [
    'a video that is not among the named',
    { title: 'A', type: 'video/x-flv', name: 'a.flv' },
    415,
    'unsupported_media_type',
    'Please select',
  ],
])('%s is refused and leaves nothing behind', async (_, fields, status, code, words) => {
  const { url, services } = shared()
  const answer = await upload(url, await tone('a.wav', 1), fields)
  expect(answer.status).toBe(status)
  const body = errorBody.parse(await answer.json())
  expect(body.code).toBe(code)
  expect(body.message).toContain(words)
  expect(body.error).toBe(body.message)
  expect(await filesBelow(join(services.config.dataDir, 'uploads'))).toEqual([])
  expect(await filesBelow(join(services.config.dataDir, 'recordings'))).toEqual([])
  expect(await (await fetch(`${url}/api/users/1/recordings`)).json()).toEqual([])
})

test('an empty file is refused', async () => {
  const { url } = shared()
  const answer = await upload(url, new Blob([], { type: 'audio/wav' }), { title: 'Empty' })
  expect([answer.status, errorBody.parse(await answer.json()).code]).toEqual([400, 'empty_file'])
})

test('a form that cannot be read is a bad request', async () => {
  const { url } = shared()
  const answer = await fetch(`${url}/api/recordings/upload`, {
    method: 'POST',
    body: 'no boundary anywhere',
    headers: { 'content-type': 'multipart/form-data' },
  })
  expect([answer.status, errorBody.parse(await answer.json()).code]).toEqual([400, 'bad_request'])
})

test.each([
  ['meeting.avi', 'video/avi'],
  ['meeting.m4v', 'video/x-m4v'],
])('%s as %s is one of the named videos', async (name, type) => {
  const { url } = shared()
  expect((await upload(url, await tone('a.wav', 1), { title: 'A', name, type })).status).toBe(200)
})

test('a form without a file is refused', async () => {
  const { url } = shared()
  const form = new FormData()
  form.set('title', 'Nothing')
  const answer = await fetch(`${url}/api/recordings/upload`, { method: 'POST', body: form })
  expect([answer.status, errorBody.parse(await answer.json()).code]).toEqual([400, 'invalid_input'])
})

test('what the browser has no name for is told by the extension', async () => {
  const { url } = shared()
  const answer = await upload(url, await tone('a.m4a', 1), { title: 'A', type: 'application/octet-stream' })
  expect(answer.status).toBe(200)
})

test('for a recording that is not there nothing is read: the answer comes before the sound', async () => {
  const { url } = shared()
  const sending = request(`${url}/api/binary-upload/999999`, {
    method: 'POST',
    headers: { 'content-type': 'audio/webm', 'content-length': 300_000_000 },
  })
  sending.on('error', () => undefined) // we break it off ourselves
  sending.flushHeaders()
  const status = await new Promise((resolve) => {
    sending.on('response', (answer) => resolve(answer.statusCode))
  })
  sending.destroy()
  expect(status).toBe(404)
})

test('an upload that breaks off leaves nothing', async () => {
  const { url, services } = await startAppliance()
  const uploads = join(services.config.dataDir, 'uploads')
  const sending = request(`${url}/api/recordings/upload`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 10_000_000 },
  })
  sending.on('error', () => undefined) // we break it off ourselves
  sending.write(
    '--x\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n',
  )
  sending.write(Buffer.alloc(300_000))
  await until(
    () => filesBelow(uploads),
    (files) => files.length === 1,
  )
  sending.destroy()
  await until(
    () => filesBelow(uploads),
    (files) => files.length === 0,
  )
  expect(await (await fetch(`${url}/api/users/1/recordings`)).json()).toEqual([])
})

test('more than the disk holds is refused before it is read', async () => {
  const { url } = await startAppliance()
  const status = await new Promise<number>((resolve, reject) => {
    const sending = request(
      `${url}/api/recordings/upload`,
      {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1e15 },
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        sending.destroy()
      },
    )
    sending.on('error', reject)
    sending.flushHeaders()
  })
  expect(status).toBe(507)
})

test('a hostile title and file name stay text', async () => {
  const { url } = shared()
  const title = '../../etc/passwd "quoted"\r\nSet-Cookie: a=b <script>'
  const answer = await upload(url, await tone('a.wav', 1), { title, name: '../../../evil\\..\\x.wav' })
  const { id, recording } = (await answer.json()) as {
    id: number
    recording: { title: string; audioFileName: string }
  }
  expect(recording.audioFileName).not.toContain('/')
  const download = await fetch(`${url}/api/recordings/${id}/download`)
  expect(download.status).toBe(200)
  expect(download.headers.get('set-cookie')).toBeNull()
  const disposition = download.headers.get('content-disposition') ?? ''
  expect(/filename="([^"]*)"/.exec(disposition)?.[1]).not.toMatch(/[/\\]/)
})

test('deleting takes the rows and the files, whatever was going on', async () => {
  const { url, services } = await startAppliance()
  const recording = await uploaded(url, await tone('long.wav', 300))
  await pause(300) // the worker is probably at it by now
  expect(await deleteForGood(url, recording.id)).toEqual([200, 200])
  expect((await fetch(`${url}/api/recordings/${recording.id}`)).status).toBe(404)
  expect(await filesBelow(join(services.config.dataDir, 'recordings'))).toEqual([])
  expect(await filesBelow(join(services.config.dataDir, 'uploads'))).toEqual([])
  expect((await fetch(`${url}/api/recordings/${recording.id}`, { method: 'DELETE' })).status).toBe(404)
})

test('a title can be changed, not emptied', async () => {
  const { url } = shared()
  const { id } = await uploaded(url, await tone('a.wav', 1))
  const patch = (body: object): Promise<Response> =>
    fetch(`${url}/api/recordings/${id}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await patch({ title: ' Audit committee ', description: 'With the auditors' })).status).toBe(200)
  expect(await getRecording(url, id)).toMatchObject({
    title: 'Audit committee',
    description: 'With the auditors',
  })
  const refused = await patch({ title: '  ' })
  expect([refused.status, errorBody.parse(await refused.json()).code]).toEqual([400, 'invalid_input'])
  expect((await getRecording(url, id)).title).toBe('Audit committee')
})
