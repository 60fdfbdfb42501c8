import { describe, expect, it } from 'vitest'
import type { ModelFetch } from '#contract/models.ts'
import { fetchProgress, underWay } from './models.ts'

const fetch: ModelFetch = {
  jobId: 4,
  modelId: 'base.en',
  modelName: 'Whisper base, English only',
  source: 'huggingface.co',
  state: 'running',
  receivedBytes: 62_000_000,
  totalBytes: 147_964_211,
  percent: 42.4,
  step: 'Fetching',
  secondsLeft: 170,
  errorCode: null,
  errorMessage: null,
}

describe('a model on its way', () => {
  it.each<[Partial<ModelFetch>, string]>([
    [{}, '42%, about 3 minutes left'],
    [{ secondsLeft: null }, '42%'],
    [
      { step: 'Waiting for huggingface.co to go on', secondsLeft: null },
      '42%, waiting for huggingface.co to go on',
    ],
    [{ step: 'Checking', percent: 99, secondsLeft: 2 }, '99%, checking'],
    [{ state: 'queued', percent: 0, step: null, totalBytes: 0 }, 'queued'],
  ])('%j', (part, end) => {
    expect(fetchProgress({ ...fetch, ...part })).toBe(end)
  })

  it('is under way until it ends', () => {
    expect(underWay(fetch)).toBe(true)
    expect(underWay({ ...fetch, state: 'failed' })).toBe(false)
    expect(underWay(null)).toBe(false)
  })
})
