import { findActions, type FoundAction } from './actions.ts'
import { cuesIn } from './cues.ts'
import { findDecisions, type FoundDecision } from './decisions.ts'
import { interestsIn, nextMeetingIn, type FoundInterest, type FoundMeeting } from './interests.ts'
import { agendaOf, itemsOf, type Item } from './items.ts'
import { chairOf, peopleOf, type Attendee, type People } from './people.ts'
import { talkOf, type Line, type Sentence } from './talk.ts'

export type Meeting = {
  title: string
  description: string | null
  attendees: readonly Attendee[]
  /** ISO date or time; null: not known, and no day is worked out from "by Friday". */
  held: string | null
}

/** What the rules find in a meeting. They know English alone. */
export type Found = {
  talk: Sentence[]
  people: People
  chair: string | null
  items: Item[]
  decisions: FoundDecision[]
  actions: FoundAction[]
  interests: FoundInterest[]
  nextMeeting: FoundMeeting | null
}

/** The same words give the same result. It takes a second for an hour of talk: for a thread. */
export function find({ attendees, description, held }: Meeting, lines: readonly Line[]): Found {
  const talk = talkOf(lines)
  const people = peopleOf(
    attendees,
    lines.map(({ speaker }) => speaker),
  )
  const runs = talk.filter(({ words }) =>
    ['chairs', 'wantsProposer', 'callsVote'].some((kind) => cuesIn(words).has(kind as 'chairs')),
  )
  const chair = chairOf(attendees, runs)
  const interests = interestsIn(talk, people)
  const nextMeeting = nextMeetingIn(talk, held)
  return {
    ...{ talk, people, chair, interests, nextMeeting },
    items: itemsOf(talk, { people, chair, agenda: agendaOf(description) }),
    decisions: findDecisions(talk, people, chair),
    actions: findActions(talk, people, chair, held).filter(({ said }) => said !== nextMeeting?.sentence),
  }
}
