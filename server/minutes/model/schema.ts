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

const meetingClaim = claim.extend({
  /** Day, time and place as they were said: "the tenth of December at two in the library". */
  when: z.string().nullable(),
})
export type MeetingClaim = z.infer<typeof meetingClaim>

export const windowAnswer = z.object({
  /** Why the meeting was called; of use in the first part alone. One that cannot be used costs no second answer. */
  purpose: claim.nullable().catch(null),
  topics: z.array(
    z.object({
      heading: z.string(),
      discussion: z.array(claim),
      decisions: z.array(decisionClaim),
      actions: z.array(actionClaim),
      conflicts: z.array(conflictClaim),
    }),
  ),
  /** When they meet again; of use in the last parts. */
  nextMeeting: meetingClaim.nullable().catch(null),
})
export type WindowAnswer = z.infer<typeof windowAnswer>

const most = { topics: 12, discussion: 8, decisions: 12, actions: 12, conflicts: 6, lines: 12 }
const longest = { text: 600, name: 100, heading: 120 }

/** Of an answer as much as minutes take: what is beyond it in number or length goes, the rest stays. */
export function clipped({ purpose, topics, nextMeeting }: WindowAnswer): WindowAnswer {
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
  const only = <C extends Claim>(one: C | null): C | null => (one && first([one], 1)[0]) ?? null
  const next = only(nextMeeting)
  return {
    purpose: only(purpose),
    nextMeeting: next && { ...next, when: name(next.when) },
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

/** The same answer with each of its claims changed. */
export function mapClaims(
  { purpose, topics, nextMeeting }: WindowAnswer,
  change: <C extends Claim>(claim: C) => C,
): WindowAnswer {
  return {
    purpose: purpose && change(purpose),
    nextMeeting: nextMeeting && change(nextMeeting),
    topics: topics.map((topic) => ({
      heading: topic.heading,
      discussion: topic.discussion.map(change),
      decisions: topic.decisions.map(change),
      actions: topic.actions.map(change),
      conflicts: topic.conflicts.map(change),
    })),
  }
}
