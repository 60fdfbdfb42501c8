import type { Db } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import type { Log } from '../log.ts'

/** A person waits for an answer of the language model: batch work of other processes lets them go first. */

/** Said again as long as it lasts; a server that dies leaves nobody waiting for longer. */
const holdsMs = 15_000
const sayEveryMs = 5000

export type Asked = {
  /** Runs what a person waits for. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** Whether anybody waits just now. */
  isWaiting(): Promise<boolean>
}

/** Told over the database, so that the worker's batch work gives way to what the server is asked. */
export function createAsked({ db, log }: { db: Db; log: Log }): Asked {
  let count = 0
  const say = (): Promise<void> =>
    setSetting(db.write, 'language_asked', new Date(Date.now() + holdsMs).toISOString())
  return {
    async first(work) {
      count++
      // A courtesy: a question is asked all the same when it cannot be said, or taken back.
      const tell = (what: Promise<void>): Promise<void> =>
        what.catch((error: unknown) => log.warn({ err: error }, 'batch work could not be told to wait'))
      await tell(say())
      const timer = setInterval(() => void tell(say()), sayEveryMs)
      try {
        return await work()
      } finally {
        clearInterval(timer)
        count--
        if (count === 0) await tell(setSetting(db.write, 'language_asked', null))
      }
    },
    async isWaiting() {
      const until = await getSetting(db.read, 'language_asked')
      return until !== null && Date.parse(until) > Date.now()
    },
  }
}
