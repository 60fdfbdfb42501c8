import type { MinutesContent } from '#contract/minutes.ts'
import { absentIn } from '../language/absence.ts'
import { peopleOf, type Attendee } from '../language/extract/people.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { evidenceOf, type Source } from './evidence.ts'

const label = /^(?:speaker[ _]?\d+|unknown)$/i
const bare = (name: string): string => name.replace(/\s*\(.*?\)\s*$/, '').trim()

/** Who was there: who is listed or speaks by name, but for those who are said to be away. */
export function attendance(
  talk: readonly Sentence[],
  attendees: readonly Attendee[],
  source: Source,
): Pick<MinutesContent, 'present' | 'apologies'> {
  const speakers = [...new Set(talk.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))]
  const people = peopleOf(attendees, speakers)
  const apologies: MinutesContent['apologies'] = []
  // Who sends apologies is said at the beginning; later "away" is about anything.
  for (const sentence of talk.slice(0, 40)) {
    if (sentence.isQuestion) continue
    for (const said of absentIn(sentence.text)) {
      const name = people.meant(said) ?? said
      const spoke = speakers.includes(name)
      if (!spoke && !apologies.some(({ text }) => text === name))
        apologies.push({ text: name, evidence: evidenceOf([sentence], source) })
    }
  }
  const away = new Set(apologies.map(({ text }) => text))
  const listed = attendees
    .map(({ name, role }) => ({
      name: bare(name),
      role: role ?? /\((.*?)\)\s*$/.exec(name)?.[1] ?? null,
    }))
    .filter(({ name }) => name !== '' && !away.has(name) && !label.test(name))
  const others = speakers.filter(
    (name) => !label.test(name) && !listed.some((one) => one.name === name) && !away.has(name),
  )
  return { present: [...listed, ...others.map((name) => ({ name, role: null }))], apologies }
}
