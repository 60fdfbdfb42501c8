import type { ModelFetch } from '#contract/models.ts'
import { bytes, percent, timeLeft } from './format.ts'

/** True while a model is on its way. */
export function underWay(fetch: ModelFetch | null | undefined): fetch is ModelFetch {
  return fetch?.state === 'queued' || fetch?.state === 'running'
}

/**
 * "42%, about 3 minutes left"; what it does instead of fetching comes after it: "99%, checking".
 * Nothing is said of time while it stands still.
 */
export function fetchProgress({ state, percent: done, step, secondsLeft }: ModelFetch): string {
  if (state === 'queued') return 'waiting for its turn'
  if (step && step !== 'Fetching') return `${percent(done)}, ${step[0]?.toLowerCase()}${step.slice(1)}`
  return percent(done) + (secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)}`)
}

/** "Fetching the speech model base.en (141 MB) from huggingface.co, 42%, about 3 minutes left." */
export function fetchSentence(fetch: ModelFetch): string {
  const size = fetch.totalBytes > 0 ? ` (${bytes(fetch.totalBytes)})` : ''
  return `Fetching the speech model ${fetch.modelId}${size} from ${fetch.source}, ${fetchProgress(fetch)}.`
}
