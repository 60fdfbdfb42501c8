import type { Attendee } from '#contract/transcripts.ts'
import { oneOf } from '../../language/rules/phrases.ts'
import { absentIn, asName, honorific, isReported, isTitle } from '../../language/names.ts'
import { whereSaid } from '../../language/quote.ts'
import {
  type Said as Segment,
  type Sentence,
  type Turn,
  speakerAfter,
  speakerBefore,
  turnsOf,
} from '../names/meeting.ts'
import { fold, isSameName, spelledAlike } from '../names/people.ts'
import { isOwnLabel } from '../speakers/overview.ts'
import type { NameAnswer } from './schema.ts'
import type { ReadClaim } from './store.ts'
import { alternatives } from '../../language/alternatives.ts'

/** How far a reading can be relied on, by itself: a suggestion. */
const strength = { ownWords: 0.5, addressed: 0.4, role: 0.3 }

/** Whoever has spoken is named as soon as the next one speaks, and whoever is to speak just before. */
const sentencesNear = 3

/** Nobody speaks in labels, but to whoever reads the transcript. */
const spokenLabel = new RegExp(
  alternatives([
    String.raw`\bspeaker\s*(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b`,
    String.raw`\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth) (?:speaker|person|voice)\b`,
  ]),
  'i',
)
/** Who speaks to the machine names nobody. */
const toTheMachine = new RegExp(
  alternatives([
    String.raw`\b(?:ignore|disregard|forget|override)\b[^.?!]{0,40}\b(?:instructions?|prompts?|rules|above)\b`,
    String.raw`\b(?:language model|system prompt|chatbot|transcriber)\b`,
  ]),
  'i',
)

export type Verifying = {
  segments: readonly Segment[]
  /** Whose names are asked for. */
  labels: readonly string[]
  attendees: readonly Attendee[]
}

/**
 * Holds what the model says against the transcript: only the names of labels that are asked for, quoted from a line that it was
 * given, where that sentence names the one who says it or who speaks next to it. Whatever a transcript may tell the model to
 * say, more than such a sentence of the meeting itself does not come of it.
 */
export function createVerifier({ segments, labels, attendees }: Verifying) {
  const turns = turnsOf(segments)
  const turnOf = new Map<number, number>()
  for (const [at, { sentences }] of turns.entries())
    for (const { segment } of sentences) turnOf.set(segment.id, at)
  const listed = attendees.filter(({ name }) => !isOwnLabel(name))
  const asked = new Set(labels)
  const all = segments.map(({ text }) => text).join('\n')

  /** @param given the segment of each line that the model had before it, by the line's number */
  return function verified(answer: NameAnswer, given: ReadonlyMap<number, Segment>): ReadClaim | null {
    const segment = given.get(answer.line)
    const at = segment && turnOf.get(segment.id)
    if (!segment || at === undefined || !asked.has(answer.label)) return null
    if (toTheMachine.test(segment.text)) return null
    const turn = turns[at]!
    for (const sentence of quoted(turn, segment, answer.quote)) {
      const found = shows(sentence, turn, at, answer)
      if (found) return { segmentId: segment.id, label: answer.label, quote: sentence.text, ...found }
    }
    return null
  }

  function shows(
    sentence: Sentence,
    turn: Turn,
    at: number,
    { label, name: claimed }: NameAnswer,
  ): Pick<ReadClaim, 'name' | 'strength'> | null {
    if (spokenLabel.test(sentence.own)) return null
    const isOwn = turn.label === label
    const person = listed.find(({ name }) => isSameName(name, claimed))
    // As an engine may spell it; who is not listed is called what was written.
    const said = saidOf(claimed, sentence.own, person ? spelledAlike : isEqual)
    if (!said) {
      const isTheirs = person?.role !== undefined && isOwn && hasRole(sentence.own, person.role)
      return isTheirs ? { name: person.name, strength: strength.role } : null
    }
    if (absentIn(sentence.own).some((absent) => saidOf(claimed, absent, isEqual))) return null
    if (isReported(sentence.own.slice(0, said.at))) return null
    const holds = isOwn ? namesOneself(sentence.own, said) : neighbours(turn, at, sentence).has(label)
    const name = holds ? (person?.name ?? wholeName(claimed, said.words, all)) : null
    return name === null ? null : { name, strength: isOwn ? strength.ownWords : strength.addressed }
  }

  /** Who may be spoken to or of in a sentence at the head or the end of a turn. */
  function neighbours(turn: Turn, at: number, sentence: Sentence): Set<string> {
    const near = new Set<string>()
    const place = turn.sentences.indexOf(sentence)
    const before = speakerBefore(turns, at)
    const after = speakerAfter(turns, at)
    if (place < sentencesNear && before !== null) near.add(before)
    if (place >= turn.sentences.length - sentencesNear && after) near.add(after.label)
    return near
  }
}

export type NamesToVerify = Verifying & {
  names: readonly NameAnswer[]
  /** The id of the segment of each line that the model had before it, by the line's number. */
  given: ReadonlyMap<number, number>
}

/** All that one answer says; in a thread (name-verifier.ts), since the transcript may be a day long. */
export function verifyNames({ names, given, ...meeting }: NamesToVerify): ReadClaim[] {
  const verified = createVerifier(meeting)
  const byId = new Map(meeting.segments.map((segment) => [segment.id, segment]))
  const lines = new Map(
    [...given].flatMap(([line, id]) => {
      const segment = byId.get(id)
      return segment ? [[line, segment] as const] : []
    }),
  )
  return names.flatMap((one) => verified(one, lines) ?? [])
}

/** The sentences of a segment that the quote stands in. */
function quoted(turn: Turn, { id, text }: Segment, quote: string): Sentence[] {
  const at = whereSaid(text, quote)
  if (!at) return []
  let from = 0
  return turn.sentences
    .filter(({ segment }) => segment.id === id)
    .filter((sentence) => {
      const begin = text.indexOf(sentence.text, from)
      from = begin + sentence.text.length
      return begin < at.to && from > at.from
    })
}

const word = /[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu

const wordsOf = (text: string): string[] => text.match(word) ?? []

/** What was said of a name: where it begins and ends, and the words of the name that were said. */
type Said = { at: number; end: number; words: string[] }

const isEqual = (a: string, b: string): boolean => a === b

/** As a name, so with a capital: "Will", not "will". */
function saidOf(name: string, sentence: string, same: (a: string, b: string) => boolean): Said | null {
  const parts = wordsOf(name).filter((one) => /^\p{Lu}/u.test(one) && !isTitle.test(one))
  const found = [...sentence.matchAll(word)].flatMap((match) => {
    const [text] = match
    // "Anna's"
    const bare = text.replace(/['’]s$/, '')
    const part = parts.find((one) => same(fold(one), fold(bare)))
    return part !== undefined && /^\p{Lu}/u.test(text)
      ? [{ part, at: match.index, end: match.index + text.length }]
      : []
  })
  const [first] = found
  if (!first) return null
  return {
    at: first.at,
    end: found.at(-1)!.end,
    words: parts.filter((one) => found.some(({ part }) => part === one)),
  }
}

/** As much of a name as was said, here or as a whole anywhere in the meeting; null: that is no name. */
function wholeName(claimed: string, said: readonly string[], all: string): string | null {
  const name = wordsOf(claimed).join(' ')
  const kept = all.includes(name) ? name : said.join(' ')
  return asName(kept) === kept ? kept : null
}

const filler = String.raw`(?:actually|also|just|still|only|obviously|of course|indeed|called|named|me|${honorific}\.?)`
/** Words that speak of oneself, right before the name: "you can call me Bob", never "I agree with Bob". */
const saysWho = alternatives([
  "I['’]m|I am|it['’]s|it is|this is|the name['’]s|the name is|calls? me|called me|know me as|known as",
  String.raw`my name\b[^.?!]{0,60}(?:is|['’]s)`,
])
const oneself = new RegExp(String.raw`\b${saysWho}[, ]+(?:${filler}[, ]+){0,2}$`, 'iu')
/** "This is Tom, our new auditor" presents somebody else. */
const presents = /\b(?:this|it) ?(?:is|['’]s)[, ]+(?:[\p{L}.]+ )?$/iu
const isHere = /^[^.?!]{0,30}\b(?:here|speaking|again|joining|dialling in|on the line)\b/i

/** The sentence says of whoever says it that this is their name. */
function namesOneself(sentence: string, { at, end }: Said): boolean {
  const [before, after] = [sentence.slice(0, at), sentence.slice(end)]
  // "I'm Sarah's deputy"
  if (/['’]s$/.test(sentence.slice(at, end))) return false
  if (oneself.test(before)) return !presents.test(before) || isHere.test(after) || /^[.!]?$/.test(after)
  // "Sarah from finance here", never "Sarah, are you here?"
  return wordsOf(before).length <= 3 && isHere.test(after) && !/\byou|\?$/i.test(sentence)
}

/** "As chair I …", "I am the finance director". */
function hasRole(sentence: string, role: string): boolean {
  const pattern = wordsOf(role)
    .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(String.raw`\W+`)
  if (pattern === '') return false
  const whose = oneOf("your; the; our; an?; this; company['’]s; board['’]s")
  const own = new RegExp(
    String.raw`\b(?:as|I['’]m|I am)(?: ${whose}){0,2} ${pattern}\b(?! (?:said|says|of the day))`,
    'i',
  )
  const spokenOf = /\b(?:as|I['’]m|I am) (?:the|our) [^,]*\b(?:said|says|knows|mentioned|pointed|put)\b/i
  return own.test(sentence) && !spokenOf.test(sentence)
}
