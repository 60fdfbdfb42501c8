import type { Handle } from '../db/open.ts'
import { requireRecording } from './require-recording.ts'
import { updateRecordingRow } from './store.ts'

/** What is to be done with a recording: speakers told apart, minutes written. */
export const processingOptions = {
  /** Whether its speakers are to be told apart; null: nobody said. */
  async wantsSpeakers(handle: Handle, id: number): Promise<boolean | null> {
    const { diarise } = await requireRecording(handle, id)
    return diarise === null ? null : diarise === 1
  },

  /** How many people speak in it, as a person said; null: nobody said. */
  speakerCount: async (handle: Handle, id: number): Promise<number | null> =>
    (await requireRecording(handle, id)).speakers_said,

  setSpeakerCount: (handle: Handle, id: number, speakers: number | null): Promise<void> =>
    updateRecordingRow(handle, id, { speakers_said: speakers }),

  /** What is to be done with it once it has been recorded. */
  setProcessingOptions: (
    handle: Handle,
    id: number,
    wanted: { speakers: boolean; minutes: boolean },
  ): Promise<void> =>
    updateRecordingRow(handle, id, {
      diarise: wanted.speakers ? 1 : 0,
      auto_minutes: wanted.minutes ? 1 : 0,
    }),
}
