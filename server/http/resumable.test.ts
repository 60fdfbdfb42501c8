import { once } from 'node:events'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { diskSpace } from '../files/disk.ts'
import { getRecording, until } from '../test/client.ts'
import { filesBelow, temporaryFolder, tone } from '../test/files.ts'
import { ben, claim, startWithPeople } from '../test/people.ts'
import { startServerProcess } from '../test/process.ts'
import { startAppliance } from '../test/server.ts'

type Send = (path: string, init: RequestInit) => Promise<Response>
const at =
  (url: string): Send =>
  (path, init) =>
    fetch(url + path, init)

const tus = { 'tus-resumable': '1.0.0' }
const encode = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const meeting = { filename: 'Board.wav', filetype: 'audio/wav', title: 'Board meeting' }

function begin(send: Send, bytes: number, fields: Record<string, string> = meeting): Promise<Response> {
  const headers = { ...tus, 'upload-length': String(bytes), 'upload-metadata': encode(fields) }
  return send('/api/uploads', { method: 'POST', headers })
}

async function begun(send: Send, bytes: number): Promise<string> {
  const answer = await begin(send, bytes)
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.headers.get('location')!
}

function patch(send: Send, place: string, offset: number, body: Uint8Array): Promise<Response> {
  const headers = {
    ...tus,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  }
  return send(place, { method: 'PATCH', headers, body: body as Uint8Array<ArrayBuffer> })
}

const offsetOf = async (send: Send, place: string): Promise<number> =>
  Number((await send(place, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))

const codeOf = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  errorBody.parse(await answer.json()).code,
]

/** Begins to send, and breaks off after `bytes`. */
async function breakOff(
  url: string,
  place: string,
  offset: number,
  all: Buffer,
  bytes: number,
): Promise<void> {
  const sending = request(url + place, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': all.length - offset,
    },
  })
  sending.on('error', () => undefined) // we break it off ourselves
  sending.write(all.subarray(offset, offset + bytes))
  await new Promise((resolve) => setTimeout(resolve, 400))
  sending.destroy()
}

async function download(url: string, id: number): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${url}/api/recordings/${id}/download`)).arrayBuffer())
}

test('an upload that broke off goes on where it was, and what it became is told again', async () => {
  const { url, services } = await startAppliance()
  const sound = await readFile(await tone('a.wav', 20))
  const send = at(url)
  const place = await begun(send, sound.length)
  expect(place).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)
  await breakOff(url, place, 0, sound, 600_000)
  const offset = await until(
    () => offsetOf(send, place),
    (n) => n > 0,
  )
  expect(offset).toBeLessThanOrEqual(600_000)
  expect(await codeOf(await patch(send, place, offset + 1, sound.subarray(offset + 1)))).toEqual([
    409,
    'chunk_gap',
  ])
  const last = await patch(send, place, offset, sound.subarray(offset))
  expect(last.status).toBe(204)
  const id = Number(last.headers.get('x-recording-id'))
  expect(await getRecording(url, id)).toMatchObject({
    title: 'Board meeting',
    audioFileName: 'Board.wav',
    sourceType: 'upload',
  })
  expect((await download(url, id)).equals(sound)).toBe(true)
  // The answer was lost: the client asks again.
  const again = await send(place, { method: 'HEAD', headers: tus })
  expect([again.headers.get('x-recording-id'), await offsetOf(send, place)]).toEqual([
    String(id),
    sound.length,
  ])
  const repeated = await patch(send, place, sound.length, new Uint8Array())
  expect([repeated.status, repeated.headers.get('x-recording-id')]).toEqual([204, String(id)])
  expect(await (await fetch(`${url}/api/users/1/recordings`)).json()).toHaveLength(1)
  expect(await readdir(services.paths.resumable)).toEqual([`${place.slice(-32)}.json`])
})

test('an upload survives kill -9 of the server', async () => {
  const dataDir = await temporaryFolder()
  const sound = await readFile(await tone('a.wav', 30))
  const first = await startServerProcess(dataDir)
  const place = await begun(at(first.url), sound.length)
  expect((await patch(at(first.url), place, 0, sound.subarray(0, 500_000))).status).toBe(204)
  await breakOff(first.url, place, 500_000, sound, 300_000)
  const died = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await died
  const { url } = await startServerProcess(dataDir)
  const offset = await offsetOf(at(url), place)
  expect(offset).toBeGreaterThanOrEqual(500_000)
  const last = await patch(at(url), place, offset, sound.subarray(offset))
  expect((await download(url, Number(last.headers.get('x-recording-id')))).equals(sound)).toBe(true)
})

test.each([
  ['a text', { ...meeting, filename: 'a.txt', filetype: 'text/plain' }, 10, 415, 'unsupported_media_type'],
  ['a blank title', { ...meeting, title: '  ' }, 10, 400, 'invalid_input'],
  ['an empty file', meeting, 0, 400, 'empty_file'],
  ['more than the disk holds', meeting, 1e15, 507, 'disk_full'],
])('%s is refused before anything is sent', async (_, fields, bytes, status, code) => {
  const { url, services } = await startAppliance()
  expect(await codeOf(await begin(at(url), bytes, fields))).toEqual([status, code])
  expect(await filesBelow(services.paths.uploads)).toEqual([])
})

test('what is no upload, or not said as the protocol wants it, is refused in the usual shape', async () => {
  const { url } = await startAppliance()
  const send = at(url)
  expect((await codeOf(await send('/api/uploads', { method: 'POST' })))[0]).toBe(412)
  for (const id of ['0'.repeat(32), '..%2f..%2fdb.sqlite', 'x'])
    expect(await codeOf(await patch(send, `/api/uploads/${id}`, 0, Buffer.from('x')))).toEqual([
      404,
      'not_found',
    ])
  const foreign = await send('/api/uploads', {
    method: 'POST',
    headers: { ...tus, origin: 'https://evil.example' },
  })
  expect(await codeOf(foreign)).toEqual([403, 'origin_not_allowed'])
})

test('uploads that have begun keep their room on the disk', async () => {
  const { url, services } = await startAppliance()
  const { freeBytes } = await diskSpace(services.paths.uploads)
  const most = Math.floor(freeBytes * 0.6)
  await begun(at(url), most)
  expect(await codeOf(await begin(at(url), most))).toEqual([507, 'disk_full'])
})

test('a disk that fills up on the way answers 507, and the upload goes on when there is room', async () => {
  const dataDir = await temporaryFolder()
  const uploads = join(dataDir, 'uploads')
  await mkdir(uploads)
  const run = promisify(execFile)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', uploads])
  onTestFinished(async () => void (await run('umount', ['-l', uploads])))
  const { url, services } = await startAppliance({ dataDir })
  const send = at(url)
  const sound = Buffer.alloc(3_000_000, 1)
  const place = await begun(send, sound.length)
  await run('mount', ['-o', 'remount,size=1m', uploads])
  expect(await codeOf(await patch(send, place, 0, sound))).toEqual([507, 'disk_full'])
  await run('mount', ['-o', 'remount,size=700m', uploads])
  const offset = await offsetOf(send, place)
  const kept = await readFile(join(services.paths.resumable, place.slice(-32)))
  expect(kept.equals(sound.subarray(0, offset))).toBe(true)
})

test('nobody else goes on with an upload, and without a session nobody begins one', async () => {
  const { url, services, admin } = await startWithPeople()
  expect(await codeOf(await begin(at(url), 10))).toEqual([401, 'sign_in_required'])
  const { link } = await services.people.add({ name: ben.name, email: ben.email, administrator: false })
  const other = await claim(url, link, ben)
  const place = await begun(admin.fetch, 10)
  expect((await other.fetch(place, { method: 'HEAD', headers: tus })).status).toBe(404)
  expect(await codeOf(await patch(other.fetch, place, 0, Buffer.alloc(10)))).toEqual([404, 'not_found'])
  expect((await patch(admin.fetch, place, 0, Buffer.alloc(4))).status).toBe(204)
  expect((await admin.fetch(place, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect(await filesBelow(services.paths.uploads)).toEqual([])
})

test('a round keeps what was whole, and gives up what nobody went on with for a day', async () => {
  const { url, services, uploads } = await startAppliance()
  const send = at(url)
  const place = await begun(send, 10)
  await patch(send, place, 0, Buffer.alloc(5))
  await uploads.sweep()
  expect(await offsetOf(send, place)).toBe(5)
  const then = new Date(Date.now() - 25 * 3_600_000)
  for (const name of await readdir(services.paths.resumable))
    await utimes(join(services.paths.resumable, name), then, then)
  await uploads.sweep()
  expect((await send(place, { method: 'HEAD', headers: tus })).status).toBe(404)
  expect(await readdir(services.paths.resumable)).toEqual([])

  const sound = await readFile(await tone('a.wav', 1))
  const whole = await begun(send, sound.length)
  await writeFile(join(services.paths.resumable, whole.slice(-32)), sound) // and then the power went
  await uploads.sweep()
  expect((await send(whole, { method: 'HEAD', headers: tus })).headers.get('x-recording-id')).not.toBeNull()
})
