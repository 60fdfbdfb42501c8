import { recordEvent } from '../../db/events.ts'
import type { Handle } from '../../db/open.ts'
import { meetingInfo, saveMeetingInfo } from '../../meetings/service.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { carryReading } from '../analysis/carry.ts'
import { attendeesAfter, attendeesMoved } from '../speakers/attendees.ts'
import { carryNamings, sameSpeakers } from '../speakers/carry.ts'
import { confirmedNames, labelsIn } from '../speakers/overview.ts'
import { insertNamings, lastNamed, namingsOf } from '../speakers/store.ts'
import { segmentRows, type TranscriptRow } from '../store.ts'

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
  if (carry) {
    await carrySpeakers(trx, row)
    await carryAttendees(recordings, trx, row)
  }
  await carryReading(trx, row, await recordings.currentTranscript(trx, row.recording_id))
  await recordings.setTranscript(trx, row.recording_id, {
    id: row.id,
    bundled: row.bundled === 1,
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

/** Rows of attendees that are speakers go with them, as their names do. */
async function carryAttendees(recordings: RecordingsService, trx: Handle, row: TranscriptRow): Promise<void> {
  const { meetingId } = await recordings.get(trx, row.recording_id)
  const id = await recordings.currentTranscript(trx, row.recording_id)
  // Labels are a recording's own: where a meeting has several, they tell nothing about the list.
  if (id === null || id === row.id || (await recordings.ofMeeting(trx, meetingId)).length > 1) return
  const info = await meetingInfo(trx, meetingId)
  if (info.attendees.length === 0) return
  const [before, after] = [await segmentRows(trx, id), await segmentRows(trx, row.id)]
  const [old, now] = [labelsIn(before), labelsIn(after)]
  if (old.length === 0 || now.length === 0) return
  const same = sameSpeakers(before, after)
  const namedBefore = confirmedNames(old, await namingsOf(trx, id))
  const names = [...same].flatMap(([from, to]) => {
    const name = namedBefore.get(from)
    return name === undefined ? [] : [[to, name] as const]
  })
  const attendees = attendeesAfter(
    attendeesMoved(info.attendees, new Set(old), same),
    { labels: new Set(same.values()), names: new Map(names) },
    { labels: new Set(now), names: confirmedNames(now, await namingsOf(trx, row.id)) },
  )
  if (JSON.stringify(attendees) !== JSON.stringify(info.attendees))
    await saveMeetingInfo(trx, meetingId, { ...info, attendees })
}
