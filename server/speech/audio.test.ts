import { execFile } from 'node:child_process'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { jumpingWebm } from '../test/capture.ts'
import { made, temporaryFolder, tone } from '../test/files.ts'
import { longTest } from '../test/long.ts'
import { convertAudio, decodeToWav, findFfmpeg, openSamples, wavDurationMs, type Ffmpeg } from './audio.ts'

const run = promisify(execFile)
const ffmpeg = async (): Promise<Ffmpeg> => (await findFfmpeg({ ffmpegBin: null }))!

test('takes the first ffmpeg that really runs', async () => {
  expect((await findFfmpeg({ ffmpegBin: null }))?.version).toMatch(/^\d/)
  const broken = join(await temporaryFolder(), 'ffmpeg')
  await writeFile(broken, '#!/bin/sh\nexit 1\n')
  await chmod(broken, 0o755)
  expect((await findFfmpeg({ ffmpegBin: broken }))?.path).not.toBe(broken)
  expect(await findFfmpeg({ ffmpegBin: '/no/such/ffmpeg' })).not.toBeNull()
})

test.each([
  'wav',
  'mp3',
  'm4a',
  'flac',
  'ogg',
  'opus',
  'webm',
  'mkv',
  'aiff',
  'mp4',
  'mov',
  'wma',
  'ac3',
  'aac',
  'avi',
  'ts',
  'mpg',
  'caf',
  'au',
])('reads .%s', async (extension) => {
  const input = await tone(`tone.${extension}`, 3)
  const output = join(dirname(input), 'speech.wav')
  const { durationMs, hasVideo } = await decodeToWav(await ffmpeg(), input, output)
  expect(durationMs).toBeGreaterThan(2900)
  expect(durationMs).toBeLessThan(3300)
  expect(hasVideo).toBe(false)
  const info = await run('ffprobe', [
    '-loglevel',
    'error',
    '-show_entries',
    'stream=codec_name,sample_rate,channels',
    '-of',
    'csv=p=0',
    output,
  ])
  expect(info.stdout.trim()).toBe('pcm_s16le,16000,1')
})

test('a gap in the file keeps the time line', async () => {
  const folder = await temporaryFolder()
  const input = join(folder, 'gap.mkv')
  // Sound from 0 to 2 s and, after a lost connection, from 6 to 8 s.
  const gap = 'sine=frequency=440:duration=4,asetpts=PTS+if(gte(T\\,2)\\,4/TB\\,0)'
  await made(input, gap, '-c:a', 'pcm_s16le')
  const output = join(folder, 'speech.wav')
  const { durationMs } = await decodeToWav(await ffmpeg(), input, output)
  expect(durationMs).toBeGreaterThan(7700)
  const source = await openSamples(output)
  const loudest = async (from: number, to: number): Promise<number> =>
    (await source.read(from, to)).reduce((m, s) => Math.max(m, Math.abs(s)), 0)
  expect(await loudest(500, 1500)).toBeGreaterThan(1000)
  expect(await loudest(3000, 5000)).toBeLessThan(10)
  expect(await loudest(6500, 7500)).toBeGreaterThan(1000)
  await source.close()
})

longTest('tells how far it is', async () => {
  const input = await tone('tone.mp3', 1800)
  const parts: number[] = []
  await decodeToWav(await ffmpeg(), input, join(dirname(input), 'speech.wav'), {
    onProgress: (part) => parts.push(part),
  })
  expect(parts.at(-1)).toBeGreaterThan(0.9)
  expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true)
})

test.each([
  ['text', 'This is not sound. '.repeat(500)],
  ['nothing', ''],
  [
    'a playlist that names another file',
    '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  ],
  ['a list to join', "ffconcat version 1.0\nfile '/etc/hostname'\n"],
])('%s is not sound, and nothing is left behind', async (_name, content) => {
  const folder = await temporaryFolder()
  const input = join(folder, 'upload.mp3')
  await writeFile(input, content)
  await expect(decodeToWav(await ffmpeg(), input, join(folder, 'speech.wav'))).rejects.toMatchObject({
    code: 'audio_unreadable',
  })
  expect(await readdir(folder)).toEqual(['upload.mp3'])
})

test('a playlist does not make it ask the network or read another sound', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const secret = await tone('secret.ts', 3)
  const folder = await temporaryFolder()
  for (const target of [
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ts`,
    secret,
    `file:${secret}`,
  ])
    for (const name of ['upload.m3u8', 'upload.wav', 'upload.mp4']) {
      const input = join(folder, name)
      await writeFile(input, `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${target}\n#EXT-X-ENDLIST\n`)
      await expect(decodeToWav(await ffmpeg(), input, join(folder, 'speech.wav'))).rejects.toMatchObject({
        code: 'audio_unreadable',
      })
    }
  expect(asked).toBe(0)
})

test('a video without sound says so', async () => {
  const folder = await temporaryFolder()
  const input = join(folder, 'mute.mp4')
  await made(input, 'color=black:s=64x48:r=5:d=2', '-c:v', 'mpeg4')
  await expect(decodeToWav(await ffmpeg(), input, join(folder, 'speech.wav'))).rejects.toThrow('no audio')
})

test('names with strange characters are names', async () => {
  const input = await tone("-i 'x'; $(touch y) %d:é.wav", 1)
  expect((await decodeToWav(await ffmpeg(), input, join(dirname(input), 'speech.wav'))).durationMs).toBe(1000)
})

test('aborted it ends at once and leaves nothing', async () => {
  const input = await tone('tone.wav', 600)
  const abort = new AbortController()
  const decoding = decodeToWav(await ffmpeg(), input, join(dirname(input), 'speech.wav'), {
    signal: abort.signal,
  })
  setTimeout(() => abort.abort(new Error('cancelled')), 30)
  await expect(decoding).rejects.toThrow('cancelled')
  expect(await readdir(dirname(input))).toEqual(['tone.wav'])
})

test('converts to MP3, and to WAV with the rate and channels of the source', async () => {
  const folder = await temporaryFolder()
  const input = join(folder, 'stereo.flac')
  await made(input, 'sine=frequency=440:duration=2:sample_rate=48000', '-ac', '2')
  const probe = async (file: string): Promise<string> =>
    (
      await run('ffprobe', [
        '-loglevel',
        'error',
        '-show_entries',
        'stream=codec_name,sample_rate,channels',
        '-of',
        'csv=p=0',
        file,
      ])
    ).stdout.trim()
  await convertAudio(await ffmpeg(), input, join(folder, 'a.wav'), 'wav', {})
  await convertAudio(await ffmpeg(), input, join(folder, 'a.mp3'), 'mp3', {})
  expect(await probe(join(folder, 'a.wav'))).toBe('pcm_s16le,48000,2')
  expect(await probe(join(folder, 'a.mp3'))).toBe('mp3,48000,2')
})

test('reads parts of its own WAVs, to the sample; beyond the end there is nothing', async () => {
  const folder = await temporaryFolder()
  const input = await tone('tone.wav', 2)
  const wav = join(folder, 'speech.wav')
  await decodeToWav(await ffmpeg(), input, wav)
  expect(await wavDurationMs(wav)).toBe(2000)
  const bytes = await readFile(wav)
  const data = bytes.indexOf('data', 12, 'latin1') + 8
  const source = await openSamples(wav)
  const part = await source.read(500, 510)
  expect(part).toHaveLength(160)
  expect(part[0]).toBe(bytes.readInt16LE(data + 500 * 32))
  expect(await source.read(1990, 9000)).toHaveLength(160)
  expect(await source.read(5000, 9000)).toHaveLength(0)
  await source.close()
})

test('holes in the time line are filled, up to an hour in all', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'hole.webm')
  const hole = ['-af', "asetpts='if(gt(T,3),PTS+7/TB,PTS)'"]
  await made(
    file,
    'sine=frequency=440:duration=6:sample_rate=48000',
    ...hole,
    '-c:a',
    'libopus',
    '-f',
    'webm',
  )
  const { durationMs } = await decodeToWav(await ffmpeg(), file, join(folder, 'hole.wav'))
  expect(durationMs / 1000).toBeCloseTo(13, 1)
  const loud = await openSamples(join(folder, 'hole.wav'))
  const level = async (fromMs: number): Promise<number> =>
    Math.max(...(await loud.read(fromMs, fromMs + 100)).map(Math.abs))
  for (const sound of [2000, 11_000]) expect(await level(sound)).toBeGreaterThan(1000)
  for (const silence of [5000, 9000]) expect(await level(silence)).toBe(0)
  await loud.close()

  const jumping = join(folder, 'jumping.webm')
  await writeFile(jumping, await jumpingWebm())
  const hour = await decodeToWav(await ffmpeg(), jumping, join(folder, 'jumping.wav'))
  expect(hour.durationMs / 1000).toBeCloseTo(3606, 0)
})
