import { z } from 'zod'
import { recordEvent } from '../db/events.ts'
import type { Db, Handle } from '../db/open.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { ModelDeps } from './write-model.ts'

export const minutesPayload = z.object({
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
export type MinutesPayload = z.infer<typeof minutesPayload>

export type MinutesJobs = { rules: JobDefinition<MinutesPayload>; model: JobDefinition<MinutesPayload> }
export type TrialJob = JobDefinition<object>

const shared = {
  payload: minutesPayload,
  subject: (p: MinutesPayload) => p.recordingId,
  // What nobody asked for goes by another template and gives way to edits: it is not what a person waits for.
  sameWork: ({ personId, template, over, transcript }: MinutesPayload) =>
    personId === undefined ? '' : [template, over, transcript].join(':'),
  changed: (handle: Handle, recordingId: number) => recordEvent(handle, 'minutes', recordingId),
}

/** The language model in use is tried: see trial.ts. */
export const trialJob = (deps: () => { db: Db; language: LanguageEngine }): TrialJob => ({
  name: 'try-language-model',
  lane: 'asked',
  ofAdministrators: true,
  maxAttempts: 2,
  payload: z.object({}),
  subject: () => 0,
  changed: (handle) => recordEvent(handle, 'language'),
  handler: async () => {
    const { tryModel } = await import('./trial.ts')
    return (_payload, context) => tryModel(deps(), context)
  },
})

/** Transcript → minutes, each way a kind of work. The dependencies are asked for only where a job runs, in the worker. */
export const minutesJobs = (deps: () => ModelDeps): MinutesJobs => ({
  rules: {
    ...shared,
    name: 'minutes-by-rules',
    lane: 'quick',
    maxAttempts: 3,
    handler: async () => {
      const { createWriter } = await import('./write.ts')
      return createWriter(deps()).byRules
    },
  },
  model: {
    ...shared,
    name: 'minutes',
    lane: 'language',
    maxAttempts: 2,
    handler: async () => {
      const { createModelWriter } = await import('./write-model.ts')
      return createModelWriter(deps())
    },
  },
})
