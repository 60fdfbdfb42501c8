import type { Attendee } from '../language/extract/people.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { asName, withoutRole } from '../language/names.ts'
import { isNumberedLine } from '../language/written-lines.ts'

/** Who was there, as the head of written minutes tells it: "Present: Ann Lee (chair), Bob Day". */
export type WrittenAttendance = {
  members: Attendee[]
  /** There, and no member: advisers, observers, whoever takes the minutes. */
  guests: Attendee[]
  apologies: { name: string; sentence: Sentence }[]
  /** In which it stands. */
  sentences: Sentence[]
}

/** Sentences from the beginning in which it may stand. */
const opening = 60

const office = String.raw`chair(?:man|woman|person)?|vice[- ]chair|deputy chair|treasurer|(?:managing|finance|executive) director|chief executive(?: officer)?`
const clerical = String.raw`(?:company |committee |board |minutes? )?secretary|clerk|(?:minute|note)[- ]?taker|minutes(?: taken by)?|taking the minutes`
const label = new RegExp(
  String.raw`(?<=^|[\s.;])(?:(?<apologies>apologies(?: for absence)?(?: received)?(?: from)?|absent|regrets|sorry not to (?:come|be (?:there|here)))|(?<guests>(?:also )?(?:in attendance|attending)|also (?:there|here)|by invitation|observers?|guests?|advisers?|advisors?|invited)|(?<clerk>${clerical})|(?<office>${office}|in the chair)|(?<members>(?:(?:members|directors|trustees|governors|committee|those|also) )?(?:present|attending)|(?:who was |those )?there|attendees?|attendance|members|directors|trustees|governors)|(?<other>date|time|place|venue|location|held(?: at)?|quorum|agenda|subject|meeting|chair's report|purpose|declarations?(?: of interests?)?|conflicts?(?: of interests?)?))\s*:`,
  'giu',
)

/** Where a list of names ends and a sentence begins. */
const afterList = /(?<=\p{L}{3}\)?)\.\s+(?=\p{Lu}\p{Ll}+ (?:\p{Lu}\p{Ll}+ )?\p{Ll}{2})/u
/** So many are taken from it, as many as a meeting's own list of attendees holds: each is looked for among all others. */
const most = 500
const named = (list: string): string => {
  const end = list.search(afterList)
  return end === -1 ? list : list.slice(0, end)
}

const word = String.raw`(?:\p{Lu}[\p{L}\p{M}.’'-]*|(?:van|von|de|den|der|di|da|del|la|le|bin|ibn|al|el|mac|mag|ní|ó|nic|ap|ab|y)|(?:al|el|ad|an|ar|as|d|l)[-’'][\p{L}\p{M}’'-]+)`
const nameShape = new RegExp(String.raw`^\p{Lu}[\p{L}\p{M}.’'-]*(?: ${word}){0,5}$`, 'u')
const noName =
  /^(?:none|nil|no|all|as above|n\/a|not applicable|quorum|the|all members|everyone|chair(?:man|woman|person)?|director|secretary|treasurer|member|observer|trustee|auditor|apologies|present)$/i

/** "Ann Lee, Treasurer" */
const isOffice =
  /^(?:chair(?:man|woman|person)?|director|secretary|treasurer|member|observer|trustee|auditor)$/i

const separator = /[,;•]|(?<=\))(?=\s\p{Lu})|\s(?:and|&)\s/gu

/**
 * A list of names in its pieces; what stands in brackets is no list. By hand, and not in one expression that looks for the
 * bracket from every comma: anything may stand behind "Present:", and of any length.
 */
function piecesOf(list: string): string[] {
  const pieces: string[] = []
  const bracket = /[()]|$/g
  let start = 0
  let next = -1
  for (const { index, 0: found } of list.matchAll(separator)) {
    const end = index + found.length
    if (next < end) {
      bracket.lastIndex = end
      next = bracket.exec(list)!.index
    }
    if (list[next] === ')') continue
    pieces.push(list.slice(start, index))
    start = end
  }
  return [...pieces, list.slice(start)]
}

const isDotOrSpace = (letter: string | undefined): boolean => letter !== undefined && /[\s.]/.test(letter)

function withoutDots(text: string): string {
  let end = text.length
  while (isDotOrSpace(text[end - 1])) end--
  return text.slice(0, end)
}

/** "– Bea Lunt – head of audit", "Henry Sable (Crowther LLP)." → name and role; null: it is none of these. */
function nameAndRole(piece: string): { name: string; role: string | null } | null {
  const text = piece.replace(/^\s*[-*–•]?\s*/, '')
  const stop = text.search(/[(–:]/)
  const dash = text.search(/\s[–-]\s./)
  if (dash !== -1 && (stop === -1 || dash < stop))
    return { name: text.slice(0, dash), role: text.slice(dash + 3) }
  if (stop === -1) return { name: withoutDots(text), role: null }
  const { role, behind } = /^\((?<role>[^()]*)\)?(?<behind>.*)$/u.exec(text.slice(stop))?.groups ?? {}
  return role === undefined || withoutDots(behind!) !== '' ? null : { name: text.slice(0, stop), role }
}

/** "Henry Sable (external audit partner, Crowther LLP), Bea Lunt – head of audit" → each with what is said of them. */
function peopleIn(list: string): Attendee[] {
  const people: Attendee[] = []
  for (const piece of piecesOf(list.replace(/\s+/g, ' '))) {
    const told = nameAndRole(piece)
    if (told === null) continue
    const { role } = told
    const bare = told.name.trim().replace(/\.$/, '').trim()
    const last = people.at(-1)
    if (nameShape.test(bare) && !noName.test(bare)) people.push({ name: bare, role })
    // "Jane Smith, company secretary"
    else if (last?.role === null && isOffice.test(bare)) last.role = bare
    else if (last && last.role === null && /^[\p{L} '’-]{3,50}$/u.test(bare) && !noName.test(bare))
      last.role = bare.toLowerCase() === bare || bare.split(' ').length > 1 ? bare : last.role
  }
  return people.filter(({ name }) => name.split(' ').length <= 6)
}

/** Reads the head of written minutes; what people said in a meeting has none. */
export function writtenAttendance(talk: readonly Sentence[]): WrittenAttendance {
  const found: WrittenAttendance = { members: [], guests: [], apologies: [], sentences: [] }
  const head = talk.slice(0, opening).filter(({ speaker }) => speaker === null)
  const segments = [...new Set(head.flatMap((one) => one.segments))]
  let open: Kind | null = null
  /** Behind a list that began on the label's own line, what looks like a name may be a heading: "Office Lease". */
  let isBegun = false
  /** Under "Present:", where a single person is somebody as well. */
  let isListed = false
  const listLines = linesOfLists(segments.map(({ text }) => text))
  for (const [line, segment] of segments.entries()) {
    const { text } = segment
    const labels = [...text.matchAll(label)]
    // What stands behind the list in the same paragraph is of the meeting itself.
    const last = labels.at(-1)
    const list = last ? text.slice(last.index + last[0].length) : ''
    const end = list.search(afterList)
    const rest = end === -1 ? '' : list.slice(end)
    const sentences = head.filter((one) => one.segments.includes(segment) && !rest.includes(one.text))
    // Names below "Present:", one a line.
    const before = labels[0] ? text.slice(0, labels[0].index) : text
    const isMore =
      open !== null &&
      (labels.length === 0 || labels[0]!.index > 0) &&
      isNames(before) &&
      (!isBegun || withItsOffice.test(before) || labels.length > 0 || listLines.has(line))
    if (isMore) take(open!, before, sentences)
    if (labels.length === 0) {
      if (!isMore) open = null
      continue
    }
    for (const [at, match] of labels.entries()) {
      const kind = kindOf(match)
      const list = text.slice(match.index + match[0].length, labels[at + 1]?.index)
      open = kind
      isBegun = list.trim() !== ''
      take(kind, list, sentences)
    }
  }
  // Above it stands whose minutes they are, of when and where.
  const first = segments.findIndex((one) => found.sentences.some(({ segments: of }) => of.includes(one)))
  for (const segment of segments.slice(0, Math.max(0, first)))
    if (documentTitle.test(segment.text) || !/[.?!]$/.test(segment.text.trim()))
      found.sentences.push(...head.filter((one) => one.segments.includes(segment)))
  // A single "Secretary: …" heads no list, and a list of nobody is none.
  return isListed || found.members.length + found.guests.length > 1 || found.apologies.length > 0
    ? found
    : nobody

  function take(kind: Kind, list: string, sentences: Sentence[]): void {
    if (kind.of === 'other') return
    const people = peopleIn(kind.of === 'guests' ? ofTheirFirms(named(list)) : named(list))
    if (kind.isPresent && people.length > 0) isListed = true
    if (people.length > 0 || /^[\s.]*(?:none|nil)?$/i.test(withoutDots(list)))
      found.sentences.push(...sentences)
    const taken = found.members.length + found.guests.length + found.apologies.length
    for (const { name, role } of people.slice(0, Math.max(0, most - taken)))
      if (kind.of === 'apologies') found.apologies.push({ name, sentence: sentences[0] ?? head[0]! })
      else {
        const known = [...found.members, ...found.guests].find((one) => one.name === name)
        if (known) known.role ??= role ?? kind.role
        else found[kind.of].push({ name, role: role ?? kind.role })
      }
  }
}

/** What stands above the head says whose minutes they are. */
const documentTitle =
  /^(?:(?:draft |unconfirmed |confidential )?minutes\b|(?![^.]*\b(?:is|was|are|were|has|have|noted|opened|said)\b)[^.]*\b(?:committee|board|meeting|council|trustees)\b)/i

/** "MINUTES of a meeting of the board", at the head of what somebody wrote, and whoever was there: nothing of it is business. */
export function writtenHead(talk: readonly Sentence[]): ReadonlySet<Sentence> {
  if (talk.some(({ speaker }) => speaker !== null)) return new Set()
  const first = talk[0]?.segment
  const title = talk.filter(({ segment, text }) => segment === first && documentTitle.test(text))
  return new Set([...title, ...writtenAttendance(talk).sentences])
}

const nobody: WrittenAttendance = { members: [], guests: [], apologies: [], sentences: [] }

type Kind = { of: 'members' | 'guests' | 'apologies' | 'other'; role: string | null; isPresent?: boolean }

/** "Tara Finch of Finch & Lyle, solicitors (items 2 to 5)"; "(Head of Operations)" is in brackets already. */
const ofTheirFirms = (list: string): string =>
  list.replace(
    /\([^()]*\)|(?<=\p{Ll}) (?:of|from) (?<firm>\p{Lu}[\p{L}.’'-]*(?: (?:&|\p{Lu}[\p{L}.’'-]*))*(?:, \p{Ll}+)?)(?: \((?:for )?items? [^()]*\))?/gu,
    (whole: string, firm?: string) => (firm === undefined ? whole : ` (${firm})`),
  )

function kindOf(match: RegExpExecArray): Kind {
  const { apologies, guests, clerk, office: held, members } = match.groups!
  if (apologies !== undefined) return { of: 'apologies', role: null }
  if (guests !== undefined)
    return {
      of: 'guests',
      role: /^observer/i.test(guests) ? 'observer' : /^advis/i.test(guests) ? 'adviser' : null,
    }
  if (clerk !== undefined)
    return { of: 'guests', role: /minute|note/i.test(clerk) ? 'minutes' : clerk.toLowerCase() }
  if (held !== undefined)
    return { of: 'members', role: /^in the chair/i.test(held) ? 'chair' : held.toLowerCase() }
  return members === undefined
    ? { of: 'other', role: null }
    : { of: 'members', role: null, isPresent: /present$/i.test(members) }
}

/** "Keith Osei (Flat 2)" */
const withItsOffice = /^[^().]{3,60}\([^()]{2,60}\)[,;]?$/
/** "Mark Tattersall", "M. Nair, treasurer", "Dr A Okafor – observer": nothing but people, each with a surname. */
function isListLine(text: string): boolean {
  if (text.length >= 120 || /[.?!]$/.test(text.replace(/\b\p{Lu}\.$/u, ''))) return false
  const people = peopleIn(text)
  const shown = people.map(({ name, role }) => `${name} ${role ?? ''}`).join(' ')
  // What was passed over is no name, so that the line is no list.
  const isWhole = lettersIn(shown) === lettersIn(text.replaceAll(/\s(?:and|&)\s/g, ' '))
  const areNames = people.every(
    ({ name }) => /^\S+ .*\p{Ll}/u.test(name) && asName(name) === name.replaceAll('.', ''),
  )
  return people.length > 0 && isWhole && areNames
}
const lettersIn = (text: string): number => text.replaceAll(/[^\p{L}]/gu, '').length

/**
 * The lines that go on with a list begun above them. Names one a line run to the next label or number; where a sentence follows,
 * the last of them may be its heading: "Office Lease" over "The lease was renewed."
 */
function linesOfLists(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  let run: number[] = []
  for (const [at, text] of lines.entries()) {
    if (isListLine(text)) {
      run.push(at)
      continue
    }
    const isEnd = isNumberedLine(text) || (text.match(label) !== null && text.search(label) === 0)
    const last = run.at(-1)
    if (!isEnd && last !== undefined && (run.length === 1 || isHeadOf(lines[last]!, text))) run.pop()
    for (const one of run) found.add(one)
    run = []
  }
  for (const one of run) found.add(one)
  return found
}

/** One of its words stands below it in small letters. */
function isHeadOf(line: string, below: string): boolean {
  const words = new Set(below.match(/(?<!\p{L})\p{Ll}{3,}/gu))
  return (line.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((one) => words.has(one))
}

/** A single word may be a heading as well. */
const isNames = (text: string): boolean =>
  text.length < 120 && peopleIn(text).some(({ name }) => name.includes(' '))

/** Those who are listed, and those whom the meeting's own text names at its head. */
export function withWritten(attendees: readonly Attendee[], talk: readonly Sentence[]): Attendee[] {
  const { members, guests } = writtenAttendance(talk)
  const more = [...members, ...guests].filter(({ name }) =>
    attendees.every((one) => withoutRole(one.name) !== name),
  )
  return [...attendees, ...more]
}
