import { isBulleted } from '../language/bullets.ts'
import type { Said, Sentence } from '../language/extract/talk.ts'
import type { Turning } from './agenda.ts'
import { writtenAttendance } from './written-attendance.ts'

/** The items of minutes that somebody wrote before: their own headings. */

const numbered =
  /^(?:#{1,4}\s+)?(?:(?:agenda )?item\s+)?(?<number>\d{1,2}[a-z]?)(?:\s*[.):–—-]\s*|\s+)(?<rest>\p{L}.*)$/iu
const resolution =
  /^(?:#{1,4}\s+)?(?:ordinary |special )?resolution (?<number>\d{1,2})\s*[.):–—-]*\s*(?<rest>\p{L}.*)$/iu
const marked = /^#{1,4}\s+(?<rest>\S.*)$/u
/** "1. Apologies: none were received." */
const headed = /^(?<title>\p{L}[^.:?!]{2,60})(?::|\.| –| -)\s+(?<said>\p{L}.*)$/u
const verb =
  /\b(?:is|are|was|were|be|been|has|have|had|will|would|shall|noted|agreed|resolved|approved|reported|considered|discussed|said|declared|thanked|welcomed|opened|closed)\b/i
const closing =
  /^(?:any other business|a\.?o\.?b\.?|(?:date of )?next meeting|close(?: of (?:the )?meeting)?)$/i
const mostWords = 14
const mostOfTitle = 8

type Title = {
  heading: string
  number: string
  /** It stands on a line of its own. */
  whole: boolean
  isNumbered: boolean
}

const wordsIn = (text: string): number => text.trim().split(/\s+/).length
const tidy = (text: string): string => {
  const bare = text.replace(/[\s:.*_–-]+$/, '').replace(/^[\s*_]+/, '')
  // "RISK REGISTER"
  const calm = /\p{Ll}/u.test(bare) ? bare : bare.toLowerCase()
  return calm.charAt(0).toUpperCase() + calm.slice(1)
}
const isSentence = (text: string): boolean => /[.?!…]["'”’)]?$/.test(text.trim())

function titleIn(text: string, next: string | undefined): Title | null {
  const resolved = resolution.exec(text)?.groups
  if (resolved && wordsIn(text) <= 2 * mostWords && !isSentence(text)) {
    const heading = `Resolution ${resolved.number!}: ${tidy(resolved.rest!).replace(/^\p{Lu}(?=\p{Ll})/u, (one) => one.toLowerCase())}`
    return { heading, number: '', whole: true, isNumbered: true }
  }
  const counted = numbered.exec(text)?.groups
  const rest = counted?.rest ?? marked.exec(text)?.groups?.rest
  if (rest !== undefined) {
    const own = { number: counted?.number ?? '', isNumbered: true }
    if (!isSentence(rest) && wordsIn(rest) <= mostWords && !/:\s+\S/.test(rest))
      return { heading: tidy(rest), whole: true, ...own }
    const { title } = headed.exec(rest)?.groups ?? {}
    if (title === undefined || wordsIn(title) > mostOfTitle || verb.test(title)) return null
    return { heading: tidy(title), whole: false, ...own }
  }
  const bare = text.replace(/:$/, '')
  const isTitle =
    /^[\p{Lu}*]/u.test(bare) && wordsIn(bare) <= mostOfTitle && !/[.?!,;:…]/.test(bare) && !verb.test(bare)
  if (!isTitle || next === undefined || !(isSentence(next) || isBulleted(next)) || wordsIn(next) < 4)
    return null
  return { heading: tidy(bare), number: '', whole: true, isNumbered: false }
}

export type WrittenTurning = Turning & {
  /** The sentences that are the heading. */
  title: Sentence[]
}

/** @returns [] where people speak, or where nothing is headed so */
export function writtenItems(talk: readonly Sentence[]): WrittenTurning[] {
  if (talk.some(({ speaker }) => speaker !== null)) return []
  const head = new Set(writtenAttendance(talk).sentences)
  const bySegment = new Map<Said, Sentence[]>()
  for (const one of talk) bySegment.set(one.segment, [...(bySegment.get(one.segment) ?? []), one])
  const segments = [...bySegment]
  const found = segments.flatMap(([{ text }, sentences], at) => {
    if (isBulleted(text) || sentences.some((one) => head.has(one))) return []
    const title = titleIn(text.trim(), segments[at + 1]?.[0].text)
    return title ? [{ ...title, sentences }] : []
  })
  const counted = found.filter((one) => one.isNumbered)
  const others = found.filter(({ isNumbered, heading }) => !isNumbered && !closing.test(heading))
  // Minutes of a single item number that alone; several headings without a number are items beside it.
  const isCounted = counted.length > 1 || (counted.length === 1 && others.length < 2)
  // Beside numbered ones a line without a number is a heading within an item, or the last of them.
  const kept = isCounted ? found.filter((one) => one.isNumbered || closing.test(one.heading)) : found
  // One title alone is the document's own.
  const items = isCounted ? kept : kept.filter(({ sentences }) => sentences[0]!.index > 0)
  const isAlone = items.length === 1 && !isOnlyItem(items[0]!, talk)
  if (items.length === 0 || isAlone) return []
  return items.map(({ heading, number, whole, sentences }) => ({
    index: sentences[0]!.index,
    heading,
    number,
    // "1." is a sentence by itself, as sentences are read.
    title: whole ? sentences : titleOf(sentences, heading),
  }))
}

/** "1. Appointment of a director", with text below; "12 members" and a line at the end are no heading of all there is. */
function isOnlyItem(
  { isNumbered, whole, sentences }: Title & { sentences: Sentence[] },
  talk: readonly Sentence[],
): boolean {
  const { text } = sentences[0]!.segment
  const hasText = !whole || talk.at(-1)!.segment !== sentences[0]!.segment
  return isNumbered && hasText && !/^\d+\s+\p{L}/u.test(text.trim())
}

/** Of a heading before its text: "1." and "Minutes of the last meeting.", and nothing of what follows, however short it is. */
function titleOf(sentences: readonly Sentence[], heading: string): Sentence[] {
  const at = /^\d{1,2}[a-z]?[.):]?$/i.test(sentences[0]?.text.trim() ?? '') ? 1 : 0
  const words = sentences[at]?.text.replace(/^(?:#+ )?\d{1,2}[a-z]?[.):\s–—-]+/i, '') ?? ''
  return sentences.slice(0, tidy(words) === heading ? at + 1 : at)
}
