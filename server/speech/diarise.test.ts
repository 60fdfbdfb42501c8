import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { temporaryFolder, tone } from '../test/files.ts'
import { meeting } from '../test/speech.ts'
import { diarise, memoryNeeded } from './diarise.ts'

const { appRoot } = loadConfig({})

test('with too little memory it does not begin, and says how much it takes', async () => {
  const begun = diarise(await tone('tone.wav', 60), {
    appRoot,
    models: {
      segmentation: 'none.onnx',
      embedding: 'none.onnx',
      settings: { threshold: 0.8, minDurationOn: 0.2, minDurationOff: 0.3 },
    },
    speakers: null,
    threads: 1,
    signal: new AbortController().signal,
    freeMemory: () => 100e6,
  })
  await expect(begun).rejects.toMatchObject({
    code: 'memory_short',
    message: expect.stringMatching(/takes about [\d.]+ MB of memory, and 100(\.0)? MB are free/),
  })
  // What was measured, and not twice as much; hours are looked at in windows.
  expect(memoryNeeded(15 * 60_000)).toBeGreaterThan(318e6 * 1.2)
  expect(memoryNeeded(15 * 60_000)).toBeLessThan(318e6 * 1.3)
  expect(memoryNeeded(3 * 3_600_000)).toBe(memoryNeeded(3_600_000))
  expect(memoryNeeded(3 * 3_600_000)).toBeLessThan(450e6)
})

test('in windows the same voices are found as at once, and whoever speaks keeps one label', async () => {
  const { wav, truth } = await meeting({ seed: 7, minutes: 1.5, speakers: 3 })
  const file = join(await temporaryFolder(), 'sound.wav')
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-i', wav, '-ac', '1', '-ar', '16000', file])
  const bundled = (part: string): string => join(appRoot, 'server', 'test', 'models', `${part}-demo.onnx`)
  const told: number[] = []
  const { turns, voices } = await diarise(file, {
    appRoot,
    models: {
      segmentation: bundled('segmentation'),
      embedding: bundled('embedding'),
      settings: { threshold: 0.8, minDurationOn: 0.2, minDurationOff: 0.3 },
    },
    speakers: null,
    threads: 1,
    signal: new AbortController().signal,
    windowMs: 35_000,
    onProgress: (part) => told.push(part),
  })
  expect(voices.map(({ speaker }) => speaker)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 3'])
  const labels = new Map<string, Set<string>>()
  for (const { speaker, start, end } of truth.segments) {
    const at = ((start + end) / 2) * 1000
    const heard = turns.find(({ startMs, endMs }) => startMs <= at && endMs >= at)?.speaker
    if (heard) labels.set(speaker, (labels.get(speaker) ?? new Set()).add(heard))
  }
  expect([...labels.values()].map((one) => one.size)).toEqual([1, 1, 1])
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.filter((part) => part > 0.34 && part < 0.66).length).toBeGreaterThan(3)
})
