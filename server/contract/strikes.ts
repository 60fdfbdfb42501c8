import { z } from 'zod'
import { jobView } from './jobs.ts'
import { idParams, owns, reads, route } from './route.ts'
import { topic } from './topic.ts'

/** A passage that was taken out of a recording, or is being taken out. Seconds. */
export const strike = z.object({
  id: z.number(),
  start: z.number(),
  end: z.number(),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.string(),
  /** null: it is not done yet. */
  doneAt: z.string().nullable(),
})
export type Strike = z.infer<typeof strike>

const strikes = z.object({ strikes: z.array(strike), job: jobView.nullable() })
export type Strikes = z.infer<typeof strikes>

export const listStrikes = route({
  method: 'GET',
  path: '/api/recordings/:id/strikes',
  access: reads('recording'),
  params: idParams,
  response: strikes,
})

/**
 * Takes a privileged passage out for good: out of the sound and its copies, every version of the transcript, minutes and
 * actions that rest on it, search and what Clara quoted. 409 `legal_hold`, `in_progress`.
 */
export const strikePassage = route({
  method: 'POST',
  path: '/api/recordings/:id/strikes',
  access: owns('recording'),
  bySession: true,
  act: null, // in the transaction that does it
  params: idParams,
  body: z
    .object({
      start: z.number().min(0),
      end: z.number().positive(),
      reason: z.string().trim().min(1).max(200),
    })
    .refine(({ start, end }) => end > start, 'The passage has to end after it begins.'),
  response: strikes,
})

export const strikesChanged = topic('strikes', [listStrikes], { of: 'recording' })
