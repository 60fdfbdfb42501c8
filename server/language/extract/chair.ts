import { roleIn, withoutRole } from '../names.ts'
import type { Attendee } from './people.ts'
import type { Sentence } from './talk.ts'

const chairing =
  /\b(?:apologies|quorate|quorum|all those in favour|any objections?|declarations? of interest|any other business|next item|item (?:number )?\w+|moving on|move on|call the meeting|open the meeting|welcome|carried|minutes of|next meeting|anything else|any questions|close the meeting|thank you all)\b/

/** Who may take the chair in another's absence, or has another one, does not have this one. */
const office =
  /^(?!.*\b(?:vice|deputy|former|past|ex|elect|designate)\b|.*\bof (?!the (?:board|meeting|company|trustees|committee)\b)).*\bchair(?:man|woman|person)?\b/i
/** A transcript that names them by it. */
const byOffice = /^(?:the |madam |mr )?chair(?:man|woman|person)?$/i

/** Who chairs: as listed; else who speaks most as a chair does. Null: nobody stands out. */
export function chairOf(talk: readonly Sentence[], attendees: readonly Attendee[]): string | null {
  const listed = attendees.find(
    ({ name, role }) => office.test(role ?? '') || office.test(roleIn(name) ?? ''),
  )
  const name = listed && withoutRole(listed.name)
  if (name && talk.some(({ speaker }) => speaker === name)) return name
  const labelled = talk.find(({ speaker }) => speaker !== null && byOffice.test(speaker))
  if (labelled) return labelled.speaker
  const counts = new Map<string, number>()
  for (const { plain, speaker, words } of talk) {
    if (speaker === null || words > 26 || !chairing.test(plain)) continue
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1)
  }
  const [most, second] = [...counts].sort((a, b) => b[1] - a[1])
  return most && most[1] >= 2 && most[1] > (second?.[1] ?? 0) ? most[0] : null
}
