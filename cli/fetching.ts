import { setTimeout as pause } from 'node:timers/promises'
import { errorCodes } from '#contract/errors.ts'
import type { LanguagePull } from '#contract/language.ts'
import type { ModelFetch } from '#contract/models.ts'
import { AppError } from '../server/errors.ts'
import { findRunningServer } from '../server/files/lock.ts'
import type { Services } from '../server/services.ts'
import { createProgressLine, duration, exitCodes, note } from './output.ts'
import { createStandIn, type StandIn } from './stand-in.ts'

const lookMs = 300

type Fetch = ModelFetch | LanguagePull

/** What is being fetched, and how that is told. */
type Fetching<T extends Fetch> = {
  jobId: number
  newest: () => Promise<T | null>
  /** "Fetching: 12 MB of 148 MB" */
  stepOf: (fetch: T) => string
  /** When another fetch has taken its place. */
  another: string
  /** To whoever no longer waits: a server goes on with it. */
  goesOn: string
  /** The same where nobody goes on. */
  isKept: string
}

/**
 * Waits until a fetch has ended, with its progress: the running server does it, or this process while there is none.
 * Ctrl-C ends the waiting.
 */
export async function untilFetched<T extends Fetch>(services: Services, fetching: Fetching<T>): Promise<T> {
  const standIn = createStandIn(services)
  const stop = (): void => void giveUpWaiting(services, standIn, fetching)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await follow(fetching, standIn)
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
    await standIn.stop()
  }
}

/** Why a fetch that has ended did not bring anything. */
export function whyNotFetched({ errorCode, errorMessage }: Fetch): AppError {
  const code = errorCodes.find((known) => known === errorCode)
  return new AppError(code ?? 'model_unreachable', errorMessage ?? 'The fetching was cancelled.')
}

async function giveUpWaiting<T extends Fetch>(
  services: Services,
  standIn: StandIn,
  { goesOn, isKept }: Fetching<T>,
): Promise<void> {
  const mine = standIn.isWorking()
  await standIn.stop()
  const server = mine ? null : await findRunningServer(services.paths)
  note(`\n${server ? goesOn : isKept}`)
  process.exit(exitCodes.interrupted)
}

async function follow<T extends Fetch>(fetching: Fetching<T>, standIn: StandIn): Promise<T> {
  const { jobId, newest, stepOf, another } = fetching
  const line = createProgressLine()
  try {
    for (;;) {
      await standIn.ensure()
      const fetch = await newest()
      if (!fetch || fetch.jobId !== jobId) throw new AppError('model_unreachable', another)
      if (fetch.state !== 'queued' && fetch.state !== 'running') return fetch
      const percent = Math.floor(fetch.percent)
      const step = stepOf(fetch)
      const left = fetch.secondsLeft ? `, about ${duration(fetch.secondsLeft)} left` : ''
      line.show(`${step.split(':')[0]} ${Math.floor(percent / 10)}`, `${percent}%, ${step}${left}`)
      await pause(lookMs)
    }
  } finally {
    line.end()
  }
}
