import type { Log } from '../log.ts'
import type { LiveService } from './service.ts'

const lookEveryMs = 3000

/**
 * Looks every few seconds who still records, from now on.
 * @param tell that a recording is another than it was @returns what ends it
 */
export function startAttendance(
  live: LiveService,
  log: Log,
  tell: (recordingId: number) => Promise<void>,
): () => Promise<void> {
  let running = Promise.resolve()
  let busy = false
  const look = async (): Promise<void> => {
    for (const id of await live.attend()) await tell(id)
  }
  const go = (): void => {
    if (busy) return
    busy = true
    running = look()
      .catch((error: unknown) => log.error({ err: error }, 'who still records could not be looked up'))
      .finally(() => {
        busy = false
      })
  }
  go()
  const timer = setInterval(go, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
