import type { MinutesContent } from '#contract/minutes.ts'
import { absentIn } from '../language/absence.ts'
import { peopleOf, type Attendee } from '../language/extract/people.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { isCalled, numberedLabel } from '../language/names.ts'
import { evidenceOf, type Source } from './evidence.ts'
import { withinSentence } from './full-names.ts'
import { introductionsIn } from './introductions.ts'

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
    .filter(({ name }) => name !== '' && !away.has(name) && !numberedLabel.test(name))
  const introduced = introductionsIn(talk)
  const present: MinutesContent['present'] = [...listed]
  /** "David" is one of the two Davids on the list; beside a Sarah Bell who speaks herself, "Sarah" is somebody else. */
  const isKnown = (called: string): boolean =>
    present.some(({ name }) => name === called || (isCalled(name, called) && !speakers.includes(name)))
  for (const one of introduced.people) {
    const known = present.find(({ name }) => isCalled(name, one.name) || isCalled(one.name, name))
    if (known) known.role ??= one.role
    else if (!away.has(one.name)) present.push({ ...one })
  }
  const spoke = speakers.filter((name) => !crowd.test(name) && !away.has(name))
  for (const name of spoke)
    if (!numberedLabel.test(name) && !isKnown(name)) present.push({ name, role: null })
  // Whoever speaks is there, whatever they are called; unless as many are introduced by name.
  const unnamed = spoke.filter(
    (name) => numberedLabel.test(name) && name !== 'Unknown' && !introduced.named.has(name),
  )
  const silent = present.filter(({ name }) => !speakers.some((one) => isCalled(name, one)))
  const left = silent.length - introduced.named.size < unnamed.length ? unnamed : []
  present.push(...left.map((name) => ({ name, role: null })))
  present.push(...introduced.crowds.map((name) => ({ name, role: null })))
  // "The chair, the secretary": offices of whom no name is known.
  const guests = present.filter(({ role }) => role !== null && isGuest.test(role))
  const inOrder = [...present.filter((one) => !guests.includes(one)), ...guests]
  const inList = inOrder.map((one, at) => (at === 0 ? one : { ...one, name: withinSentence(one.name) }))
  return { present: inList, apologies }
}

/** Who is there and no member comes last. */
const isGuest = /^(?:in attendance|observer|guest)$/

/** Those whom a transcript gives one name to. */
const crowd =
  /\b(?:from|on|in|at) the (?:floor|audience|room|back|hall|gallery)$|^(?:all|several\b.*|unidentified\b.*)$/i
