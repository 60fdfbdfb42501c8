import { z } from 'zod'

/**
 * What the model is asked for, of one window. Everything names the lines that it rests on, and a few of their words. How
 * much of it is taken stands in `clipped`: a grammar cannot hold a model to lengths, and an answer that is good but for one
 * is not to be asked for again.
 */
const claim = z.object({
  /** A sentence in the manner of minutes. */
  text: z.string(),
  /** Numbers of the lines, as they stand before them. */
  lines: z.array(z.number().int()).min(1),
  /** Copied from these lines, word for word. */
  quote: z.string(),
})
export type Claim = z.infer<typeof claim>

const decisionClaim = claim.extend({
  outcome: z.enum(['carried', 'rejected', 'deferred', 'withdrawn']),
  proposer: z.string().nullable(),
  seconder: z.string().nullable(),
})
export type DecisionClaim = z.infer<typeof decisionClaim>

const actionClaim = claim.extend({
  owner: z.string().nullable(),
  /** As it was said: "by Friday". */
  due: z.string().nullable(),
})
export type ActionClaim = z.infer<typeof actionClaim>

const conflictClaim = claim.extend({ person: z.string().nullable() })
export type ConflictClaim = z.infer<typeof conflictClaim>

export const windowAnswer = z.object({
  topics: z.array(
    z.object({
      heading: z.string(),
      discussion: z.array(claim),
      decisions: z.array(decisionClaim),
      actions: z.array(actionClaim),
      conflicts: z.array(conflictClaim),
    }),
  ),
})
export type WindowAnswer = z.infer<typeof windowAnswer>

const most = { topics: 12, discussion: 8, decisions: 12, actions: 12, conflicts: 6, lines: 12 }
const longest = { text: 600, name: 100, heading: 120 }

/** Of an answer as much as minutes take: what is beyond it in number or length goes, the rest stays. */
export function clipped({ topics }: WindowAnswer): WindowAnswer {
  const name = (text: string | null): string | null => (text && text.length <= longest.name ? text : null)
  const first = <C extends Claim>(claims: C[], count: number): C[] =>
    claims
      .filter(({ text }) => text.length <= longest.text)
      .slice(0, count)
      .map((one) => ({
        ...one,
        lines: one.lines.slice(0, most.lines),
        // The beginning of what was said was said too.
        quote:
          one.quote.length <= longest.text ? one.quote : one.quote.slice(0, longest.text).replace(/\S+$/, ''),
      }))
  return {
    topics: topics.slice(0, most.topics).map((topic) => ({
      heading: topic.heading.slice(0, longest.heading),
      discussion: first(topic.discussion, most.discussion),
      decisions: first(topic.decisions, most.decisions).map((one) => ({
        ...one,
        proposer: name(one.proposer),
        seconder: name(one.seconder),
      })),
      actions: first(topic.actions, most.actions).map((one) => ({
        ...one,
        owner: name(one.owner),
        due: name(one.due),
      })),
      conflicts: first(topic.conflicts, most.conflicts).map((one) => ({ ...one, person: name(one.person) })),
    })),
  }
}
