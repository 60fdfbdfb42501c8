import { cuesIn } from './cues.ts'
import { topicOf } from './decisions.ts'
import { headOf, matcherOf, wordSet } from './phrases.ts'
import { type People, type Sentence, wordsOf } from './talk.ts'
import { alternativeWords } from '../alternatives.ts'
import { units } from '../figures.ts'

/** A part of a meeting: sentences from `from` up to `to`. */
export type Item = { heading: string; number?: string; from: number; to: number }

type Opening = { index: number; heading: string; number?: string }

/** Items that many meetings have, and how whoever chairs calls them. */
const usual = matcherOf({
  'Apologies for absence': ['^ apologies'],
  'Declarations of interest': [
    '^ declarations|declaration|interests|conflicts',
    'any|no declarations|interests|conflicts to|of|anyone|anybody; anything|interests|conflicts to declare',
    'conflicts of interest',
  ],
  'Minutes of the last meeting': [
    '^ minutes; last|previous minutes; ^ the|last|previous minutes|meeting of|from',
    'minutes of the last|previous|meeting; notes of the last|previous; ^ notes of',
  ],
  'Matters arising': ['matters arising; ^ actions from; action log'],
  'Any other business': ['any other business; aob; ^ anything else'],
  'Next meeting': ['date of the|our next; ^ next meeting; ^ dates; ^ date'],
})
const called = matcherOf({
  item: [
    'item|number|resolution|agenda one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1|2|3|4|5|6|7|8|9|10|11|12',
  ],
  moves: [
    "moving|move on to; turn|turning to; on|over to item; next; let's move|go|turn|start; on to; now to; then to",
    "which brings us; first item|on|up; second|third|fourth|fifth|sixth|last|final item|thing; then the|there's",
    'brings us to; that takes us',
  ],
})
const verbs = wordSet(
  "is are was were am be been do does did have has had will would can could shall should may might must i i'm",
  "i'll i've we we're we'll we've you you're it it's that that's they they're he he's she there there's let let's",
  'please thanks thank yes yeah no nope nothing not agreed carried approved okay ok sorry hello morning afternoon evening good well',
  'what when who why how where noted done proposed seconded aye none nobody everyone all for against lovely great',
  'perfect fine welcome next then',
)
const longestHeading = 60
const stretchSeconds = 600

/** `agenda`: as it was written down before the meeting, where it was. */
type Guide = { people: People; chair: string | null; agenda: readonly string[] }

export function itemsOf(talk: readonly Sentence[], guide: Guide): Item[] {
  if (talk.length === 0) return []
  const openings: Opening[] = []
  for (const sentence of talk) {
    const opening = openedBy(sentence, talk, guide)
    const last = openings.at(-1)
    if (!opening || opening.heading === last?.heading) continue
    // "Item four." – "The budget." is one call.
    if (last && opening.index - last.index <= 1 && last.heading.startsWith('Item '))
      Object.assign(last, opening, { ...(last.number && { number: last.number }) })
    else if (!openings.some(({ heading }) => heading === opening.heading)) openings.push(opening)
  }
  return openings.length >= 2 ? between(openings, talk.length) : stretches(talk)
}

function between(openings: readonly Opening[], length: number): Item[] {
  const counted = openings.some(({ number }) => number !== undefined)
  const starts: Opening[] =
    openings[0]!.index === 0
      ? [...openings]
      : [{ index: 0, heading: 'Opening', ...(counted && { number: '' }) }, ...openings]
  return starts.map(({ index, heading, number }, at) => ({
    heading,
    ...(counted && { number: number ?? '' }),
    from: index,
    to: starts[at + 1]?.index ?? length,
  }))
}

/** Where nobody calls an item: about ten minutes each. */
export function stretches(talk: readonly Sentence[]): Item[] {
  const begins = [0]
  for (const { index, lines } of talk)
    if (lines[0]!.start - talk[begins.at(-1)!]!.lines[0]!.start >= stretchSeconds) begins.push(index)
  const clock = (at: number): string => {
    const minutes = Math.floor(talk[at]!.lines[0]!.start / 60)
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  }
  return begins.map((from, at) => ({
    heading: begins.length === 1 ? 'Discussion' : `Discussion from ${clock(from)}`,
    from,
    to: begins[at + 1] ?? talk.length,
  }))
}

function openedBy(
  sentence: Sentence,
  talk: readonly Sentence[],
  { people, chair, agenda }: Guide,
): Opening | null {
  const { index, speaker, words, text } = sentence
  if (speaker === null) return writtenHeading(sentence)
  if (chair !== null && speaker !== chair) return null
  if (words.length > 24) return null
  const numbered = called(words).get('item')
  const moves = called(words).get('moves')
  const head = headOf(words)
  const number = numbered === undefined || numbered > head + 4 ? undefined : digitsOf(words[numbered + 1]!)
  if (numbered !== undefined && words[numbered] === 'resolution') return null
  const short = words.length <= 9
  const planned =
    (number !== undefined && agenda[Number(number) - 1]) ||
    (short || moves !== undefined ? plannedIn(sentence, agenda) : null)
  const counted = number === undefined ? {} : { number }
  if (planned) return { index, heading: planned, ...counted }
  if (short || (moves !== undefined && moves <= head + 1)) {
    const [standard] = usual(words).keys()
    const isAsked = standard === 'Declarations of interest' || standard === 'Any other business'
    if (standard !== undefined && (isAsked || !sentence.isQuestion))
      return { index, heading: standard, ...counted }
  }
  if (number !== undefined) return { index, heading: topicAfter(text, people) ?? `Item ${number}`, number }
  if (moves !== undefined && moves <= head + 1 && words.length <= 14) {
    const heading = topicAfter(text, people)
    return heading === null ? null : { index, heading }
  }
  // "Reserves policy." – "The paper proposes …"
  const isFirst =
    talk[index - 1]?.speaker !== speaker ||
    talk[index - 1]!.words.length <= 8 ||
    cuesIn(talk[index - 1]!.words).has('carried')
  return isFirst && isLabel(sentence, people)
    ? { index, heading: headingOf(text.replace(/[.:]$/, '')) }
    : null
}

/** A few words without a verb, which name a thing. */
function isLabel({ words, text, isQuestion }: Sentence, people: People): boolean {
  const own = words.slice(headOf(words))
  if (isQuestion || own.length > 5 || own.length === 0 || text.length > longestHeading || !/[.:]$/.test(text))
    return false
  if (own.some((word) => verbs.has(word)) || cuesIn(own).size > 0) return false
  if (own.length === 1 && (own[0]!.length < 5 || /ly$|day$/.test(own[0]!))) return false
  return (
    people.namedIn(own).length === 0 &&
    /[a-z]{3}/.test(own.join(' ')) &&
    !own.every((word) => /\d/.test(word) || units.has(word))
  )
}

/** "2. Budget", "MINUTES OF PREVIOUS MEETING": as somebody wrote them. */
function writtenHeading({ text, index, words }: Sentence): Opening | null {
  const found = /^(?:(\d{1,2})[.)]\s+)?(\p{Lu}[^.?!:;]{2,59}):?$/u.exec(text.trim())
  if (!found || words.length > 7 || (found[1] === undefined && cuesIn(words).size > 2)) return null
  return { index, heading: headingOf(found[2]!), ...(found[1] !== undefined && { number: found[1] }) }
}

/** Most of an agenda line's words are said. */
function plannedIn(sentence: Sentence, agenda: readonly string[]): string | null {
  const said = topicOf(sentence)
  return (
    agenda.find((line) => {
      const words = [...topicOf({ words: wordsOf(line) })]
      return words.length > 0 && words.filter((word) => said.has(word)).length * 3 >= words.length * 2
    }) ?? null
  )
}

const nth = alternativeWords('next first second third fourth fifth sixth last finally')
const afterNth = new RegExp(
  String.raw`\b${nth}(?: item| up| on the agenda| thing| one)*(?:,| is|'s|:| then)+ (.+)$`,
  'i',
)

/** What stands behind the call: "Item four, the annual accounts." → Annual accounts */
function topicAfter(text: string, people: People): string | null {
  const after =
    /\b(?:item|number|agenda)(?: number)? [\w-]+(?:,| is|:|\.| on| -|–)* (.+)$/i.exec(text) ??
    /\b(?:on|turn(?:ing)?|now|then|over|us) to (.+)$/i.exec(text) ??
    afterNth.exec(text)
  const [first = ''] = (after?.[1] ?? '').split(/[,.?!;:–]/)
  const heading = first
    .replace(/^(?:is|the|our|then|and|on|a|an|which is|it's|that's) /gi, '')
    .replace(/ (?:then|please|now)$/i, '')
    .trim()
  if (heading.length < 3 || heading.length > longestHeading) return null
  const words = heading.toLowerCase().split(' ')
  if (people.namedIn(words).length > 0 && words.length <= 2) return null
  return words.length > 8 || /^(?:i|we|you|that|this|it|item|business|one)\b/i.test(heading)
    ? null
    : headingOf(heading)
}

export const headingOf = (text: string): string => {
  const bare = text
    .replace(/^(?:(?:right|so|now|okay|ok|well|then|and|thank you|thanks|next)[,.]? )+/i, '')
    .replace(/^(?:the|our) (?=\w)/i, '')
    .trim()
  const calm = bare === bare.toUpperCase() && bare.length > 5 ? bare.toLowerCase() : bare
  return calm.charAt(0).toUpperCase() + calm.slice(1)
}

const digitsOf = (word: string): string => String(units.get(word) ?? word)

/** The lines of an agenda in a description: "1. Accounts". */
export const agendaOf = (description: string | null): string[] =>
  (description ?? '')
    .split('\n')
    .flatMap(
      (line) => /^\s*(?:\d{1,2}[.)]|[-*•])\s+(\S.{2,80})$/.exec(line)?.[1]?.replace(/[.;]$/, '').trim() ?? [],
    )
