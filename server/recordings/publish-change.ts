import { recordEvent } from '../db/events.ts'
import type { Handle } from '../db/open.ts'
import type { RecordingHooks } from './hooks.ts'
import { recordingsOfMeeting } from './store.ts'

export type PublishRecordingChanged = (handle: Handle, id: number) => Promise<void>

/** Who has to know that recordings are other than they were: open tabs, and what registered for it. */
export function createChangePublisher(hooks: RecordingHooks) {
  /** It is called something else, or has other words. */
  const publishRecordingChanged: PublishRecordingChanged = async (handle, id) => {
    await recordEvent(handle, 'recording', id)
    for (const hook of hooks.changed) await hook(handle, id)
  }

  return {
    publishRecordingChanged,

    /** What belongs to the meeting shows on all of its recordings. @returns which */
    async publishMeetingChanged(handle: Handle, meetingId: number): Promise<number[]> {
      const ids = await recordingsOfMeeting(handle, meetingId)
      for (const id of ids) await publishRecordingChanged(handle, id)
      return ids
    },
  }
}
