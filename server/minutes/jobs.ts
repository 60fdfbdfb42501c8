import { z } from 'zod'
import { recordEvent } from '../db/events.ts'
import type { Handle } from '../db/open.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { ModelDeps } from './write-model.ts'
import type { WriteDeps } from './write.ts'

const payload = z.object({
  recordingId: z.number().int(),
  /** As a person chose; without it as was chosen before or by the title. */
  template: z.string().optional(),
  /** Who asked for it; absent: nobody, it follows a transcription. */
  personId: z.number().int().optional(),
  /** Id of the minutes that were the current ones when a person asked; null: there were none. */
  over: z.number().int().nullable().optional(),
  /** Version of the transcript at that time. */
  transcript: z.number().int().nullable().optional(),
  /** Why the language model is not asked, as a sentence. */
  away: z.string().optional(),
})
export type MinutesPayload = z.infer<typeof payload>

export type MinutesJobs = { rules: JobDefinition<MinutesPayload>; model: JobDefinition<MinutesPayload> }

const shared = {
  payload,
  subject: (p: MinutesPayload) => p.recordingId,
  // What nobody asked for goes by another template and gives way to edits: it is not what a person waits for.
  sameWork: ({ personId, template, over, transcript }: MinutesPayload) =>
    personId === undefined ? '' : [template, over, transcript].join(':'),
  changed: (handle: Handle, recordingId: number) => recordEvent(handle, 'minutes', recordingId),
}

/** Transcript → minutes, each way a kind of work. The dependencies are asked for only where a job runs, in the worker. */
export const minutesJobs = (rules: () => WriteDeps, model: () => ModelDeps): MinutesJobs => ({
  rules: {
    ...shared,
    name: 'minutes-by-rules',
    lane: 'quick',
    maxAttempts: 3,
    handler: async () => {
      const { createWriter } = await import('./write.ts')
      return createWriter(rules()).byRules
    },
  },
  model: {
    ...shared,
    name: 'minutes',
    lane: 'language',
    maxAttempts: 2,
    handler: async () => {
      const { createModelWriter } = await import('./write-model.ts')
      return createModelWriter(model())
    },
  },
})
