import type { MinutesContent } from '#contract/minutes.ts'
import {
  absentIn,
  honorific,
  isCalled,
  numberedLabel,
  roleIn,
  wholeName,
  withoutRole,
} from '../language/names.ts'
import type { Found } from '../language/rules/find.ts'
import { type Attendee, type Sentence, withRoles } from '../language/rules/talk.ts'
import { type Source, evidenceOf } from './evidence.ts'

/** Who sends apologies is said at the beginning; later "away" is about anything. */
const opening = 40
/** Voices that are no one person. */
const crowd = /^(?:all|everyone|everybody|several voices|members?|audience|unknown|various)$/i
const guest = /\b(?:in attendance|observer|advis[eo]r|auditor|solicitor|guest|minute[- ]taker|clerk)\b/i

type Heads = Record<'present' | 'inAttendance' | 'apologies', Attendee[]>
const head = /^(present|in attendance|apologies(?: for absence)?):? /i
const namePart = String.raw`\p{Lu}[\p{L}'’.-]*`
const oneName = new RegExp(
  String.raw`^(?:${honorific}\.? )?${namePart}(?: (?:(?:van|von|de|al) )?${namePart}){0,3}$`,
  'u',
)
const mostHeadLines = 30

/**
 * "Present: Ann Lee (chair), Bob Day", as minutes begin that somebody wrote; lines below that are names alone go on with the
 * list.
 */
export function headsOf(lines: readonly { speaker: string | null; text: string }[]): Heads {
  const found: Heads = { present: [], inAttendance: [], apologies: [] }
  let list: keyof Heads | null = null
  for (const { speaker, text } of lines.slice(0, mostHeadLines)) {
    if (speaker !== null) break
    for (const part of text.split(/(?<=[^A-Z][.;])\s+(?=\p{Lu})|\n/u)) {
      const said = head.exec(part.trim())
      if (said)
        list = /^present/i.test(said[1]!) ? 'present' : /^in/i.test(said[1]!) ? 'inAttendance' : 'apologies'
      const names = (said ? part.trim().slice(said[0].length) : part).split(/,| and |;/).map(asPerson)
      if (list === null || names.includes(null)) list = said ? list : null
      if (list !== null) found[list].push(...names.filter((one) => one !== null))
    }
  }
  return found
}

function asPerson(text: string): Attendee | null {
  const said = text.trim().replace(/\.$/, '')
  const name = withoutRole(said)
  return oneName.test(name) ? { name, role: roleIn(said) } : null
}

const ownName = new RegExp(String.raw`\b(?:I['’]m|I am|[Mm]y name is|[Mm]y name['’]s) (${wholeName})`, 'u')

/** Voices without a name that say theirs: "I'm Tom Reed, I audit the accounts." */
function introductionsIn(talk: readonly Sentence[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { speaker, text } of talk) {
    if (speaker === null || !numberedLabel.test(speaker) || found.has(speaker)) continue
    const name = ownName.exec(text)?.[1]
    if (name !== undefined) found.set(speaker, name)
  }
  return found
}

/** Who was there: who is listed or speaks, but for those who are said to be away. */
export function attendance(
  { talk, people }: Found,
  attendees: readonly Attendee[],
  source: Source,
): Pick<MinutesContent, 'present' | 'apologies'> {
  const speakers = [...new Set(talk.flatMap(({ speaker }) => speaker ?? []))]
  const apologies: MinutesContent['apologies'] = []
  for (const sentence of talk.slice(0, opening)) {
    if (sentence.isQuestion) continue
    for (const said of absentIn(sentence.text)) {
      const name = people.meant(said) ?? said
      if (!speakers.includes(name) && !apologies.some(({ text }) => text === name))
        apologies.push({ text: name, evidence: evidenceOf([sentence], source) })
    }
  }
  const written = headsOf(source.segments)
  for (const { name } of written.apologies)
    if (!apologies.some(({ text }) => isCalled(name, text)))
      apologies.push({ text: name, evidence: evidenceOf(talk.slice(0, 1), source) })
  const isAway = (name: string): boolean =>
    apologies.some(({ text }) => isCalled(text, name) || isCalled(name, text))
  const present: MinutesContent['present'] = []
  const add = (name: string, role: string | null): void => {
    const isKnown = present.some(
      (one) => one.name === name || (isCalled(one.name, name) && !speakers.includes(one.name)),
    )
    if (name !== '' && !isKnown && !crowd.test(name))
      present.push({ name, role, ...(guest.test(role ?? '') && { inAttendance: true }) })
  }
  for (const { name, role } of written.present) add(name, role)
  for (const { name, role } of written.inAttendance) present.push({ name, role, inAttendance: true })
  for (const { name, role } of withRoles(attendees))
    if (!numberedLabel.test(name) && (speakers.includes(name) || !isAway(name))) add(name, role)
  for (const name of speakers) if (!numberedLabel.test(name)) add(name, null)
  const introduced = introductionsIn(talk)
  for (const name of introduced.values()) add(name, null)
  // Voices without a name, beyond those that listed people who are never heard by name may be.
  const voices = speakers.filter(
    (name) => numberedLabel.test(name) && name !== 'Unknown' && !introduced.has(name),
  )
  const heard = new Set([...speakers, ...introduced.values()])
  const silent = present.filter(({ name }) => !heard.has(name))
  if (voices.length > silent.length) {
    const over = voices.length - silent.length
    if (silent.length === 0) for (const name of voices) present.push({ name, role: null })
    else present.push({ name: over === 1 ? '1 other speaker' : `${over} other speakers`, role: null })
  }
  const chair = people.meant('chair')
  const inChair = present.find(({ name }) => name === chair)
  if (inChair) inChair.role ??= 'Chair'
  return { present, apologies }
}
