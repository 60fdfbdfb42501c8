import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { binaryUpload, newRecording, original, recordedWebm, sendAll } from '../test/capture.ts'
import { filesBelow, temporaryFolder, tone } from '../test/files.ts'
import { uploaded } from '../test/client.ts'
import { startAppliance } from '../test/server.ts'
import { longTest } from '../test/long.ts'

const run = promisify(execFile)

test('the player gets the parts that it asks for', async () => {
  const { url } = await startAppliance()
  const file = await tone('a.wav', 2)
  const bytes = await readFile(file)
  const { id } = await uploaded(url, file)
  const get = (headers: Record<string, string>, method = 'GET'): Promise<Response> =>
    fetch(`${url}/api/recordings/${id}/audio`, { headers, method })

  const whole = await get({})
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
    200,
    'audio/wav',
    'bytes',
  ])
  expect(Number(whole.headers.get('content-length'))).toBe(bytes.length)
  await whole.arrayBuffer()

  const part = await get({ range: 'bytes=100-199' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)

  const open = await get({ range: `bytes=${bytes.length - 10}-` })
  expect(Buffer.from(await open.arrayBuffer()).equals(bytes.subarray(-10))).toBe(true)

  const suffix = await get({ range: 'bytes=-25' })
  expect([suffix.status, suffix.headers.get('content-range')]).toEqual([
    206,
    `bytes ${bytes.length - 25}-${bytes.length - 1}/${bytes.length}`,
  ])
  await suffix.arrayBuffer()

  const beyond = await get({ range: `bytes=${bytes.length}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])

  const head = await get({ range: 'bytes=0-9' }, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([206, '10'])

  const etag = whole.headers.get('etag')!
  const since = whole.headers.get('last-modified')!
  const statusIf = async (ifRange: string): Promise<number> => {
    const answer = await get({ range: 'bytes=0-9', 'if-range': ifRange })
    await answer.arrayBuffer()
    return answer.status
  }
  expect([await statusIf(etag), await statusIf(since)]).toEqual([206, 206])
  expect([await statusIf('"other"'), await statusIf(new Date(0).toUTCString())]).toEqual([200, 200])
})

test('what two ask for at the same time is made once, and kept', async () => {
  const { url, services } = await startAppliance()
  const { id } = await uploaded(url, await tone('long.ogg', 120))
  const { paths } = services
  for (const path of [`convertToWav/${id}`, `recordings/${id}/audio?repair=true`]) {
    const ask = (): Promise<Response> => fetch(`${url}/api/${path}`, { headers: { range: 'bytes=0-99' } })
    const being = new Set<string>()
    const answers: Response[] = []
    const asking = Promise.all([ask(), ask()]).then((both) => answers.push(...both))
    while (answers.length === 0) {
      for (const name of await filesBelow(paths.recordings))
        if (/(converted|repaired)\..*\.tmp$/.test(name)) being.add(name)
      await new Promise(setImmediate)
    }
    await asking
    answers.push(await ask())
    expect(answers.map(({ status }) => status)).toEqual([206, 206, 206])
    // Its time is in the tag.
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    expect([path, being.size]).toEqual([path, 1])
  }
})

test('conversions are what their names say', async () => {
  const { url } = await startAppliance()
  const { id } = await uploaded(url, await tone('a.ogg', 3), 'Board')
  const download = async (path: string): Promise<{ name: string; format: string; seconds: number }> => {
    const answer = await fetch(`${url}${path}`)
    expect(answer.status).toBe(200)
    const file = join(await temporaryFolder(), 'x')
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'format=format_name,duration',
      '-of',
      'csv=p=0',
      file,
    ])
    const [format, seconds] = stdout.trim().split(',')
    return {
      name: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
      format: format!,
      seconds: Math.round(Number(seconds)),
    }
  }
  // Asked for twice at the same time, made once (the second answer would fail on a half-written file).
  const [first, second] = await Promise.all([
    download(`/api/convertToWav/${id}`),
    download(`/api/convertToWav/${id}`),
  ])
  expect(first).toEqual({ name: 'Board.wav', format: 'wav', seconds: 3 })
  expect(second).toEqual(first)
  expect(await download(`/api/convertToMp3/${id}`)).toEqual({ name: 'Board.mp3', format: 'mp3', seconds: 3 })
  expect(await download(`/api/recordings/${id}/audio?download=true`)).toEqual({
    name: 'Board.wav',
    format: 'wav',
    seconds: 3,
  })
  expect(await download(`/api/recordings/${id}/download`)).toEqual({
    name: 'Board.ogg',
    format: 'ogg',
    seconds: 3,
  })
})

longTest('an MP3 is sent while it is made, to two at once, and is a file with parts after that', async () => {
  const { url, services } = await startAppliance()
  const { id } = await uploaded(url, await tone('long.ogg', 400), 'Board')
  const path = `${url}/api/convertToMp3/${id}`
  const startedAt = performance.now()
  const [one, two] = await Promise.all([fetch(path, { headers: { range: 'bytes=0-' } }), fetch(path)])
  const firstAt = performance.now()
  expect([one.status, one.headers.get('content-length'), one.headers.get('content-type')]).toEqual([
    200,
    null,
    'audio/mpeg',
  ])
  const being = (await filesBelow(services.paths.recordings)).filter((name) => name.endsWith('.tmp'))
  expect(being.filter((name) => name.includes('.mp3'))).toHaveLength(1)
  const [a, b] = await Promise.all([one.arrayBuffer(), two.arrayBuffer()])
  expect(firstAt - startedAt).toBeLessThan((performance.now() - startedAt) / 2)
  expect(Buffer.from(a).equals(Buffer.from(b))).toBe(true)
  const cached = await fetch(path)
  expect(Number(cached.headers.get('content-length'))).toBe(a.byteLength)
  expect(Buffer.from(await cached.arrayBuffer()).equals(Buffer.from(a))).toBe(true)
  const part = await fetch(path, { headers: { range: 'bytes=1000-1999' } })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1000])
  const file = join(await temporaryFolder(), 'x.mp3')
  await writeFile(file, Buffer.from(a))
  expect(await durationOf(file)).toBeCloseTo(400, 0)
})

const durationOf = async (file: string): Promise<number> => {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_entries', 'format=duration'],
    ...['-of', 'csv=p=0', file],
  ])
  return Number(stdout.trim())
}

/** Where a player may jump to in a WebM file (the points of its Cues). */
function seekPoints(webm: Buffer): number {
  let at = webm.lastIndexOf(Buffer.from('1c53bb6b', 'hex')) + 4
  const size = (): number => {
    const first = webm[at]!
    const length = Math.clz32(first) - 23
    let value = first & (0xff >> length)
    for (let i = 1; i < length; i++) value = value * 256 + webm[at + i]!
    at += length
    return value
  }
  const end = size() + at
  let points = 0
  while (at < end && webm[at] === 0xbb) {
    points++
    at++
    const length = size()
    at += length
  }
  return points
}

test("a browser's recording without a length gets one, and points to jump to, when repaired", async () => {
  const { url } = await startAppliance()
  const sound = await recordedWebm(60)
  const id = await newRecording(url)
  await sendAll(url, id, 0, [sound.subarray(0, sound.length - 3000)]) // broken off
  await binaryUpload(url, id, null)
  const folder = await temporaryFolder()
  const [before, after] = [join(folder, 'before.webm'), join(folder, 'after.webm')]
  await writeFile(before, await original(url, id))
  expect(await durationOf(before)).toBeNaN()
  const repaired = `${url}/api/recordings/${id}/audio?repair=true`
  const [one, two] = await Promise.all([fetch(repaired), fetch(repaired)])
  const bytes = Buffer.from(await one.arrayBuffer())
  expect(bytes.equals(Buffer.from(await two.arrayBuffer()))).toBe(true)
  await writeFile(after, bytes)
  expect(await durationOf(after)).toBeCloseTo(60, 0)
  expect(seekPoints(bytes)).toBeGreaterThan(10)
  const part = await fetch(repaired, { headers: { range: 'bytes=-100' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes ${bytes.length - 100}-${bytes.length - 1}/${bytes.length}`,
  ])
  await part.arrayBuffer()
})

test('what ffmpeg cannot read cannot be converted, and says so', async () => {
  const { url } = await startAppliance()
  const file = join(await temporaryFolder(), 'broken.mp3')
  await writeFile(file, 'This is not sound.'.repeat(1000))
  const { id } = await uploaded(url, file)
  for (const path of ['convertToWav', 'convertToMp3']) {
    const answer = await fetch(`${url}/api/${path}/${id}`)
    expect(answer.status).toBe(422)
    expect(errorBody.parse(await answer.json()).code).toBe('audio_unreadable')
  }
})

test('a recording without sound says so', async () => {
  const { url } = await startAppliance()
  const made = await fetch(`${url}/api/recordings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'To be recorded', userId: 1 }),
  })
  const { id } = (await made.json()) as { id: number }
  const answer = await fetch(`${url}/api/recordings/${id}/audio`)
  expect([answer.status, errorBody.parse(await answer.json()).code]).toEqual([404, 'no_audio'])
})
