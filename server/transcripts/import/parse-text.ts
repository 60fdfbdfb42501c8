import { phrase, wholeName, withoutRole } from '../../language/names.ts'
import { clockRule, isHeading } from '../speakers/labels.ts'
import { linesOfLayout } from './layouts.ts'
import { linesOfSubtitles } from './subtitles.ts'
import { areUtterances, beginsAnew } from './written-lines.ts'
import { alternatives, alternativeWords } from '../../language/alternatives.ts'

/** A line of a text as people and programs write transcripts. */
export type Line = {
  /** Seconds; null: the line says none. */
  time: number | null
  speaker: string | null
  text: string
}

const time = String.raw`[([]?(${clockRule})[)\]]?`
/** "[00:01:02] [Speaker 1] text", "(1:02) text", "00:01:02 Speaker 1: text"; "10:30 Coffee" is the time of day. */
const timeFirst = new RegExp(
  String.raw`^(?:\[(${clockRule})\]|\((${clockRule})\)|(\d{1,3}:\d{2}:\d{2}(?:[.,]\d{1,3})?)(?=\s|$))[ \t]*[-–—]?[ \t]*`,
)
/** "[Speaker 1] text"; what has a colon after it is a speaker whatever it looks like: "[bob]: text", "[Ann [remote]]: text" */
const inBrackets = /^\[((?:[^[\]\n]|\[[^[\]\n]{0,200}\]){1,200})\](?:[ \t]*(:))?[ \t]*/
/** "Speaker 1:", "Speaker 1" alone on its line */
const labelHead = /^(Speaker\s+\d{1,4})[ \t]*(?::[ \t]*|$)/i
/** Noor al-Rashid, Ibrahim ibn Said, Ana d’Souza: what stands in small letters before a family name is part of it. */
const article = String.raw`(?:al|el|ad|an|ar|as|ash|at|az|bin|bint|ben|d|dell|l)['’-]`
const particle = alternativeWords(
  'van von de den der ter ten zu zur da das di del della do dos du la le bin bint ibn ben al el ap ab af av y',
)
const particles = String.raw`(?:${particle}[ \t]+)*`
const nameShape = String.raw`[\p{Lu}][\p{L}\p{M}.'’-]*(?:[ \t]+${particles}(?:${article})?[\p{Lu}][\p{L}\p{M}.'’-]*){0,4}`
/** "Jane Smith (CFO)": with what somebody is. */
const office = String.raw`(?:[ \t]{1,3}\([\p{L}][^()\n:]{1,40}\))?`
const offices = phrase(
  [
    'chair|chairman|chairwoman|chairperson|secretary|treasurer|clerk|president|director|trustee|officer|auditor|solicitor',
    'registrar|scrutineer|member|shareholder|stockholder|unitholder|resident|leaseholder|tenant|owner|proxy',
  ].join('|'),
)
/** Whoever they are in the meeting: "member", "Another shareholder", "The company secretary", "Resident from the floor". */
const place = [
  String.raw`(?=\p{Lu})(?:${phrase('(?:the|an?|another)[ \\t]+')})?(?:[\p{L}’'-]{1,30}[ \t]+){0,2}?(?:${offices})`,
  String.raw`(?:[ \t]+(?:\d{1,3}|(?:from|on|in|at)[ \t]+the[ \t]+\p{Ll}{3,10}))?`,
].join('')
/** "Member, Mr Lascelles", "Shareholder (Mrs Jones)": who they are stands behind what they are. */
const placeFirst = String.raw`${place}(?:,[ \t]+${wholeName}|[ \t]+\(${wholeName}\))`
const named = String.raw`(?:${placeFirst}|${nameShape}${office})`
const placeAndName = new RegExp(String.raw`^(?<place>${place})(?:, | \()(?<name>${wholeName})\)?$`, 'u')
/** "Speaker 1 00:01:02 text", "Jane Smith  0:03" */
const headWithTime = new RegExp(
  String.raw`^(Speaker\s+\d{1,4}|${named})[ \t]{0,9}[-–—]?[ \t]{0,9}${time}[ \t]{0,9}(?::[ \t]*|[-–—][ \t]+|[ \t]+|$)`,
  'u',
)
/** "Jane Smith: text", "Member, Mr Lascelles: text" */
const nameHead = new RegExp(String.raw`^(${named}):[ \t]+(?=\S)`, 'u')

/** "Chair: text", "Company secretary: text", "Member from the floor: text", "Director 2: text" */
const officer = alternativeWords(`
  chair chairman chairwoman chairperson secretary treasurer clerk president director trustee officer auditor
  solicitor moderator facilitator registrar scrutineer
`)
const present = alternativeWords('member shareholder director trustee resident speaker voice person someone')
const fromThere = String.raw`(?:from|on|in|at)[ \t]+the[ \t]+(?:floor|audience|room|back|hall|gallery)`
const roleHead = new RegExp(
  String.raw`^(${[
    String.raw`(?=\p{Lu})(?:the[ \t]+)?(?:[\p{L}’'-]+[ \t]+){0,2}${officer}(?:[ \t]+\d{1,3})?`,
    String.raw`(?=\p{Lu})(?:an?[ \t]+|another[ \t]+)?${present}(?:[ \t]+\d{1,3}|[ \t]+${fromThere})`,
    String.raw`all|several[ \t]+(?:voices|members)|(?:unknown|unidentified)[ \t]+(?:speaker|member)`,
  ].join('|')})[ \t]*:[ \t]+(?=\S)`,
  'iu',
)
/** What such a head stands before in minutes and lists is a name: "Chair: Jane Smith". */
const isSpoken = (text: string): boolean =>
  /[.?!…]["'”’)]*$/.test(text) || text.trim().split(/\s+/).length > 6

/** What engines and typists put into brackets that is no speaker. */
const sounds = new RegExp(
  String.raw`^${alternatives([
    'blank[_ ]audio|music|applause|laugh(s|ter|ing)?|inaudible|unintelligible|crosstalk|silence|noise',
    'cough(s|ing)?|sound|pause|end|break|foreign|unclear|redacted|sic',
  ])}\b`,
  'i',
)
/** "1:02" and "01:00:02.5" → seconds. */
export function secondsOf(clock: string): number {
  const parts = clock.replace(',', '.').split(':').map(Number)
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}

export function isSpeaker(inside: string): boolean {
  return /^[\p{Lu}\p{Lo}]/u.test(inside) && inside.split(/\s+/).length <= 6 && !sounds.test(inside)
}

/** A speaker in brackets, with a colon where without it the brackets could hold anything: a sound, a remark. */
export const speakerHead = (name: string): string => `[${name}]${isSpeaker(name) ? '' : ':'} `

/** "Member, Mr Lascelles" is Mr Lascelles, as "Mr Lascelles (member)" is. */
function canonical(head: string): string {
  const name = head
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^speaker 0*(\d)/i, 'Speaker $1')
  const both = placeAndName.exec(name)?.groups
  return both ? `${both.name!} (${both.place!.replace(/^(?:the|an?|another) /i, '')})` : name
}

/**
 * Reads the head of a line.
 * @param options.names also "Jane Smith: text" and "Jane Smith 0:03 text", which in other texts are no speakers
 * @param options.roles offices that speak in this text, in small letters: what follows them is no name
 * @param options.known speakers' names that count in brackets however they look
 */
export function readLine(
  line: string,
  {
    names = false,
    known,
    roles,
  }: { names?: boolean; known?: ReadonlySet<string>; roles?: ReadonlySet<string> } = {},
): Line {
  let text = line.trim()
  let at: number | null = null
  const first = timeFirst.exec(text)
  if (first) {
    at = secondsOf(first[1] ?? first[2] ?? first[3]!)
    text = text.slice(first[0].length)
  }
  const bracket = inBrackets.exec(text)
  if (bracket && (bracket[2] || known?.has(bracket[1]!.trim()) || isSpeaker(bracket[1]!.trim())))
    return { time: at, speaker: canonical(bracket[1]!), text: text.slice(bracket[0].length) }
  if (at === null) {
    const timed = headWithTime.exec(text)
    const certain = timed && (names || /^speaker\s/i.test(timed[1]!) || timed[0].length === text.length)
    if (certain && !isHeading(withoutRole(timed[1]!)))
      return { time: secondsOf(timed[2]!), speaker: canonical(timed[1]!), text: text.slice(timed[0].length) }
  }
  const role = names ? roleHead.exec(text) : null
  if (role && !roles?.has(role[1]!.toLowerCase()) && !isSpoken(text.slice(role[0].length)))
    return { time: at, speaker: null, text }
  const named = labelHead.exec(text) ?? role ?? (names ? nameHead.exec(text) : null)
  if (named && !isHeading(withoutRole(named[1]!)))
    return { time: at, speaker: canonical(named[1]!), text: text.slice(named[0].length) }
  return { time: at, speaker: null, text }
}

const hasHead = (line: Line): boolean => line.time !== null || line.speaker !== null

/** One line of text as it is stored: without control characters, byte order marks and other breaks. */
export function linesOf(content: string): string[] {
  return content
    .replace(/^\uFEFF/, '')
    .split(/\r+\n|[\n\r\u2028\u2029\v\f]/)
    .map((line) => line.replace(/[\u0000-\u001F\u007F\uFEFF]+/g, ' ').trim())
}

/**
 * A text that somebody attaches → its parts. Lines with a time or a speaker begin a part; what follows without a blank line
 * belongs to it, unless nobody speaks and it is a heading or comes below one, and a paragraph after a blank line is the same
 * speaker's. "Name: text" (or "Chair: text") is a speaker where at
 * least half of the lines begin that way, so that the "Resolved: …" of minutes stays as it is written. A text without any such head is
 * divided by blank lines, or by its lines where it has none or each of them is an utterance. Subtitles (WebVTT, SubRip) and what services save are read as what they hold.
 */
export function parseTranscript(content: string): Line[] {
  const written = linesOf(content.trim())
  const lines = linesOfSubtitles(written) ?? linesOfLayout(written)
  const filled = lines.filter(Boolean)
  const speakers = filled.flatMap((line) => readLine(line, { names: true }).speaker ?? [])
  const roles = new Set(speakers.map((speaker) => speaker.toLowerCase()))
  const conversation = filled.filter((line) => readLine(line, { names: true, roles }).speaker !== null).length
  const names = conversation >= 2 && conversation * 2 >= filled.length
  const read = lines.map((line) => readLine(line, { names, roles }))
  const hasHeads = read.some(hasHead)
  const blocks = hasHeads || (lines.includes('') && !areUtterances(lines))
  const parts: Line[] = []
  let afterBlank = true
  let before = ''
  for (const line of read) {
    if (!hasHead(line) && line.text === '') {
      afterBlank = true
      continue
    }
    const open = parts.at(-1)
    // Where nobody speaks it was written: a heading is no part of the sentence below it.
    const isApart = open !== undefined && !hasHead(open) && beginsAnew(before, line.text)
    // A time alone on its line, as Google Meet writes it every five minutes, is when the next one speaks.
    const isTimeAlone = open?.text === '' && open.speaker === null && line.time === null
    if (hasHead(line) && isTimeAlone) Object.assign(open, { ...line, time: open.time })
    else if (hasHead(line)) parts.push({ ...line })
    else if (open && (open.text === '' || (blocks && !afterBlank && !isApart)))
      open.text = `${open.text} ${line.text}`.trim()
    else parts.push({ time: null, speaker: open?.speaker ?? null, text: line.text })
    afterBlank = false
    before = line.text
  }
  return parts
    .map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ').trim() }))
    .filter((part) => part.text !== '')
}
