import { recordEvent } from '../db/events.ts'
import type { Handle } from '../db/open.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { carryNamings } from './speakers/carry.ts'
import { insertNamings, lastNamed, namingsOf } from './speakers/store.ts'
import { segmentRows, type TranscriptRow } from './store.ts'

/**
 * Makes a version the current one.
 * @param options.carry it was made by the appliance: what people have said of the speakers before goes along
 */
export async function publish(
  { recordings }: { recordings: RecordingsService },
  trx: Handle,
  row: TranscriptRow,
  { carry = row.person_id === null } = {},
): Promise<void> {
  if (carry) await carrySpeakers(trx, row)
  await recordings.setTranscript(trx, row.recording_id, {
    id: row.id,
    demo: row.demo === 1,
    words: row.words ?? 0,
    edited: row.edited === 1,
  })
  await recordEvent(trx, 'transcript', row.recording_id)
}

/** What people have said of the speakers goes to whoever speaks at the same times now. */
async function carrySpeakers(trx: Handle, row: TranscriptRow): Promise<void> {
  if ((await namingsOf(trx, row.id)).size > 0) return
  const from = await lastNamed(trx, { recordingId: row.recording_id, except: row.id })
  if (from === null) return
  const [before, after] = [await segmentRows(trx, from), await segmentRows(trx, row.id)]
  await insertNamings(trx, row.id, carryNamings(await namingsOf(trx, from), before, after))
}
