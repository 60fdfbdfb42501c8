import type { Claim, Turn } from './meeting.ts'
import type { People, Person } from './people.ts'
import { asName, name } from '../../language/names.ts'

/** `denied`: the speaker addresses somebody of that name; `mentioned`: speaks of them, which people rarely do of themselves. */
export type Doubts = { denied: number; mentioned: number }

const named = new RegExp(name, 'gu')

/** What speaks against a label's being a person: people neither thank nor call nor, mostly, mention themselves. */
export function contradictions(
  turns: readonly Turn[],
  claims: readonly Claim[],
  people: People,
): Map<string, Map<Person, Doubts>> {
  const found = new Map<string, Map<Person, Doubts>>()
  const note = (label: string, said: string, kind: keyof Doubts): void => {
    const { people: meant, closeness } = people.meant(said)
    // Of two Sarahs one may well thank the other.
    const [person] = meant
    if (!person || meant.length > 1 || closeness < 1) return
    const doubts = found.get(label) ?? new Map<Person, Doubts>()
    const own = doubts.get(person) ?? { denied: 0, mentioned: 0 }
    doubts.set(person, { ...own, [kind]: own[kind] + 1 })
    found.set(label, doubts)
  }
  const introduced = new Set<number>()
  for (const { rule, by, label, said, segmentId } of claims)
    if (rule === 'introduction' || (rule === 'language' && by === label)) introduced.add(segmentId)
    else if (rule !== 'language') note(by, said, 'denied')
  for (const { label, sentences } of turns)
    for (const { segment, own } of sentences) {
      if (introduced.has(segment.id)) continue
      // A word at the head of a sentence has a capital in any case: "Will", "Mark".
      if (!/\S \p{Lu}\p{L}/u.test(own)) continue
      for (const match of own.matchAll(named)) {
        if (match.index === 0) continue
        const said = asName(match[0])
        if (said) note(label, said, 'mentioned')
      }
    }
  return found
}
