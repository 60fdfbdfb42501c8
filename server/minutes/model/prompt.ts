import type { MeetingFacts } from '../compose.ts'

/** A line of the transcript as the model reads it. */
export const line = ({
  number,
  speaker,
  text,
}: {
  number: number
  speaker: string | null
  text: string
}): string => `[${number}] ${speaker ?? 'Unknown'}: ${text}`

/** @param rule what the marks around the transcript mean */
export const systemText = (instructions: string, rule: string): string =>
  `You write the minutes of a meeting from a part of its transcript. ${instructions}

For each topic of this part give:
- discussion: the few points that matter, each a short sentence in reported speech with who made it.
- decisions: only what the meeting itself decided here: put and agreed, carried, rejected, deferred or withdrawn. A proposal, a wish, a question, a joke, or what was decided elsewhere or before is no decision.
- actions: what somebody undertook or was asked and agreed to do after the meeting, with the owner's name and the date as they were said; null where nobody or no date was named.
- conflicts: interests that somebody declared.

Of the meeting as a whole give, null where this part does not say it:
- purpose: one sentence on why the meeting was called, where somebody says so.
- nextMeeting: when and where they meet again, where that was settled, with its day, time and place as they were said in "when".

Each needs "lines", the numbers in square brackets before the lines that it rests on, and "quote", words copied exactly from these lines. Write nothing that is not said there. Leave a list empty when there is nothing for it. Write in British English.

${rule}`

export const userText = (meeting: MeetingFacts, block: string): string => {
  const people = meeting.attendees.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ')
  return `The meeting's title, its attendees and its transcript, or a part of it:\n\n${block}\n\n${
    people === '' ? '' : 'Names of people are spelt as in the list of attendees. '
  }Answer with the JSON.`
}

/** What stands above the lines. */
export const headOf = ({ title, attendees }: MeetingFacts): string =>
  `Title: ${title}\nAttendees: ${attendees.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ') || 'not known'}`
