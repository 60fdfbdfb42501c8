import { z } from 'zod'

/** What the model is asked for, of one window. Everything names the lines that it rests on, and a few of their words. */
const claim = z.object({
  /** A sentence in the manner of minutes. */
  text: z.string().max(600),
  /** Numbers of the lines, as they stand before them. */
  lines: z.array(z.number().int()).min(1).max(12),
  /** Copied from these lines, word for word. */
  quote: z.string().max(600),
})
export type Claim = z.infer<typeof claim>

const decisionClaim = claim.extend({
  outcome: z.enum(['carried', 'rejected', 'deferred', 'withdrawn']),
  proposer: z.string().max(100).nullable(),
  seconder: z.string().max(100).nullable(),
})
export type DecisionClaim = z.infer<typeof decisionClaim>

const actionClaim = claim.extend({
  owner: z.string().max(100).nullable(),
  /** As it was said: "by Friday". */
  due: z.string().max(100).nullable(),
})
export type ActionClaim = z.infer<typeof actionClaim>

const conflictClaim = claim.extend({ person: z.string().max(100).nullable() })
export type ConflictClaim = z.infer<typeof conflictClaim>

export const windowAnswer = z.object({
  topics: z
    .array(
      z.object({
        heading: z.string().max(120),
        discussion: z.array(claim).max(8),
        decisions: z.array(decisionClaim).max(12),
        actions: z.array(actionClaim).max(12),
        conflicts: z.array(conflictClaim).max(6),
      }),
    )
    .max(12),
})
export type WindowAnswer = z.infer<typeof windowAnswer>
