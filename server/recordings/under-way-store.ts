import type { Handle } from '../db/open.ts'

/** Nobody meets for longer: what is older was left open. */
const longestMs = 12 * 3_600_000

/** Whether a meeting is being recorded now. */
export async function isAnyUnderWay(handle: Handle): Promise<boolean> {
  const row: unknown = await handle('recording')
    .where({ capture: 'open' })
    .andWhere('created_at', '>', new Date(Date.now() - longestMs).toISOString())
    .first('id')
  return row !== undefined
}
