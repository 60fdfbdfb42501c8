import type { LanguagePull } from '#contract/language.ts'
import type { ModelFetch } from '#contract/models.ts'
import { bytes, percent, timeLeft } from './format.ts'

/** True while a model is on its way. */
export function underWay<T extends ModelFetch | LanguagePull>(fetch: T | null | undefined): fetch is T {
  return fetch?.state === 'queued' || fetch?.state === 'running'
}

/**
 * "42%, about 3 minutes left"; what it does instead of fetching comes after it: "99%, checking".
 * Nothing is said of time while it stands still.
 */
export function fetchProgress({ state, percent: done, step, secondsLeft }: ModelFetch): string {
  if (state === 'queued') return 'queued'
  if (step && step !== 'Fetching') return `${percent(done)}, ${step[0]?.toLowerCase()}${step.slice(1)}`
  return percent(done) + (secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)}`)
}

/** "62 MB of 148 MB, 42%, about 3 minutes left" */
export function fetchState(fetch: ModelFetch): string {
  const total = fetch.totalBytes > 0 ? ` of ${bytes(fetch.totalBytes)}` : ''
  return `${bytes(fetch.receivedBytes)}${total}, ${fetchProgress(fetch)}`
}

/** The same of a language model: Ollama says itself what it does. */
export function pullState({ state, step, percent: done, secondsLeft }: LanguagePull): string {
  if (state === 'queued') return 'Queued'
  const left = secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)}`
  return `${step ?? 'Beginning'}, ${percent(done)}${left}`
}
