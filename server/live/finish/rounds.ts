import type { Log } from '../../log.ts'
import { regularly } from '../../regularly.ts'
import type { LiveService } from '../service.ts'

const roundMs = 30_000
const lookEveryMs = 3000

/** Looks after recordings that nobody closed, from now on. @returns what ends it */
export function startRounds(live: LiveService, log: Log): () => Promise<void> {
  return regularly(
    roundMs,
    () => live.round(),
    (error) => log.error({ err: error }, 'the round of unfinished recordings failed'),
  )
}

/**
 * Looks every few seconds who still records, from now on.
 * @param tell that a recording is another than it was @returns what ends it
 */
export function startAttendance(
  live: LiveService,
  log: Log,
  tell: (recordingId: number) => Promise<void>,
): () => Promise<void> {
  const look = async (): Promise<void> => {
    for (const id of await live.attend()) await tell(id)
  }
  return regularly(lookEveryMs, look, (error) =>
    log.error({ err: error }, 'who still records could not be looked up'),
  )
}
