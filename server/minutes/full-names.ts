import { absentIn } from '../language/absence.ts'
import type { Attendee } from '../language/extract/people.ts'
import { talkOf, type Said } from '../language/extract/talk.ts'
import { honorific, isCalled, numberedLabel, withoutRole } from '../language/names.ts'
import { introductionsIn } from './introductions.ts'
import { writtenAttendance } from './written-attendance.ts'

/** Everybody by the fullest name that is known of them; who is known by an office alone stands as "The chair". */

const office =
  /^(?:the |madam |mr )?(?<office>(?:vice |deputy )?(?:chair(?:man|woman|person|lady)?|president)|(?:(?:company|club|honorary|hon|minutes?|board|assistant) )?secretary|(?:honorary |hon )?treasurer|clerk|minute[- ]taker|(?:finance|managing|operations|commercial|executive) director|chief executive(?: officer)?|ceo|cfo|coo|auditor|solicitor|registrar|returning officer)$/i
/** Segments in which people introduce themselves. */
const opening = 60

/** "Proposed by the chair" */
export const withinSentence = (name: string): string => name.replace(/^The (?=\p{L})/u, 'the ')

const title = new RegExp(String.raw`^${honorific}\.? `)

/** "Sarah" is Sarah Thomas; "Thomas" may be anybody's first name. */
const isShort = (name: string, called: string): boolean =>
  isCalled(name, called) &&
  (called.includes(' ') || name.replace(title, '').toLowerCase().startsWith(`${called.toLowerCase()} `))

/** The name of the one person who may be meant; itself where nobody is, or several are. */
function fullest(called: string, names: readonly string[]): string {
  const meant = names
    .filter((name) => name === called || isShort(name, called))
    .sort((a, b) => b.length - a.length)
  const [longest] = meant
  return longest !== undefined && meant.every((name) => isCalled(longest, name)) ? longest : called
}

const officeOf = (text: string): string | null =>
  office
    .exec(text.trim())
    ?.groups!.office!.toLowerCase()
    .replace(/chair(?:man|woman|person|lady)/, 'chair') ?? null

/** "Company secretary" is the secretary; a deputy is not who they stand in for. */
const holds = (role: string, wanted: string): boolean =>
  role.split(/,| and |\//).some((part) => {
    const own = officeOf(part)
    return (
      own !== null && (own === wanted || own.replace(/^(?:company|club|honorary|hon|board) /, '') === wanted)
    )
  })

type Group = { segments: readonly Said[]; attendees: readonly Attendee[] }

/** @returns how somebody is named whom a transcript or a list gives this name or label */
export function fullNames({ segments, attendees }: Group): (called: string) => string {
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))]
  const talk = talkOf(segments.slice(0, opening))
  const introduced = introductionsIn(talk)
  const written = writtenAttendance(talk)
  const away = talk.flatMap(({ text, isQuestion }) => (isQuestion ? [] : absentIn(text)))
  const people = [
    ...attendees.map(({ name, role }) => ({
      name: withoutRole(name),
      role: role ?? /\((.*?)\)\s*$/.exec(name)?.[1] ?? '',
    })),
    ...[...introduced.people, ...written.members, ...written.guests].map(({ name, role }) => ({
      name,
      role: role ?? '',
    })),
  ].filter(({ name }) => name !== '' && !numberedLabel.test(name) && !away.includes(name))
  const names = [
    ...new Set([
      ...people.map(({ name }) => name),
      ...speakers.filter((one) => !numberedLabel.test(one) && officeOf(one) === null),
    ]),
  ]
  const listed = new Set(attendees.map(({ name }) => withoutRole(name)))
  const known = new Map(speakers.map((label) => [label, meant(label)]))
  return (called) => {
    const name = known.get(called) ?? meant(called)
    const self = introduced.named.has(called)
    // Two who speak are two people, whatever is known of one of them: each keeps the name that they go by.
    const isOthers = speakers.some((one) => one !== called && known.get(one) === name)
    return speakers.includes(called) && isOthers && !self ? asOffice(called) : name
  }

  function meant(called: string): string {
    if (numberedLabel.test(called)) return called
    const own = officeOf(called)
    if (own === null) {
      const full = fullest(called, names)
      return listed.has(called) && listed.has(full) ? called : full
    }
    const self = introduced.named.get(called)
    const holders = [
      ...new Set(people.filter(({ role }) => holds(role, own)).map(({ name }) => fullest(name, names))),
    ]
    if (self !== undefined) return fullest(self, names)
    // Whoever holds the office may speak under a name of their own: then the label is somebody else's.
    if (holders.length === 1 && !speakers.includes(holders[0]!)) return holders[0]!
    return asOffice(called)
  }
}

/** "Chair" as "The chair"; a name as it is. */
function asOffice(called: string): string {
  const own = officeOf(called)
  return own === null ? called : `The ${/^c[efo]o$/.test(own) ? own.toUpperCase() : own}`
}
