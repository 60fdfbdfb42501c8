import { describe, expect, it } from 'vitest'
import type { ModelFetch } from '#contract/models.ts'
import { fetchSentence, underWay } from './models.ts'

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
  awaited: true,
}

describe('a model on its way', () => {
  it.each<[Partial<ModelFetch>, string]>([
    [{}, '(148 MB) from huggingface.co, 42%, about 3 minutes left.'],
    [{ secondsLeft: null }, '(148 MB) from huggingface.co, 42%.'],
    [
      { step: 'Waiting for huggingface.co to go on', secondsLeft: null },
      '(148 MB) from huggingface.co, 42%, waiting for huggingface.co to go on.',
    ],
    [{ step: 'Checking', percent: 99, secondsLeft: 2 }, '(148 MB) from huggingface.co, 99%, checking.'],
    [
      { state: 'queued', percent: 0, step: null, totalBytes: 0 },
      'from huggingface.co, waiting for its turn.',
    ],
  ])('%j', (part, end) => {
    expect(fetchSentence({ ...fetch, ...part })).toBe(`Fetching the speech model base.en ${end}`)
  })

  it('is under way until it ends', () => {
    expect(underWay(fetch)).toBe(true)
    expect(underWay({ ...fetch, state: 'failed' })).toBe(false)
    expect(underWay(null)).toBe(false)
  })
})
