import type { Vote } from '#contract/minutes.ts'
import type { FoundDecision } from './found.ts'
import { doubtAt } from './mood.ts'
import { numberOf } from './numbers.ts'
import * as say from './phrases.ts'
import type { Sentence } from './talk.ts'

/** How a vote ended: as it was declared last; the figures tell where nobody declares anything. */

const special = /\bspecial resolution\b|\b(?:seventy-five|75) ?(?:per ?cent|%)|\bthree[- ]quarters?\b/
/** Companies Act 2006, section 283: not less than 75 per cent. */
const ofSpecial = 0.75

const isSpecial = (said: readonly Sentence[]): boolean => said.some(({ plain }) => special.test(plain))

/** @returns null when one side was not counted */
export function passes(vote: Vote | null, said: readonly Sentence[]): boolean | null {
  if (vote === null || vote.for === null || vote.against === null) return null
  return isSpecial(said) ? vote.for >= ofSpecial * (vote.for + vote.against) : vote.for > vote.against
}

/**
 * Several were against it, and nobody told how many were for it: "carried, with three against" says which were more, and
 * so does whoever declares it.
 */
const isHalfCounted = ({ outcome, vote, sentences }: FoundDecision): boolean =>
  outcome === 'carried' &&
  vote !== null &&
  vote.for === null &&
  (vote.against ?? 0) > 1 &&
  !sentences.some(
    ({ plain }) =>
      /\b(?:majority|overwhelming\w*)\b|\bi (?:\w+ )?declare\b/.test(plain) ||
      (/\b(?:against|opposed)\b/.test(plain) && say.carries(plain) !== null),
  )

/** It was declared, and the figures say the contrary, or too little. */
export function contradictsVotes(found: FoundDecision): boolean {
  const { outcome, vote, sentences, about } = found
  if (isHalfCounted(found)) return true
  const passed = passes(vote, [...about, ...sentences])
  return (
    passed !== null && (outcome === 'carried' || outcome === 'rejected') && passed !== (outcome === 'carried')
  )
}

/** Both sides were counted, and it was declared to have ended so. */
export function isPolled({ kind, outcome, vote, sentences, about }: FoundDecision): boolean {
  const last = sentences.at(-1)!
  const isDeclared =
    outcome === 'carried' ? say.carries(last.plain) : outcome === 'rejected' && say.loses(last.plain)
  return (
    kind === 'resolution' &&
    Boolean(isDeclared) &&
    passes(vote, [...about, ...sentences]) === (outcome === 'carried')
  )
}

const correction = String.raw`(?:sorry|no|correction|apologies|my mistake|i beg your pardon|i misread(?: (?:it|that|the figures))?|actually|in fact|hang on|wait|hold on|i should (?:say|have said)|i correct myself|rather|on (?:a|the) recount)`
const names = new RegExp(
  String.raw`\b(?:the|that|this) (?:motion|resolution|proposal|vote)\b|^(?:(?:so|and|oh|well)[,.]? )*${correction}\b`,
)

/** Said of what has just been decided or counted: how it ended after all. */
export function declaresAnew(
  sentence: Sentence,
  { rule }: Pick<FoundDecision, 'rule'>,
): 'carried' | 'rejected' | null {
  const { plain } = sentence
  const isCounted = rule.endsWith(' vote')
  if (sentence.isQuestion || sentence.words > 24 || (!isCounted && !names.test(plain))) return null
  const lost = say.loses(plain)
  if (lost) return doubtAt(sentence, lost.index, 1) === null ? 'rejected' : null
  const won = say.carries(plain)
  return won && doubtAt(sentence, won.index, won[0].length) === null ? 'carried' : null
}

const numbered = /\bresolution (?:number )?(?<figure>\d+|[a-z]+)\b/g
const numbers = new WeakMap<Sentence, readonly number[]>()

/** Of the resolutions that it names; a declaration that goes on and on asks for them again and again. */
function numbersIn(sentence: Sentence): readonly number[] {
  const known = numbers.get(sentence)
  if (known) return known
  const found = [...sentence.plain.matchAll(numbered)]
    .map((one) => numberOf(one.groups!.figure!))
    .filter((one) => one !== null)
  numbers.set(sentence, found)
  return found
}

/** "Resolution five is carried" tells nothing of resolution one. */
export function namesAnother(sentence: Sentence, { sentences }: Pick<FoundDecision, 'sentences'>): boolean {
  const named = numbersIn(sentence)
  if (named.length === 0) return false
  const own = sentences.flatMap(numbersIn)
  return own.length > 0 && !named.some((one) => own.includes(one))
}

/** Whoever declared the one puts it right with the other. */
export const isOwn = (found: FoundDecision, { speaker }: Sentence): boolean =>
  speaker !== null && found.sentences.at(-1)?.speaker === speaker
