import { z } from 'zod'
import { recordEvent } from '../../db/events.ts'
import type { JobDefinition } from '../../jobs/define.ts'
import { diarisationJobName, transcriptionJobName } from '../../recordings/service.ts'
import type { DiariseDeps } from '../speakers/diarise-run.ts'
import type { FollowDeps } from './follow.ts'
import type { TranscribeDeps } from './transcribe.ts'

const payload = z.object({
  recordingId: z.number().int(),
  /** Id of the model that a person asked for; without it the one in use. */
  model: z.string().optional(),
  language: z.string().optional(),
  /** The version that a person agreed to have replaced by this run, edited or not. */
  replaces: z.number().int().optional(),
  /** The current version when the run was asked for (0: none): what a person chooses after that, they chose knowing of it. */
  seen: z.number().int().optional(),
})
export type TranscribePayload = z.infer<typeof payload>

/** Sound → transcript. `deps` is asked for only where the job runs, in the worker. */
export function transcribeJob(deps: () => TranscribeDeps): JobDefinition<TranscribePayload> {
  return {
    name: transcriptionJobName,
    lane: 'transcription',
    maxAttempts: 3,
    payload,
    subject: (p) => p.recordingId,
    handler: async () => {
      const { createTranscriber } = await import('./transcribe.ts')
      return createTranscriber(deps())
    },
    changed: (handle, recordingId) => recordEvent(handle, 'recording', recordingId),
  }
}

const followPayload = z.object({ recordingId: z.number().int() })
export type FollowPayload = z.infer<typeof followPayload>

export const followJobName = 'follow'

/** Sound of a recording under way → one more piece of its transcript. */
export function followJob(deps: () => FollowDeps): JobDefinition<FollowPayload> {
  return {
    name: followJobName,
    lane: 'recording',
    maxAttempts: 3,
    payload: followPayload,
    subject: (p) => p.recordingId,
    handler: async () => {
      const { createFollower } = await import('./follow.ts')
      return createFollower(deps())
    },
    // What a person sees of it are the pieces.
    changed: async () => undefined,
  }
}

const diarisePayload = z.object({
  recordingId: z.number().int(),
  /** How many there are, as a person said. */
  speakers: z.number().int().positive().optional(),
  /** The person has agreed that speakers in an edited version are replaced. */
  replaceEdited: z.boolean().optional(),
})
export type DiarisePayload = z.infer<typeof diarisePayload>

/** Sound and its transcript → who said what. */
export function diariseJob(deps: () => DiariseDeps): JobDefinition<DiarisePayload> {
  return {
    name: diarisationJobName,
    lane: 'diarisation',
    maxAttempts: 3,
    payload: diarisePayload,
    subject: (p) => p.recordingId,
    handler: async () => {
      const { createDiariser } = await import('../speakers/diarise-run.ts')
      return createDiariser(deps())
    },
    changed: (handle, recordingId) => recordEvent(handle, 'recording', recordingId),
  }
}
