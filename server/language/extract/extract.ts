import type { FoundAction } from './actions.ts'
import { chairOf } from './chair.ts'
import { findConflicts, type FoundConflict } from './conflicts.ts'
import type { FoundDecision } from './decisions.ts'
import { namesOfLabels } from './labels.ts'
import { findNextMeeting, type FoundNextMeeting } from './next-meeting.ts'
import { peopleOf, type Attendee } from './people.ts'
import { talkOf, type Said, type Sentence } from './talk.ts'
import { findActions, findDecisions } from './weigh.ts'
import { namesWritten } from './written-names.ts'

export type Meeting = {
  /** In order; `speaker` is a name where one is known. */
  segments: readonly Said[]
  attendees: readonly Attendee[]
  /** ISO date or time of the meeting; null: unknown, and no day is worked out from "by Friday". */
  held: string | null
}

/** What a meeting decided and who does what, in the meeting's own sentences. */
export type Extraction = {
  talk: Sentence[]
  decisions: FoundDecision[]
  actions: FoundAction[]
  conflicts: FoundConflict[]
  nextMeeting: FoundNextMeeting | null
}

/**
 * Finds resolutions, decisions, actions, interests declared and the next meeting by rules, without a language model. The
 * same words give the same result. English alone. Well under a second for an hour of talk; for the job worker all the same.
 */
export function extract({ segments, attendees, held }: Meeting): Extraction {
  const talk = talkOf(segments)
  const speakers = segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]))
  const people = peopleOf([...attendees, ...namesWritten(segments, attendees)], speakers)
  const chair = chairOf(talk, attendees)
  const names = namesOfLabels(talk, people, new Set(speakers))
  const conflicts = findConflicts(talk, people)
  return {
    talk,
    decisions: findDecisions(talk, chair, new Set(conflicts.flatMap(({ told }) => told))),
    actions: findActions(talk, people, chair).map((one) => ({
      ...one,
      owner: one.owner === null ? null : (names.get(one.owner) ?? one.owner),
    })),
    conflicts,
    nextMeeting: findNextMeeting(talk, held),
  }
}
