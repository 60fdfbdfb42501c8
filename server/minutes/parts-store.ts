import { z } from 'zod'
import type { Db, Handle } from '../db/open.ts'
import type { Parts } from './model.ts'

/** Minutes that nobody has gone on with for so long are begun anew. */
const keptMs = 7 * 24 * 60 * 60_000

/** Of what is told while minutes are being written; `key` of an answer is a digest. */
const telling = 'told:'
const told = z.object({ heading: z.string(), text: z.string() })
export type Told = z.infer<typeof told>

/** What has been written so far, in its order. */
export async function toldSoFar(handle: Handle, recordingId: number): Promise<Told[]> {
  const rows: { key: string; answer: string }[] = await handle('minutes_part')
    .where({ recording_id: recordingId })
    .whereLike('key', `${telling}%`)
    .select('key', 'answer')
  const placeOf = ({ key }: { key: string }): number => Number(key.slice(telling.length))
  return rows.sort((a, b) => placeOf(a) - placeOf(b)).map(({ answer }) => told.parse(JSON.parse(answer)))
}

/** Other minutes are begun, or these are there. */
export async function forgetTold(handle: Handle, recordingId: number): Promise<void> {
  await handle('minutes_part').where({ recording_id: recordingId }).whereLike('key', `${telling}%`).delete()
}

export const partsOf = (db: Db, recordingId: number): Parts => ({
  async find(key) {
    const row: { answer: string } | undefined = await db
      .read('minutes_part')
      .where({ recording_id: recordingId, key })
      .first('answer')
    return row?.answer ?? null
  },
  async keep(key, json) {
    const row = { recording_id: recordingId, key, answer: json, created_at: new Date().toISOString() }
    await db.write('minutes_part').insert(row).onConflict(['recording_id', 'key']).merge()
  },
  async tell(place, of) {
    await this.keep(`${telling}${place}`, JSON.stringify(of))
  },
})

export async function forgetParts(handle: Handle, recordingId: number): Promise<void> {
  await handle('minutes_part').where({ recording_id: recordingId }).delete()
}

export async function forgetOldParts(db: Db): Promise<void> {
  const before = new Date(Date.now() - keptMs).toISOString()
  await db.write('minutes_part').where('created_at', '<', before).delete()
}
