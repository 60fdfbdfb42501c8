import { transact, type Db } from '../db/open.ts'
import type { JobDefinitions } from './define.ts'
import { activeJobs, cancel } from './queue.ts'

/** Ends these kinds of work on a thing. @returns true once none of it is at work */
export async function stopJobs(
  db: Db,
  definitions: JobDefinitions,
  names: string[],
  subject: number,
): Promise<boolean> {
  for (const { id } of await activeJobs(db.read, names, subject))
    await transact(db, (trx) => cancel(trx, definitions, id))
  return (await activeJobs(db.read, names, subject)).length === 0
}
