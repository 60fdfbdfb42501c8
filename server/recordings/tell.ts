import { recordEvent } from '../db/events.ts'
import type { Handle } from '../db/open.ts'
import { recordingsOfMeeting } from './store.ts'

/** What belongs to the meeting shows on all of its recordings. @returns which */
export async function tellMeeting(handle: Handle, meetingId: number): Promise<number[]> {
  const ids = await recordingsOfMeeting(handle, meetingId)
  for (const id of ids) await recordEvent(handle, 'recording', id)
  return ids
}
