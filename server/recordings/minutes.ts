import type { Handle } from '../db/open.ts'
import { requireRecording } from './require-recording.ts'
import { updateRecordingRow } from './store.ts'
import type { PublishRecordingChanged } from './publish-change.ts'

/** What a recording knows of its minutes: which version is the current one, and what was wished for. */
export const createMinutesOfRecordings = (publishRecordingChanged: PublishRecordingChanged) => ({
  /** The current version; null: there are none (any more). */
  async setMinutes(
    handle: Handle,
    id: number,
    minutes: { id: number; markdown: string } | null,
  ): Promise<void> {
    await updateRecordingRow(handle, id, {
      minutes_id: minutes?.id ?? null,
      summary: minutes?.markdown ?? null,
    })
    await publishRecordingChanged(handle, id)
  },

  /** @throws AppError not_found */
  async minutesFacts(
    handle: Handle,
    id: number,
  ): Promise<{ current: number | null; template: string | null; auto: boolean | null }> {
    const row = await requireRecording(handle, id)
    const auto = row.auto_minutes === null ? null : row.auto_minutes === 1
    return { current: row.minutes_id, template: row.minutes_template, auto }
  },

  /** The template that a person chose for it. */
  setMinutesTemplate: (handle: Handle, id: number, template: string): Promise<void> =>
    updateRecordingRow(handle, id, { minutes_template: template }),
})
