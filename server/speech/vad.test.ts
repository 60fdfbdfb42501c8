import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { made, temporaryFolder } from '../test/files.ts'
import { sampleOf } from '../test/long.ts'
import { meeting } from '../test/speech.ts'
import { decodeToWav, findFfmpeg } from './audio.ts'
import { findSpeech } from './vad.ts'

const run = promisify(execFile)
const { appRoot } = loadConfig({})

/** What ffmpeg's lavfi makes of a description, 16 kHz mono. */
async function heard(source: string): Promise<string> {
  const wav = join(await temporaryFolder(), 'made.wav')
  await made(wav, source, '-ar', '16000', '-ac', '1')
  return wav
}

async function decoded(wav: string, ...cut: string[]): Promise<string> {
  const folder = await temporaryFolder()
  const part = join(folder, 'part.wav')
  await run('ffmpeg', ['-loglevel', 'error', '-i', wav, ...cut, part])
  const ffmpeg = await findFfmpeg({ ffmpegBin: null })
  await decodeToWav(ffmpeg!, part, join(folder, 'speech.wav'))
  return join(folder, 'speech.wav')
}

test.each([
  ['silence', 'anullsrc=r=16000:cl=mono:d=30'],
  ['white noise', 'anoisesrc=d=30:c=white:a=0.1:seed=1'],
  ['loud white noise', 'anoisesrc=d=30:c=white:a=0.5:seed=2'],
  ['pink noise', 'anoisesrc=d=30:c=pink:a=0.1:seed=3'],
  ['loud pink noise', 'anoisesrc=d=30:c=pink:a=0.5:seed=4'],
  ['brown noise', 'anoisesrc=d=30:c=brown:a=0.3:seed=5'],
  ['mains hum', 'aevalsrc=0.2*sin(2*PI*50*t)+0.1*sin(2*PI*100*t)+0.05*sin(2*PI*150*t):d=30'],
])('%s has no speech in it', async (_name, source) => {
  expect(await findSpeech(await heard(source), { appRoot })).toEqual([])
})

test.each(sampleOf<'short' | 'ordinary' | 'long'>(['ordinary', 'short', 'long']))(
  'no word of a meeting with %s pauses is lost',
  async (pauses) => {
    const spoken = await meeting({ seed: 21, minutes: 2, speakers: 3, pauses })
    const spans = await findSpeech(await decoded(spoken.wav), { appRoot })
    // Within the padding that the planner adds.
    const missed = spoken.truth.segments.filter(
      ({ start, end }) =>
        !spans.some((s) => s.startMs <= start * 1000 + 300 && s.endMs >= end * 1000 - 300) &&
        !covered(spans, start * 1000, end * 1000),
    )
    expect(missed).toEqual([])
  },
)

function covered(spans: { startMs: number; endMs: number }[], startMs: number, endMs: number): boolean {
  const found = spans.reduce(
    (sum, s) => sum + Math.max(0, Math.min(s.endMs + 300, endMs) - Math.max(s.startMs - 300, startMs)),
    0,
  )
  return found >= (endMs - startMs) * 0.95
}

test('speech that is cut off by the end of the recording counts to the end', async () => {
  const spoken = await meeting({ seed: 21, minutes: 2, speakers: 3, pauses: 'ordinary' })
  const { start, end } = spoken.truth.segments[3]!
  const stop = (start + end) / 2
  const spans = await findSpeech(await decoded(spoken.wav, '-t', String(stop)), { appRoot })
  expect(spans.at(-1)!.endMs).toBeGreaterThan(stop * 1000 - 100)
})

test('lets other things go on, tells how far it is, and can be aborted', async () => {
  const wav = await heard('anoisesrc=d=120:c=pink:a=0.1:seed=6')
  let longest = 0
  let last = Date.now()
  const beat = setInterval(() => {
    longest = Math.max(longest, Date.now() - last)
    last = Date.now()
  }, 5)
  const parts: number[] = []
  await findSpeech(wav, { appRoot, onProgress: (part) => parts.push(part) })
  clearInterval(beat)
  expect(longest, 'milliseconds without a turn of the event loop').toBeLessThan(1000)
  expect(parts.length).toBeGreaterThan(10)
  expect(parts).toEqual([...parts].sort((a, b) => a - b))

  const abort = new AbortController()
  const aborted = findSpeech(wav, {
    appRoot,
    signal: abort.signal,
    onProgress: () => abort.abort(new Error('cancelled')),
  })
  await expect(aborted).rejects.toThrow('cancelled')
})
