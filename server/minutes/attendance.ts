import type { MinutesContent } from '#contract/minutes.ts'
import { absentIn } from '../language/absence.ts'
import { saidToChair } from '../language/extract/chair.ts'
import { peopleOf, type Attendee } from '../language/extract/people.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { honorific, isCalled, numberedLabel, roleIn, withoutRole } from '../language/names.ts'
import { evidenceOf, type Source } from './evidence.ts'
import { withinSentence } from './full-names.ts'
import { guestsTold } from './guests-told.ts'
import { attends, introductionsIn, minuteTaker } from './introductions.ts'
import { writtenAttendance } from './written-attendance.ts'

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
  const written = writtenAttendance(talk)
  for (const { name, sentence } of written.apologies) {
    const known = apologies.find(({ text }) => isCalled(name, text))
    if (known) known.text = name
    else apologies.push({ text: name, evidence: evidenceOf([sentence], source) })
  }
  const away = new Set(apologies.map(({ text }) => text))
  const isAway = (name: string): boolean =>
    away.has(name) || [...away].some((one) => isCalled(name, one) || isCalled(one, name))
  const listed = [...attendees, ...written.members, ...written.guests]
    .map(({ name, role }) => ({
      name: withoutRole(name),
      role: role ?? roleIn(name),
    }))
    .filter(
      ({ name }, at, all) =>
        name !== '' &&
        !away.has(name) &&
        !numberedLabel.test(name) &&
        all.findIndex((one) => one.name === name) === at,
    )
  const introduced = introductionsIn(talk)
  const present: MinutesContent['present'] = [...listed]
  /** "David" is one of the two Davids on the list; beside a Sarah Bell who speaks herself, "Sarah" is somebody else. */
  const isKnown = (called: string): boolean =>
    present.some(({ name }) => name === called || (isCalled(name, called) && !speakers.includes(name)))
  for (const one of introduced.people) {
    const known = present.find(({ name }) => isCalled(name, one.name) || isCalled(one.name, name))
    if (known) known.role ??= one.role === minuteTaker ? null : one.role
    else if (!isAway(one.name)) present.push({ ...one })
  }
  const spoke = speakers.filter((name) => !crowd.test(name) && !away.has(name))
  // "Sir Giles Arkwright: I'm Giles Arkwright."
  for (const name of spoke.filter((one) => untitled(one) !== one && untitled(one).includes(' '))) {
    const same = present.find((one) => one.name === untitled(name))
    if (same) same.name = name
  }
  for (const name of spoke)
    if (!numberedLabel.test(name) && !isKnown(name)) present.push({ name, role: null })
  const chair = saidToChair(talk)
  const inChair = chair === null ? undefined : present.find(({ name }) => isCalled(name, chair))
  if (inChair && present.every(({ role }) => !chairs.test(role ?? ''))) inChair.role ??= 'Chair'
  // Whoever speaks is there, whatever they are called; unless as many are introduced by name.
  const unnamed = spoke.filter(
    (name) => numberedLabel.test(name) && name !== 'Unknown' && !introduced.named.has(name),
  )
  const silent = present.filter(({ name }) => !speakers.some((one) => isCalled(name, one)))
  present.push(...voicesOfNobody(unnamed, silent.length - introduced.named.size))
  present.push(...introduced.crowds.map((name) => ({ name, role: null })))
  // "The chair, the secretary": offices of whom no name is known.
  const told = guestsTold(talk)
  const guests = present
    .filter(
      (one) =>
        isGuest(one) ||
        (one !== inChair &&
          !member.test(one.role ?? '') &&
          told.some((called) => isCalled(one.name, called))) ||
        (one !== inChair &&
          [...introduced.guests].some(
            (called) => isCalled(one.name, called) || isCalled(called, one.name),
          )) ||
        written.guests.some(({ name }) => name === one.name),
    )
    .filter((one) => written.members.every(({ name }) => name !== one.name))
  const members = present.filter((one) => !guests.includes(one))
  const inList = [
    ...listedNames(members),
    ...listedNames(guests).map((one) => ({
      ...one,
      role: one.role === attends ? null : one.role,
      inAttendance: true,
    })),
  ]
  return { present: inList, apologies }
}

/** Of voices without a name, those whom none of the names that are left can be. */
function voicesOfNobody(labels: readonly string[], names: number): { name: string; role: null }[] {
  const over = labels.length - Math.max(0, names)
  if (over <= 0) return []
  // Which of them they are was not said.
  if (names > 0) return [{ name: over === 1 ? 'one other speaker' : `${over} other speakers`, role: null }]
  return labels.map((name) => ({ name, role: null }))
}

/** "The chair, the treasurer" */
const listedNames = <P extends { name: string }>(people: readonly P[]): P[] =>
  people.map((one, at) => (at === 0 ? one : { ...one, name: withinSentence(one.name) }))

const member = /\b(?:director|trustee|member|chair|governor|partner and director)\b/i
const adviser =
  /\b(?:in attendance|observers?|guests?|advis[eo]rs?|auditors?|audit partner|audit manager|internal audit|company secretary|assistant secretary|secretary to the|clerk|minute[- ]taker|solicitors?|legal counsel|external counsel|consultants?|scrutineers?|registrars?)\b/i

/** Whose office is no member's: it is theirs to attend. */
const isGuest = ({ name, role }: { name: string; role: string | null }): boolean => {
  const office = role ?? (/^the /i.test(name) ? name : '')
  return adviser.test(office) && !member.test(office)
}

const title = new RegExp(String.raw`^${honorific}\.? `, 'u')
const untitled = (name: string): string => name.replace(title, '')

const chairs = /^(?:the )?chair(?:man|woman|person)?\b/i

/** Those whom a transcript gives one name to: "Governors", "Floor". */
const crowd =
  /\b(?:from|on|in|at) the (?:floor|audience|room|back|hall|gallery)$|^(?:all|several\b.*|unidentified\b.*|(?:the )?(?:floor|audience|hall|gallery|public|everyone|everybody|room|meeting|board|committee|(?:(?:some|other|various|all|many)(?: the)? )?(?:governors|members|trustees|directors|shareholders|residents|leaseholders|owners|tenants|councillors|delegates|stakeholders|attendees|participants|people|voices|speakers|others|parents|guests)))$/i
