import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, temporaryFolder } from '../test/files.ts'
import { ModelServer, type Mode } from '../test/model-server.ts'
import { fetchFile, whyUnreachable, type FetchOptions, type FetchProgress, type Wanted } from './fetch.ts'

const bytes = randomBytes(3_000_000)
const quick = { stallMs: 300, tries: 4, pauseMs: () => 10 }

const startOf = (range: string): number => Number(/\d+/.exec(range)?.[0])

async function setUp(modes: Mode[], more: Partial<Wanted> = {}) {
  const server = await ModelServer.start(bytes, modes)
  const folder = await temporaryFolder()
  const file = join(folder, 'test.en.fetch')
  const wanted: Wanted = {
    url: server.url,
    sha1: server.sha1,
    sha256: null,
    sizeBytes: 3_100_000,
    approximate: true,
    ...more,
  }
  const seen: FetchProgress[] = []
  const run = (options: Partial<FetchOptions> = {}): ReturnType<typeof fetchFile> =>
    fetchFile(wanted, file, {
      signal: new AbortController().signal,
      onProgress: (progress) => seen.push(progress),
      ...quick,
      ...options,
    })
  return { server, folder, file, wanted, seen, run }
}

test('a file comes with its checksums, its size and progress', async () => {
  const { run, file, seen, server } = await setUp(['ok'])
  expect(await run()).toEqual({
    sizeBytes: 3_000_000,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect(bytes.equals(await readFile(file))).toBe(true)
  expect(seen.at(-1)).toMatchObject({ receivedBytes: 3_000_000, totalBytes: 3_000_000, step: 'Fetching' })
  expect(server.asked).toEqual([{ range: null, ifRange: null }])
})

test.each<[string, Mode[], (string | null)[]]>([
  ['that is cut off goes on where it was', ['cut', 'cut', 'ok'], [null, 'rest', 'rest']],
  ['that stalls goes on over a new connection', ['stall', 'ok'], [null, 'rest']],
  [
    'whose server is away for a moment comes after it',
    ['unavailable', 'unavailable', 'ok'],
    [null, null, null],
  ],
  ['that is never answered is asked for again', ['silent', 'ok'], [null, null]],
  ['whose ranges are wrong begins again', ['cut', 'wrongRange', 'ok'], [null, 'rest', null]],
  ['whose ranges are ignored begins again in the same answer', ['cut', 'ignoresRange'], [null, 'rest']],
  ['whose range is not there begins again', ['cut', 'noRange', 'ok'], [null, 'rest', null]],
  ['whose ranges lie is found out and fetched whole', ['cut', 'lyingRange', 'ok'], [null, 'rest', null]],
  ['with wrong bytes is fetched once more', ['wrongBytes', 'ok'], [null, null]],
  ['that is somewhere else is followed', ['redirect', 'ok'], [null, null]],
])('a file %s', async (_name, modes, ranges) => {
  const { run, file, server } = await setUp(modes)
  await run()
  expect(bytes.equals(await readFile(file))).toBe(true)
  expect(server.asked.map(({ range }) => range && 'rest')).toEqual(ranges)
  const starts = server.asked.flatMap(({ range }) => (range === null ? [] : [startOf(range)]))
  // A connection that ends may take along what had just come.
  for (const [i, start] of starts.entries()) expect(start).toBeGreaterThan(i * 1_000_000 + 500_000)
})

test('a rest is asked for only of the same version', async () => {
  const { run, file, server } = await setUp(['cut'])
  await expect(run({ tries: 1 })).rejects.toMatchObject({ code: 'model_unreachable' })
  server.etag = '"v2"'
  server.set('ok')
  await run()
  expect(server.asked.at(-1)).toEqual({ range: expect.stringMatching(/^bytes=[1-9]\d{5}/), ifRange: '"v1"' })
  expect(bytes.equals(await readFile(file))).toBe(true)
})

test.each<[string, Mode[], string, RegExp]>([
  ['is missing', ['missing'], 'model_unreachable', /404/],
  ['is forbidden', ['forbidden'], 'model_unreachable', /403.*proxy or firewall/],
  ['is a web page', ['html'], 'model_unreachable', /web page/],
  ['is sent in a circle', ['circle'], 'model_unreachable', /circle/],
  ['is only a few bytes', ['tiny'], 'model_checksum', /3 bytes/],
  ['has wrong bytes twice', ['wrongBytes'], 'model_checksum', /SHA-1/],
  ['has bytes too many', ['extraBytes'], 'model_checksum', /SHA-1/],
  ['never ends', ['endless'], 'model_checksum', /larger/],
  ['is never there', ['unavailable'], 'model_unreachable', /4 times.*503/],
  ['never answers', ['silent'], 'model_unreachable', /TIMEOUT/],
])('a file that %s fails with a reason', async (_name, modes, code, why) => {
  const { run, folder } = await setUp(modes)
  await expect(run()).rejects.toMatchObject({ code, message: expect.stringMatching(why) })
  // What is wrong goes; what is only unfinished may be gone on from.
  const kept = (await filesBelow(folder)).filter(
    (name) => !(code === 'model_unreachable' && name === 'test.en.fetch'),
  )
  expect(kept).toEqual([])
})

test('a size that is known exactly is held to', async () => {
  const { run } = await setUp(['ok'], { sizeBytes: 3_000_001, approximate: false })
  await expect(run()).rejects.toMatchObject({ code: 'model_checksum' })
})

test('a published SHA-256 is held to', async () => {
  const { run } = await setUp(['ok'], { sha256: 'a'.repeat(64) })
  await expect(run()).rejects.toMatchObject({ code: 'model_checksum' })
})

test('starting over again and again is no progress', async () => {
  const { run, server } = await setUp(['cut', 'wrongRange', 'cut'])
  await expect(run()).rejects.toMatchObject({ code: 'model_unreachable' })
  expect(server.asked.length).toBeLessThanOrEqual(8)
})

test('a server that breaks off often and still gets on is not given up', async () => {
  const { run, server } = await setUp(['cut'])
  server.partBytes = 300_000
  await run()
  expect(server.asked.length).toBeGreaterThanOrEqual(10)
})

test('what an earlier process left is gone on from', async () => {
  const { run, server, file } = await setUp(['cut'])
  await expect(run({ tries: 1 })).rejects.toMatchObject({ code: 'model_unreachable' })
  server.set('ok')
  const { sha256 } = await run()
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(server.asked.at(-1)).toEqual({ range: expect.stringMatching(/^bytes=[1-9]\d{5}/), ifRange: '"v1"' })
  await run()
  expect(server.asked).toHaveLength(2) // all is there: nobody is asked
  await writeFile(file, 'damaged')
  await run()
  expect(bytes.equals(await readFile(file))).toBe(true)
})

test('another server goes on with the same file', async () => {
  const { run, wanted, file } = await setUp(['cut'])
  await expect(run({ tries: 1 })).rejects.toMatchObject({ code: 'model_unreachable' })
  const mirror = await ModelServer.start(bytes, ['ok'])
  await fetchFile({ ...wanted, url: mirror.url }, file, { signal: new AbortController().signal, ...quick })
  expect(mirror.asked).toEqual([{ range: expect.stringMatching(/^bytes=[1-9]\d{5}/), ifRange: null }])
})

test('an abort ends it at once and keeps what has come', async () => {
  const { run, server, folder } = await setUp(['slow'])
  const abort = new AbortController()
  await expect(
    run({
      signal: abort.signal,
      onProgress: ({ receivedBytes }) => receivedBytes > 500_000 && abort.abort(),
    }),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect((await filesBelow(folder)).sort()).toEqual(['test.en.fetch', 'test.en.fetch.json'])
  server.set('ok')
  await run()
  expect(Number(/\d+/.exec(server.asked.at(-1)!.range ?? '')?.[0])).toBeGreaterThan(500_000)
})

test('whether a file can be fetched is known within the given time', async () => {
  const { server, wanted } = await setUp(['ok'])
  expect(await whyUnreachable(wanted.url, 1000)).toBeNull()
  server.set('missing')
  expect(await whyUnreachable(wanted.url, 1000)).toContain('404')
  server.set('silent')
  expect(await whyUnreachable(wanted.url, 1000)).toContain('within 1 second')
  expect(await whyUnreachable('http://127.0.0.1:1/x.bin', 1000)).toContain('ECONNREFUSED')
  expect(server.asked).toEqual([])
})
