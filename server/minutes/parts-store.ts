import type { Db, Handle } from '../db/open.ts'
import type { Parts } from './model.ts'

/** Minutes that nobody has gone on with for so long are begun anew. */
const keptMs = 7 * 24 * 60 * 60_000

export const partsOf = (db: Db, recordingId: number): Parts => ({
  async find(key) {
    const row: { answer: string } | undefined = await db
      .read('minutes_part')
      .where({ recording_id: recordingId, key })
      .first('answer')
    return row?.answer ?? null
  },
  async keep(key, json) {
    const row = {
      recording_id: recordingId,
      key,
      answer: json,
      created_at: new Date().toISOString(),
    }
    await db.write('minutes_part').insert(row).onConflict(['recording_id', 'key']).merge()
  },
})

export async function forgetParts(handle: Handle, recordingId: number): Promise<void> {
  await handle('minutes_part').where({ recording_id: recordingId }).delete()
}

export async function forgetOldParts(db: Db): Promise<void> {
  const before = new Date(Date.now() - keptMs).toISOString()
  await db.write('minutes_part').where('created_at', '<', before).delete()
}
