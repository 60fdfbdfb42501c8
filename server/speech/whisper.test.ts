import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { toyEndpoint } from '../test/toys.ts'
import { joinTokens, whisperEngine } from './whisper.ts'

const signal = new AbortController().signal
const token = (word: string, start: number, end: number, probability = 0.9) => ({
  word,
  start,
  end,
  probability,
})

async function standIn(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`
}

test('tokens become words at a leading space; the least probability of their letters counts', () => {
  expect(
    joinTokens(
      [
        token(' Good', 0, 0.3),
        token(' mor', 0.3, 0.5, 0.4),
        token('ning', 0.5, 0.8),
        token('.', 0.8, 0.9, 0.2),
      ],
      10,
    ),
  ).toEqual([
    { text: 'Good', start: 0, end: 0.3, confidence: 0.9 },
    { text: 'morning.', start: 0.3, end: 0.9, confidence: 0.4 },
  ])
})

test('times are made to grow and to stay within the clip; blanks are no words', () => {
  const words = joinTokens(
    [token(' one', -0.1, 2), token(' ', 2, 2), token(' two', 1, 1.5), token(' three', 4, 99)],
    5,
  )
  expect(words.map(({ text, start, end }) => [text, start, end])).toEqual([
    ['one', 0, 2],
    ['two', 2, 2],
    ['three', 4, 5],
  ])
})

test('asks the way whisper-server needs it', async () => {
  let body = ''
  const url = await standIn((request, response) => {
    request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => response.end(JSON.stringify({ segments: [] })))
  })
  expect(
    await whisperEngine(toyEndpoint(url)).transcribe(new Int16Array(800), { language: 'cy', signal }),
  ).toEqual([])
  const field = (name: string): string | undefined =>
    new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(body)?.[1]
  expect(field('response_format')).toBe('verbose_json')
  expect(field('language')).toBe('cy')
  expect(field('temperature_inc')).toBe('0')
  expect(field('no_language_probabilities')).toBe('true')
  expect(field('vad')).toBe('false')
  expect(field('max_context')).toBe('0')
  expect(Number(field('max_len'))).toBeGreaterThan(1000)
  expect(body).not.toContain('no_timestamps')
  expect(body.length, 'a clip of 50 ms goes as a second').toBeGreaterThan(32_000)

  body = ''
  await whisperEngine(toyEndpoint(url)).transcribe(new Int16Array(16_000), {
    language: 'en',
    prompt: 'Acme, Llanelli',
    signal,
  })
  expect(field('prompt')).toBe('Acme, Llanelli')
  expect(Number(field('max_context')), 'with 0 the prompt would be dropped').toBeGreaterThanOrEqual(32)

  const carried = { url, model: { ...toyEndpoint(url).model, wholeWindows: undefined } }
  for (const [seconds, frames] of [
    [1, 256],
    [5, 512],
    [24, 1280],
    [30, 1500],
  ] as const) {
    body = ''
    await whisperEngine(carried).transcribe(new Int16Array(seconds * 16_000), { language: 'en', signal })
    expect(Number(field('audio_ctx')), 'whole blocks of 256 frames').toBe(frames)
  }
})

test('an engine that is gone, goes away or refuses is one to try again', async () => {
  const clip = new Int16Array(16_000)
  await expect(
    whisperEngine(toyEndpoint('http://127.0.0.1:9/x')).transcribe(clip, { language: 'en', signal }),
  ).rejects.toMatchObject({ code: 'engine_crashed' })
  const dying = await standIn((request) => request.socket.destroy())
  await expect(
    whisperEngine(toyEndpoint(dying)).transcribe(clip, { language: 'en', signal }),
  ).rejects.toMatchObject({
    code: 'engine_crashed',
  })
  const half = await standIn((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-length': '1000' }).write('{"segments"')
    setTimeout(() => response.destroy(), 50)
  })
  await expect(
    whisperEngine(toyEndpoint(half)).transcribe(clip, { language: 'en', signal }),
  ).rejects.toMatchObject({
    code: 'engine_crashed',
  })
  const refusing = await standIn((request, response) =>
    request.resume().on('end', () => response.writeHead(500).end('failed')),
  )
  const refused = whisperEngine(toyEndpoint(refusing)).transcribe(clip, { language: 'en', signal })
  await expect(refused).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining('500') }),
  })
})

test('aborting closes the connection, which makes whisper.cpp stop', async () => {
  const abort = new AbortController()
  let closed: () => void
  const connectionClosed = new Promise<void>((resolve) => (closed = resolve))
  const url = await standIn((request) => {
    request.resume().on('end', () => abort.abort(new Error('cancelled')))
    request.socket.on('close', () => closed())
  })
  await expect(
    whisperEngine(toyEndpoint(url)).transcribe(new Int16Array(16_000), {
      language: 'en',
      signal: abort.signal,
    }),
  ).rejects.toThrow('cancelled')
  await connectionClosed
})
