import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { tone } from '../test/files.ts'
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
  // What was measured, and not twice as much.
  for (const [minutes, peak] of [
    [20, 366e6],
    [60, 925e6],
    [120, 2312e6],
  ] as const) {
    expect(memoryNeeded(minutes * 60_000)).toBeGreaterThan(peak * 1.2)
    expect(memoryNeeded(minutes * 60_000)).toBeLessThan(peak * 1.3)
  }
})
