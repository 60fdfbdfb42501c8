import { asName, isCalled, name as calledBy, roleIn, withoutRole } from '../names.ts'
import type { Attendee } from './people.ts'
import type { Sentence } from './talk.ts'

const chairing =
  /\b(?:apologies|quorate|quorum|all those in favour|any objections?|declarations? of interest|any other business|next item|item (?:number )?\w+|moving on|move on|call the meeting|open the meeting|welcome|carried|minutes of|next meeting|anything else|any questions|close the meeting|thank you all)\b/

/** Who may take the chair in another's absence, or has another one, does not have this one. */
const office =
  /^(?!.*\b(?:vice|deputy|former|past|ex|elect|designate)\b|.*\bof (?!the (?:board|meeting|company|trustees|committee)\b)).*\bchair(?:man|woman|person)?\b/i
/** A transcript that names them by it. */
const byOffice = /^(?:the |madam |mr )?chair(?:man|woman|person)?$/i

/** Sentences from the beginning in which it is said. */
const opening = 20
const now = String.raw`(?:(?:just|also|again|still|your|today|here|,) ?){0,2}`
/** "Present are myself in the chair", "I'm chairing today", "I'll take the chair" */
const chairsMyself = new RegExp(
  String.raw`\b(?:(?:i'm|i am|i'll be|i will be|i shall be|it's me|myself|me)(?:,)? ${now}(?:in the chair\b|chairing\b)|(?:i'll|i will|i shall|i'm to|i've been asked to|asked me to) ${now}(?:chair|take the chair)\b|i(?:'m| am) (?:the |your )?chair(?:man|woman|person)? (?:today|of this meeting)\b|i chair (?:the|this|our)\b)|^(?:and |so |well )*(?:chairing|in the chair) (?:today|this)\b(?! (?:is|will|was)\b)|, chairing (?:today|this)\b`,
)
/** "Alan Brook in the chair", "David is chairing today" */
const chairsByName = [
  new RegExp(
    String.raw`(?<name>${calledBy})(?:,| is| will be|['’]s|['’]ll be)? (?:in the chair|chairing)(?! (?:the )?(?:\p{L}+ )?(?:committee|panel|group))\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:[Cc]haired by|(?:[Ii]n the chair|[Cc]hairing)(?: today| this (?:morning|afternoon|evening|meeting))?(?: is|:)) (?<name>${calledBy})`,
    'u',
  ),
]
const elsewhere =
  /\b(?:if|unless|whether|not|never|next (?:month|time|year|meeting|week)|last (?:month|time|year|meeting|week)|used to)\b/

/** Who is said to be in the chair as the meeting begins: a speaker, or somebody by their name. */
export function saidToChair(talk: readonly Sentence[]): string | null {
  const speakers = new Set(talk.flatMap(({ speaker }) => speaker ?? []))
  for (const { text, plain, speaker, isQuestion } of talk.slice(0, opening)) {
    if (speaker === null || isQuestion || elsewhere.test(plain)) continue
    const said = chairsByName.map((form) => form.exec(text)?.groups?.name).find(Boolean)
    const called = said === undefined ? null : asName(said)
    if (called !== null) return [...speakers].find((one) => isCalled(one, called)) ?? called
    if (chairsMyself.test(plain)) return speaker
  }
  return null
}

/** Who chairs: as listed, or as is said when it begins; else who speaks most as a chair does. Null: nobody stands out. */
export function chairOf(talk: readonly Sentence[], attendees: readonly Attendee[]): string | null {
  const listed = attendees.find(
    ({ name, role }) => office.test(role ?? '') || office.test(roleIn(name) ?? ''),
  )
  const name = listed && withoutRole(listed.name)
  if (name && talk.some(({ speaker }) => speaker === name)) return name
  const labelled = talk.find(({ speaker }) => speaker !== null && byOffice.test(speaker))
  if (labelled) return labelled.speaker
  const said = saidToChair(talk)
  if (said !== null && talk.some(({ speaker }) => speaker === said)) return said
  const counts = new Map<string, number>()
  for (const { plain, speaker, words } of talk) {
    if (speaker === null || words > 26 || !chairing.test(plain)) continue
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1)
  }
  const [most, second] = [...counts].sort((a, b) => b[1] - a[1])
  return most && most[1] >= 2 && most[1] > (second?.[1] ?? 0) ? most[0] : null
}
