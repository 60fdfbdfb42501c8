import type { Log } from '../log.ts'
import type { LiveService } from './service.ts'

const roundMs = 30_000

/** Looks after recordings that nobody closed, from now on. @returns what ends it */
export function startRounds(live: LiveService, log: Log): () => Promise<void> {
  let running = Promise.resolve()
  const go = (): void => {
    running = running
      .then(() => live.round())
      .catch((error: unknown) => log.error({ err: error }, 'the round of unfinished recordings failed'))
  }
  go()
  const timer = setInterval(go, roundMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
