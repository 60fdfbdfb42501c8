import { z } from 'zod'
import { idParams, owns, route } from './route.ts'

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Work in the queue, as the page and the CLI show it. */
export const jobView = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(jobStates),
  /** 0 to 100. */
  progress: z.number(),
  /** What it is doing now, in words for a person: "Transcribing", "Waiting for the speech engine". */
  step: z.string().nullable(),
  /** Seconds left, estimated from the pace so far; null while there is none. */
  secondsLeft: z.number().nullable(),
  attempts: z.number(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
})
export type JobView = z.infer<typeof jobView>

export const cancelJob = route({
  method: 'POST',
  path: '/api/jobs/:id/cancel',
  access: owns('job'),
  params: idParams,
  response: z.object({ success: z.boolean() }),
})
