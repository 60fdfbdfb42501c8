import { transact, type Db } from '../db/open.ts'
import type { JobDefinitions } from './define.ts'
import { cancel, isActive, latestJobs } from './queue.ts'

/** Ends these kinds of work on a thing. @returns true once none of it is at work */
export async function stopJobs(
  db: Db,
  definitions: JobDefinitions,
  names: string[],
  subject: number,
): Promise<boolean> {
  let over = true
  for (const name of names) {
    const current = (await latestJobs(db.read, name, [subject])).get(subject)
    if (current) await transact(db, (trx) => cancel(trx, definitions, current.id))
    if (await isActive(db.read, name, subject)) over = false
  }
  return over
}
