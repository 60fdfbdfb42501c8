import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { temporaryFolder, tone } from '../test/files.ts'
import { uploaded } from '../test/client.ts'
import { startAppliance } from '../test/server.ts'

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
  const same = await get({ range: 'bytes=0-9', 'if-range': etag })
  const changed = await get({ range: 'bytes=0-9', 'if-range': '"other"' })
  expect([same.status, changed.status]).toEqual([206, 200])
  await changed.arrayBuffer()
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

test('what ffmpeg cannot read cannot be converted, and says so', async () => {
  const { url } = await startAppliance()
  const file = join(await temporaryFolder(), 'broken.mp3')
  await writeFile(file, 'This is not sound.'.repeat(1000))
  const { id } = await uploaded(url, file)
  const answer = await fetch(`${url}/api/convertToWav/${id}`)
  expect(answer.status).toBe(422)
  expect(errorBody.parse(await answer.json()).code).toBe('audio_unreadable')
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
