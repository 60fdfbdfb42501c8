import { z } from 'zod'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
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
async function noteFailure(db: Db, message: string | null): Promise<void> {
  if (message === null && (await getSetting(db.read, key)) === null) return
  await transact(db, async (trx) => {
    const failure = message === null ? null : { at: new Date().toISOString(), message }
    await setSetting(trx, key, failure && JSON.stringify(failure))
    await recordEvent(trx, 'language')
  })
}

/** How it ended, for administrators; what cannot be noted changes nothing for whoever asked. */
export async function noted<T>(db: Db, log: Log, answer: Promise<T>): Promise<T> {
  const note = (message: string | null): Promise<void> =>
    noteFailure(db, message).catch((error: unknown) =>
      log.warn({ err: error }, 'how the language model answered could not be noted'),
    )
  try {
    const value = await answer
    await note(null)
    return value
  } catch (error) {
    if (error instanceof AppError) await note(withDetail(error))
    throw error
  }
}

/** For administrators: what Ollama itself said. */
const withDetail = ({ code, message, cause }: AppError): string =>
  code === 'language_failed' && cause instanceof Error
    ? `${message} It said: ${cause.message.replace(/\s+/g, ' ').slice(0, 300)}`
    : message
