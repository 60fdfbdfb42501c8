import { asName, isCalled, name } from '../names.ts'
import type { Attendee } from './people.ts'
import type { Said } from './talk.ts'

/** Who is named in the head of minutes: "Present: Ann Lee (chair), Bob Day. Secretary: Lucy Marsh." */

const label =
  /\b(?:Present|In attendance|Attending|Attendees|Members?|Directors|Trustees|Chair(?:man|woman|person)?|(?:Company )?Secretary|Minutes(?: taken)? by|Clerk|Apologies)\s*:/gu
const full = new RegExp(name, 'gu')
/** So much of a head is read behind a label. */
const longest = 400

/** "Mrs Rudge", who is listed with her given name. */
const isListed = (said: string, listed: readonly Attendee[]): boolean => {
  const family = /^(?:Mr|Mrs|Ms|Miss|Dr|Canon|Sir|Dame|Prof)\.? (?<family>\S+)$/.exec(said)?.groups?.family
  return (
    family !== undefined && listed.some(({ name: one }) => one.replace(/\s*\(.*$/, '').endsWith(` ${family}`))
  )
}

/** @returns names that no speaker bears, whose first words may be all that is said of them later */
export function namesWritten(segments: readonly Said[], listed: readonly Attendee[] = []): Attendee[] {
  const speakers = new Set(segments.flatMap(({ speaker }) => speaker ?? []))
  const found = new Map<string, Attendee>()
  for (const { speaker, text } of segments) {
    if (speaker !== null) continue
    const labels = [...text.normalize('NFC').matchAll(label)]
    for (const [at, one] of labels.entries()) {
      const from = one.index + one[0].length
      const to = Math.min(labels[at + 1]?.index ?? Infinity, from + longest)
      const head =
        text
          .normalize('NFC')
          .slice(from, to)
          .split(/(?<=\p{L}{3})\.(?=\s|$)/u)[0] ?? ''
      // What stands in brackets is what they are.
      for (const [said] of head.replace(/\([^)]*\)/g, ' , ').matchAll(full)) {
        if (isListed(said, listed) || !said.includes(' ') || asName(said) !== said) continue
        if ([...speakers].some((voice) => isCalled(said, voice))) continue
        found.set(said, { name: said, role: null })
      }
    }
  }
  return [...found.values()]
}
