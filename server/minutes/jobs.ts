import { z } from 'zod'
import { recordEvent } from '../db/events.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { WriteDeps } from './write.ts'

const payload = z.object({
  recordingId: z.number().int(),
  /** As a person chose; without it as was chosen before or by the title. */
  template: z.string().optional(),
  /** Who asked for it; absent: nobody, it follows a transcription. */
  personId: z.number().int().optional(),
})
export type MinutesPayload = z.infer<typeof payload>

export const minutesJobName = 'minutes'

/** Transcript → minutes. `deps` is asked for only where the job runs, in the worker. */
export function minutesJob(deps: () => WriteDeps): JobDefinition<MinutesPayload> {
  return {
    name: minutesJobName,
    lane: 'language',
    maxAttempts: 3,
    payload,
    subject: (p) => p.recordingId,
    handler: async () => {
      const { createWriter } = await import('./write.ts')
      return createWriter(deps())
    },
    changed: (handle, recordingId) => recordEvent(handle, 'minutes', recordingId),
  }
}
