import type { Evidence } from '#contract/minutes.ts'
import { monthPattern } from '../../language/calendar-words.ts'
import { dayOf, dueIn } from '../../language/extract/dates.ts'
import { doubtAt, moods } from '../../language/extract/mood.ts'
import * as say from '../../language/extract/phrases.ts'
import { letter } from '../../language/extract/people.ts'
import type { Sentence } from '../../language/extract/talk.ts'
import { quotations } from '../../language/sentences.ts'
import type { Source } from '../evidence.ts'
import { dictatedIn } from '../dictated.ts'
import { flat } from '../evidence.ts'
import { isDropped, saidByRules, type Why } from '../grounds.ts'
import { figuresDiffer } from './disagree.ts'
import { figuresNotSaid, figuresSaid } from './figures.ts'
import { evidenceFor } from './quote.ts'
import { sharesMatter } from './same.ts'
import type { Claim } from './schema.ts'

export type Verified = {
  evidence: Evidence
  /** Why it is doubtful all the same; null: what was said holds it. */
  why: Why | null
}

/** What a claim is held against. */
export type Hall = {
  source: Source
  /** All that was said, read once: hours of it are held against hundreds of claims. */
  whole: Heard
  talk: readonly Sentence[]
  /** Names of those who are there. */
  names: readonly string[]
  /** When they met, ISO; null: not known. */
  held: string | null
  /** Who chairs; null: nobody stands out. */
  chair: string | null
  /** The items are those that the meeting called out or had on its agenda, and not the model's topics. */
  isCalled: boolean
}

/**
 * Whether what was said holds a claim of the model: null where its quote was not said, or what nobody said is in it, so that
 * it is dropped.
 * @param numbers indexes of the segments that it names
 */
export function verify(
  claim: Claim,
  numbers: readonly number[],
  hall: Hall,
  of: { owner?: string | null; due?: string | null } = {},
): Verified | null {
  const { source, whole, names } = hall
  const evidence = evidenceFor({ numbers, quote: claim.quote }, source)
  if (!evidence) return null
  const there = heardIn(numbers.flatMap((one) => source.segments[one] ?? []))
  const why = (): Why | null => {
    const text = withoutOwnYear(claim.text, hall)
    const [never] = figuresNotSaid(text, whole.figures)
    if (never !== undefined) return { ground: 'figureNeverSaid', says: `The figure ${never} was not said.` }
    const { owner, due } = of
    if (owner && !isNamed(owner, there)) {
      const known = isNamed(owner, whole) || names.some((name) => sameMarks(name) === sameMarks(owner))
      const isOthers = names.some((name) => isNamed(name, there))
      return {
        ground: !known ? 'nameNeverHeard' : isOthers ? 'nameOther' : 'nameElsewhere',
        says: `${owner} is not named in what was said there.`,
      }
    }
    if (due && !holds(there.said, due)) {
      const [own, other] = [due, dueIn(there.said.toLowerCase())?.said ?? null].map(
        (said) => said && dayOf(said, hall.held),
      )
      const isOther = own !== null && other !== null && own !== other
      if (own === null || own !== other)
        return { ground: isOther ? 'dueOther' : 'dueElsewhere', says: `“${due}” was not said there.` }
    }
    const [figure] = figuresNotSaid(text, there.figures)
    if (figure !== undefined) {
      const ground = figuresDiffer(text, there.said) ? 'figureOther' : 'figureElsewhere'
      return { ground, says: `The figure ${figure} was not said there.` }
    }
    const stranger = names.find((name) => claim.text.includes(name) && !isNamed(name, there))
    if (stranger !== undefined) {
      const words = { ...there, speakers: new Set<string>(), named: there.said }
      const isOther = names.some((name) => !claim.text.includes(name) && isNamed(name, words))
      const ground = isOther ? 'nameOther' : 'nameElsewhere'
      return { ground, says: `${stranger} is not named in what was said there.` }
    }
    return null
  }
  const ground = why()
  return ground !== null && isDropped(ground) ? null : { evidence, why: ground }
}

type Heard = {
  said: string
  speakers: ReadonlySet<string>
  /** What was said, and by whom. */
  named: string
  figures: ReadonlySet<number>
}

/** Letters that come with their marks apart are the same. */
const sameMarks = (text: string): string => text.normalize('NFC')

export function heardIn(segments: Source['segments']): Heard {
  const said = sameMarks(flat(segments.map(({ text }) => text).join(' ')))
  const speakers = new Set(segments.flatMap(({ speaker }) => speaker ?? []))
  return {
    said,
    speakers,
    named: sameMarks([said, ...speakers].join(' ')),
    // A figure may go over from one segment to the next, and "twenty" before "five of us" is no 25: both readings count.
    figures: figuresSaid([said, ...segments.map(({ text }) => text)]),
  }
}

/** "Jo", and not "de" or "Dr". */
const shortName = /^(?!Mr|Ms|Dr)\p{Lu}\p{L}$/u

const isNamed = (name: string, { speakers, named }: Heard): boolean =>
  speakers.has(name) ||
  sameMarks(name)
    .split(/\s+/)
    .some(
      (part) =>
        (part.length > 2 || shortName.test(part)) &&
        new RegExp(`(?<!${letter})${escape(part)}(?!${letter})`, 'i').test(named),
    )

const yearAfterMonth = new RegExp(String.raw`(?<=\b(?:${monthPattern}),? )20\d\d\b`, 'gi')

/** "4 December" that was said is "4 December 2026" in minutes: the year of the meeting, or the next, need not be said. */
export function withoutOwnYear(text: string, { held }: Hall): string {
  const year = held === null ? Number.NaN : new Date(held).getFullYear()
  return text.replace(yearAfterMonth, (said) =>
    Number(said) === year || Number(said) === year + 1 ? '' : said,
  )
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Every word of it that means something was said. */
const holds = (said: string, phrase: string): boolean => {
  const words = new Set(said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  return (
    sameMarks(phrase)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).every((word) => words.has(word) || /^(?:by|on|the|of|at|in|before)$/.test(word))
}

export const asked: Why = { ground: 'words', says: 'What was said there is a question.' }

const doubts: Record<NonNullable<ReturnType<typeof doubtAt>>, Why> = {
  question: asked,
  jest: { ground: 'jest', says: 'It may have been a joke.' },
  negated: { ground: 'negated', says: 'What was said there is that it is not so.' },
  hypothetical: { ground: 'words', says: 'What was said there is about what may be.' },
  recalled: { ground: 'words', says: 'What was said there is about an earlier time.' },
  others: { ground: 'words', says: 'What was said there is about what others decided.' },
  reported: { ground: 'words', says: 'What was said there is what somebody wishes or has heard.' },
}

/** Why what a decision or an action of the model rests on has not happened here and now; null: it has. */
export function notHappened(rests: Evidence, evidence: Evidence, { talk, source }: Hall): Why | null {
  const says = quotedIn(evidence, source) ?? dictatedIn(within(rests, talk), talk)?.why
  return says === undefined ? moodOf(evidence, talk, within(rests, talk)) : saidByRules(says)
}

export const within = ({ segments }: Evidence, talk: readonly Sentence[]): Sentence[] =>
  talk.filter((sentence) => sentence.segments.some(({ id }) => segments.includes(id)))

/** The words stand in quotation marks: somebody else's. */
function quotedIn({ quote, segments }: Evidence, { segments: all }: Source): string | null {
  const said = flat(
    all
      .filter(({ id }) => segments.includes(id))
      .map(({ text }) => text)
      .join(' '),
  )
  const at = said.indexOf(quote)
  const middle = at + Math.floor(quote.length / 2)
  const inside = [...said.matchAll(quotations)].some(
    (match) => match.index <= middle && middle < match.index + match[0].length,
  )
  return inside ? 'What was said there is a quotation.' : null
}

const taken =
  /\bwithdraw(?:n|s|ing)?\b|\b(?:(?:did|do|does|have|has|had|are|is|was|were|will)(?: not|n't)|never)(?: yet| been| going to| to)* (?:approv|agree|resolv|decid|accept|authoris|adopt|carr|pass)\w*/

/** "I withdraw it", "that was not approved": of what is before the meeting. "I withdraw my objection" is not. */
const ofThis =
  /\bwithdraw(?:n|s|ing)? (?:it|that|this|them|(?:the|my|our|his|her|their) (?:\w+ )?(?:motion|proposal|resolution|item|paper|recommendation))\b|\b(?:it|that|this|motion|proposal|resolution|item|paper|recommendation)(?:'s)?(?: \w+){0,3} withdrawn\b|^(?:\w+,? ){0,2}withdrawn\b|\b(?:approv|agree|resolv|decid|accept|authoris|adopt|carr|pass)\w* (?:it|that|this|them|any ?thing|so)\b|\b(?:it|that|this|motion|proposal|resolution)(?:'s)? (?:(?:did|was|is|has|have|were|are|will)(?: not|n't)|never)\b/

/** Whether the lines themselves, or what follows them at once, say that it was withdrawn or not approved. */
export function isDenied(text: string, rests: Evidence, { talk }: Hall): boolean {
  const lines = within(rests, talk)
  const last = lines.at(-1)
  const after = last ? talk.slice(last.index + 1, last.index + 3) : []
  return [...lines, ...after].some(
    ({ plain, isQuestion }) =>
      !isQuestion && taken.test(plain) && (ofThis.test(plain) || sharesMatter(text, plain)),
  )
}

const decided =
  /\b(?:board|meeting|committee|members|directors|trustees|shareholders|company|it was|they|everyone|all)(?: has| have| had)?(?: all)?(?: unanimously| formally| then| also)* (?:resolved|approved|agreed|decided|accepted|adopted|carried|authorised|rejected|declined|passed)\b|\b(?:was|were|is|are|been)(?: \w+ly)? (?:approved|agreed|carried|resolved|passed|adopted|authorised|decided|accepted|rejected)\b/i
const toldOf =
  /\b(?:reported|said|noted|explained|told|asked|stated|mentioned|recalled|reminded|suggested|proposed|argued|warned|advised|confirmed|thought|hoped|wondered)\b/i

/** Whether a point says, in the minutes' own voice, that something was decided, or what somebody only dictated or quoted. */
export const asserts = (text: string, evidence: Evidence, { talk, source }: Hall): boolean =>
  !toldOf.test(text) &&
  (decided.test(text) ||
    quotedIn(evidence, source) !== null ||
    dictatedIn(within(evidence, talk), talk) !== null)

const accepts =
  /^\W*(?:(?:yes|yeah|yep|of course|certainly|sure|will do|okay|ok|happy to|no problem|absolutely|gladly|with pleasure|leave it with me|consider it done|i will|i'll|i can|fine|noted)\b[\s,.!]*)+/

/** "Could you …?" – "Of course.": who was asked has taken it on. @returns the answer */
export function acceptedBy(
  owner: string | null,
  { segments }: Evidence,
  talk: readonly Sentence[],
): Sentence | null {
  const asks = talk.findLast((one) => one.segments.some(({ id }) => segments.includes(id)))
  const answer =
    asks && talk.slice(asks.index + 1, asks.index + 3).find(({ speaker }) => speaker !== asks.speaker)
  return answer &&
    !answer.isQuestion &&
    accepts.test(answer.plain) &&
    (owner === null || answer.speaker === owner)
    ? answer
    : null
}

const outcome =
  /\b(?:carried|approved|passed|declared|agreed|resolved|adopted|accepted|unanimous(?:ly)?|nem\.? con|elected|appointed|lost|rejected|defeated)\b/
/** Sentences after a question in which its outcome may be told. */
const toOutcome = 6

/** "Those in favour of a dividend of 4p?" – "Carried.": what was put to the meeting, with what became of it in the lines named. */
function isSettled(asks: Sentence, talk: readonly Sentence[], named: readonly Sentence[]): boolean {
  if (say.asksAll(asks.plain) === null && say.putFormally(asks.plain) === null) return false
  return talk.slice(asks.index + 1, asks.index + 1 + toOutcome).some((one) => {
    const found = named.includes(one) ? outcome.exec(one.plain) : null
    return found !== null && doubtAt(one, found.index, found[0].length) === null
  })
}

/** Whether the words that a decision or an action rests on happened here and now; null: they did. */
function moodOf(
  { quote, segments }: Evidence,
  talk: readonly Sentence[],
  named: readonly Sentence[],
): Why | null {
  const plain = flat(quote).toLowerCase().replaceAll('’', "'")
  const sentences = talk.filter((sentence) => sentence.segments.some(({ id }) => segments.includes(id)))
  const found = sentences.filter(
    (sentence) => plain.includes(sentence.plain) || sentence.plain.includes(plain),
  )
  const last = found.at(-1)
  for (const sentence of found) {
    // "All happy? Approved.": what was asked is answered in the same breath.
    if (sentence.isQuestion && (last?.isQuestion === false || isSettled(sentence, talk, named))) continue
    const at = Math.max(0, sentence.plain.indexOf(plain))
    const doubt = doubtAt(sentence, at, Math.min(plain.length, sentence.plain.length - at))
    if (doubt === 'negated' && !isPlainlyNegated(sentence, at)) return { ...doubts.negated, ground: 'words' }
    if (doubt !== null) return doubts[doubt]
  }
  return null
}

/** In the same breath: "We can't wait, so I propose …" denies nothing of what is proposed. */
function isPlainlyNegated({ plain }: Sentence, at: number): boolean {
  const before = plain
    .slice(0, at)
    .split(/[,;:—–]|\b(?:and|but|so|because)\b/)
    .at(-1)!
  return moods.negation.test(before) || !moods.negation.test(plain.slice(0, at))
}
