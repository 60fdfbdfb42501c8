import { z } from 'zod'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'

const stored = z.object({ at: z.string(), message: z.string() })
/** When the language model last let somebody down, and the technical reason. */
export type LastFailure = z.infer<typeof stored>

const key = 'language_failure'

/** null: it has answered since. */
export async function lastFailure(db: Db): Promise<LastFailure | null> {
  const text = await getSetting(db.read, key)
  return text === null ? null : stored.parse(JSON.parse(text))
}

/** @param message null: it has answered */
export async function noteFailure(db: Db, message: string | null): Promise<void> {
  if (message === null && (await getSetting(db.read, key)) === null) return
  await transact(db, async (trx) => {
    const failure = message === null ? null : { at: new Date().toISOString(), message }
    await setSetting(trx, key, failure && JSON.stringify(failure))
    await recordEvent(trx, 'language')
  })
}
