import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import {
  binaryUpload,
  codeOf,
  decodedSeconds,
  getCapture,
  newRecording,
  numbersFrom,
  original,
  recordedWebm,
  sendAll,
  sendChunk,
  slices,
} from '../../test/capture.ts'
import { ended, getRecording, upload, until } from '../../test/client.ts'
import { filesBelow, temporaryFolder, tone } from '../../test/files.ts'
import { claim, ben, startWithPeople } from '../../test/people.ts'
import { startServerProcess } from '../../test/process.ts'
import { startAppliance } from '../../test/server.ts'
import { appendChunk, beginEpoch, readEpochs } from './epochs.ts'
import { longTest } from '../../test/long.ts'

const run = promisify(execFile)
const head = { mimeType: 'audio/webm', recorder: null, elapsed: null, paused: null, from: null }

test('however a recording is cut, sent twice, out of order or ahead, what is kept is what was recorded', async () => {
  const { url, services } = await startAppliance()
  const sound = await recordedWebm(6)
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const below = numbersFrom(seed)
    const cuts = Array.from({ length: 3 + below(20) }, () => below(sound.length)).sort((a, b) => a - b)
    const chunks = [0, ...cuts].map((from, i) => sound.subarray(from, cuts[i] ?? sound.length))
    const id = await newRecording(url, `Cut ${seed}`)
    let next = 0
    while (next < chunks.length) {
      const what = below(10)
      const number = what < 6 ? next : what < 9 ? below(next + 1) : next + 1 + below(3)
      const answer = await sendChunk(url, id, [0, number], chunks[number] ?? Buffer.from('later'))
      const gap = number > next
      expect(answer.headers.get('x-next-chunk')).toBe(gap ? String(next) : null)
      if (number === next) next++
      expect([answer.status, await answer.json()]).toMatchObject(
        gap ? [409, { code: 'chunk_gap' }] : [200, { nextChunk: next }],
      )
    }
    expect(await getRecording(url, id)).toMatchObject({ status: 'recording', transcriptionComplete: false })
    expect(await getCapture(url, id)).toMatchObject({
      open: true,
      bytes: sound.length,
      epochs: [{ epoch: 0, mimeType: 'audio/webm;codecs=opus', nextChunk: chunks.length, elapsed: null }],
      quietFor: expect.closeTo(1, -1),
    })
    expect(await (await binaryUpload(url, id, null)).json()).toEqual({
      success: true,
      id,
      bytes: sound.length,
    })
    expect((await original(url, id)).equals(sound)).toBe(true)
    expect(await getCapture(url, id)).toMatchObject({ open: false, epochs: [] })
    expect(await codeOf(await sendChunk(url, id, [0, chunks.length], sound))).toEqual([
      409,
      'recording_closed',
    ])
  }
  const leftOver = (await filesBelow(services.paths.recordings)).filter((name) => /capture/.test(name))
  expect(leftOver).toEqual([])
})

test('a closed recording is transcribed and plays, also repaired', async () => {
  const { url } = await startAppliance()
  const id = await newRecording(url)
  expect((await getRecording(url, id)).status).toBe('none')
  await sendAll(url, id, 0, slices(await recordedWebm(3), 20_000))
  await binaryUpload(url, id, null)
  expect(['waiting', 'transcribing']).toContain((await getRecording(url, id)).status)
  expect(await ended(url, id)).toMatchObject({ status: 'done', sourceType: 'recorder', audioFormat: 'webm' })
  expect((await getRecording(url, id)).duration).toBeCloseTo(3, 1)
  const repaired = await fetch(`${url}/api/recordings/${id}/audio?repair=true`)
  expect([repaired.status, repaired.headers.get('content-type')]).toEqual([200, 'audio/webm'])
  const file = join(await temporaryFolder(), 'repaired.webm')
  await writeFile(file, Buffer.from(await repaired.arrayBuffer()))
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv',
    file,
  ])
  expect(Number(stdout.trim().split(',')[1])).toBeCloseTo(3, 1)
  await binaryUpload(url, id, null) // twice is once
  expect((await getRecording(url, id)).status).toBe('done')
})

longTest('two epochs follow one another, also in different formats', async () => {
  const { url } = await startAppliance()
  const [first, second] = [await recordedWebm(3, 1), await recordedWebm(5, 2)]
  const id = await newRecording(url)
  await sendAll(url, id, 0, slices(first, 10_000))
  await sendAll(url, id, 1, slices(second, 10_000))
  await binaryUpload(url, id, null)
  expect(await decodedSeconds(await original(url, id))).toBeCloseTo(8, 0)
  expect((await ended(url, id)).duration).toBeCloseTo(8, 0)

  const mixed = await newRecording(url)
  await sendAll(url, mixed, 0, [first])
  const m4a = join(await temporaryFolder(), 'a.mp4')
  const fragments = ['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4']
  await run('ffmpeg', ['-loglevel', 'error', '-i', await tone('a.wav', 4), '-c:a', 'aac', ...fragments, m4a])
  await sendChunk(url, mixed, [3, 0], await readFile(m4a), 'audio/mp4')
  await sendChunk(url, mixed, [7, 0], Buffer.from('half a header')) // an epoch that died at once
  await binaryUpload(url, mixed, null)
  expect((await ended(url, mixed)).duration).toBeCloseTo(7, 0)
})

test('after kill -9 all that was acknowledged is there, and the recording goes on', async () => {
  const dataDir = await temporaryFolder()
  const sound = await recordedWebm(8)
  const chunks = slices(sound, 4000)
  let server = await startServerProcess(dataDir)
  const id = await newRecording(server.url)
  let sent = 0
  for (const stop of [5, 11, chunks.length]) {
    const { nextChunk } = (await getCapture(server.url, id)).epochs[0] ?? { nextChunk: 0 }
    expect(nextChunk).toBeGreaterThanOrEqual(sent)
    for (sent = nextChunk; sent < stop; sent++)
      expect((await sendChunk(server.url, id, [0, sent], chunks[sent]!)).status).toBe(200)
    // One is under way when it dies.
    const next = chunks[sent]
    const lost = next ? sendChunk(server.url, id, [0, sent], next).catch(() => null) : null
    const died = once(server.child, 'exit')
    server.child.kill('SIGKILL')
    await died
    await lost
    server = await startServerProcess(dataDir)
  }
  expect((await getCapture(server.url, id)).bytes).toBe(sound.length)
  await binaryUpload(server.url, id, null)
  expect((await original(server.url, id)).equals(sound)).toBe(true)
})

test('what a crash tore is cut off', async () => {
  const folder = join(await temporaryFolder(), 'recording', 'capture')
  const epoch = await beginEpoch(folder, 0, head)
  for (const chunk of ['one', '', 'three']) await appendChunk(folder, epoch, Buffer.from(chunk))
  const [sound, index] = [join(folder, '0000.sound'), join(folder, '0000.index')]
  const whole = await readFile(index, 'utf8')
  const state = async (): Promise<number | undefined> => (await readEpochs(folder)).get(0)?.chunks.length
  await appendFile(sound, 'not acknowl')
  await appendFile(index, '19 12')
  expect(await state()).toBe(3)
  expect(await readFile(sound, 'utf8')).toBe('onethree')
  expect(await readFile(index, 'utf8')).toBe(whole)
  await appendFile(index, '8000 77\n') // the index reached the disk, the sound did not
  expect(await state()).toBe(3)
  await truncate(sound, 8)
  await appendFile(sound, '\0\0\0')
  await appendFile(index, '11 4711\n') // both did, but not what was in it
  expect(await state()).toBe(3)
  expect(await readFile(sound, 'utf8')).toBe('onethree')
  await writeFile(join(folder, '0001.index'), '{"mime')
  expect([...(await readEpochs(folder)).keys()]).toEqual([0])
})

test('on a full disk nothing half-written stays, and the recording goes on when there is room', async () => {
  const folder = await temporaryFolder()
  await run('mount', ['-t', 'tmpfs', '-o', 'size=52k', 'tmpfs', folder])
  onTestFinished(async () => void (await run('umount', [folder])))
  const epoch = await beginEpoch(join(folder, 'capture'), 0, head)
  const chunk = Buffer.alloc(20_000, 7)
  await appendChunk(join(folder, 'capture'), epoch, chunk)
  await appendChunk(join(folder, 'capture'), epoch, chunk)
  await expect(appendChunk(join(folder, 'capture'), epoch, chunk)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect((await readEpochs(join(folder, 'capture'))).get(0)).toEqual(epoch)
  await run('mount', ['-o', 'remount,size=256k', folder])
  await appendChunk(join(folder, 'capture'), epoch, chunk)
  expect((await readEpochs(join(folder, 'capture'))).get(0)?.chunks.at(-1)?.end).toBe(60_000)
})

test('a disk that is nearly full answers 507 and takes nothing', async () => {
  const dataDir = await temporaryFolder()
  const recordings = join(dataDir, 'recordings')
  await mkdir(recordings)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=33m', 'tmpfs', recordings])
  onTestFinished(async () => void (await run('umount', ['-l', recordings])))
  const { url } = await startAppliance({ dataDir })
  const id = await newRecording(url)
  const chunk = Buffer.alloc(400_000, 1)
  await sendAll(url, id, 0, [chunk, chunk])
  expect(await codeOf(await sendChunk(url, id, [0, 2], Buffer.alloc(800_000)))).toEqual([507, 'disk_full'])
  expect(await getCapture(url, id)).toMatchObject({ bytes: 800_000, epochs: [{ nextChunk: 2 }] })
})

longTest(
  'the whole sound alone makes a recording; a fuller one later takes its place, another does not',
  async () => {
    const { url, services } = await startAppliance()
    const id = await newRecording(url)
    const [short, long] = [await recordedWebm(3), await recordedWebm(7)]
    expect((await binaryUpload(url, id, short)).status).toBe(200)
    expect((await original(url, id)).equals(short)).toBe(true)
    const first = await ended(url, id)
    expect(first.status).toBe('done')
    expect((await binaryUpload(url, id, short)).status).toBe(200)
    expect((await getRecording(url, id)).status).toBe('done') // not transcribed again
    expect((await binaryUpload(url, id, long)).status).toBe(200)
    expect((await original(url, id)).equals(long)).toBe(true)
    expect((await ended(url, id)).duration).toBeCloseTo(7, 1)
    expect((await binaryUpload(url, id, short)).status).toBe(200)
    expect((await original(url, id)).equals(long)).toBe(true)
    const kept = (await filesBelow(services.paths.recordings)).filter((name) => !/cache/.test(name))
    expect(kept).toHaveLength(1)
  },
)

test('of the chunks and the whole sound the fuller copy wins', async () => {
  const { url } = await startAppliance()
  const [short, long] = [await recordedWebm(3), await recordedWebm(6)]
  const fullerWhole = await newRecording(url)
  await sendAll(url, fullerWhole, 0, slices(long, 30_000).slice(0, 2))
  await binaryUpload(url, fullerWhole, long)
  expect((await original(url, fullerWhole)).equals(long)).toBe(true)
  const fullerChunks = await newRecording(url)
  await sendAll(url, fullerChunks, 0, slices(long, 30_000))
  await binaryUpload(url, fullerChunks, short)
  expect((await original(url, fullerChunks)).equals(long)).toBe(true)
  const rubbish = await newRecording(url)
  await sendAll(url, rubbish, 0, slices(short, 30_000))
  await binaryUpload(url, rubbish, Buffer.alloc(500_000, 3)) // more bytes, no sound
  expect((await original(url, rubbish)).equals(short)).toBe(true)
})

test('what is not a recording of the recorder takes no sound, nor does a chunk that is too large or no sound', async () => {
  const { url } = await startAppliance()
  const { id } = (await (await upload(url, await tone('a.wav', 1), { title: 'A' })).json()) as { id: number }
  expect(await codeOf(await sendChunk(url, id, [0, 0], Buffer.from('x')))).toEqual([409, 'recording_closed'])
  expect(await codeOf(await binaryUpload(url, id, null))).toEqual([400, 'empty_file'])
  expect(await codeOf(await binaryUpload(url, id, Buffer.from('x')))).toEqual([409, 'recording_closed'])
  const mine = await newRecording(url)
  expect((await sendChunk(url, mine, [0, 0], Buffer.alloc(17_000_000))).status).toBe(413)
  expect(await codeOf(await sendChunk(url, mine, [0, 0], Buffer.from('{}'), 'application/json'))).toEqual([
    415,
    'unsupported_media_type',
  ])
  expect((await getRecording(url, mine)).status).toBe('none')
  await sendAll(url, mine, 0, [Buffer.from('mine')])
  expect(await codeOf(await sendChunk(url, mine, [0, 0], Buffer.from('hers')))).toEqual([
    409,
    'stale_version',
  ])
})

test('a chunk and a whole upload that break off leave nothing', async () => {
  const { url, services } = await startAppliance()
  const id = await newRecording(url)
  await sendAll(url, id, 0, [Buffer.from('first')])
  for (const [method, path] of [
    ['PUT', `/api/recordings/${id}/epochs/0/chunks/1`],
    ['POST', `/api/binary-upload/${id}`],
  ]) {
    const headers = { 'content-type': 'audio/webm', 'content-length': 1_000_000 }
    const sending = request(url + path, { method, headers })
    sending.on('error', () => undefined) // we break it off ourselves
    sending.write(Buffer.alloc(200_000))
    await new Promise((resolve) => setTimeout(resolve, 300))
    sending.destroy()
  }
  await until(
    () => filesBelow(services.paths.uploads),
    (files) => files.length === 0,
  )
  expect(await getCapture(url, id)).toMatchObject({ open: true, bytes: 5, epochs: [{ nextChunk: 1 }] })
})

test('only the person who started it, or an administrator, adds to a recording', async () => {
  const { url, services, admin } = await startWithPeople()
  const { link } = await services.people.add({ name: ben.name, email: ben.email, administrator: false })
  const other = await claim(url, link, ben)
  const put = (browser: typeof admin, id: number, number: number): Promise<Response> =>
    browser.fetch(`/api/recordings/${id}/epochs/0/chunks/${number}`, {
      method: 'PUT',
      headers: { 'content-type': 'audio/webm', origin: url },
      body: 'sound',
    })
  const hers = Number((await admin.send('POST', '/api/recordings', { title: 'Hers' })).body.id)
  const his = Number((await other.send('POST', '/api/recordings', { title: 'His' })).body.id)
  expect(await codeOf(await put(other, hers, 0))).toEqual([403, 'owner_only'])
  expect((await put(other, his, 0)).status).toBe(200)
  expect((await put(admin, his, 1)).status).toBe(200)
  expect((await sendChunk(url, his, [0, 2], Buffer.from('x'))).status).toBe(401)
})
