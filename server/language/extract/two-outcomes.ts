import { doubtAt } from './mood.ts'
import { putAs } from './puts.ts'
import { because, type FoundDecision } from './found.ts'
import * as say from './phrases.ts'
import { tellsOf } from './pointing.ts'
import type { Sentence } from './talk.ts'

/** "Three per cent for the team is approved, and Robert's own salary stands over until March.": two decisions in one sentence. */

export const twoOutcomes = 'two outcomes'

const cut = /(?:, (?:and|but|while|whereas)|;(?: and| but)?|, (?=the |his |her |their ))\s+(?=\S+ \S+)/g
const lead = String.raw`^(?:(?:so|then|and|but|right|okay|good|very well|in that case|on that basis)[,.]? )*`
/** It names what it is about: neither "it" nor "that". */
const subject = String.raw`(?!(?:it|that|this|they|those|these|both|all|which|what|if|when|once|i|you|he|she|we|nobody|nothing|there)\b)[^,;:?]{3,90}?`
const adverb = String.raw`(?: therefore| hereby| now| then| duly| also| accordingly| unanimously| both| all)*`
const outcomes: readonly [FoundDecision['outcome'], RegExp][] = [
  [
    'carried',
    new RegExp(
      String.raw`${lead}${subject} (?:is|are|stands?|was|were)${adverb} (?:approved|agreed|accepted|adopted|carried|authorised|appointed|re-?appointed|elected|re-?elected|allotted|granted|passed)\b(?! (?:in principle )?by\b)`,
    ),
  ],
  [
    'deferred',
    new RegExp(
      String.raw`${lead}${subject} (?:(?:is|are|will be)${adverb} (?:deferred|held over|put (?:off|back)|postponed|carried (?:over|forward)|adjourned|left)|stands? over|waits?|(?:can|must|will) wait|goes back|comes? back)\b(?:.{0,30}\b(?:until|till|to|for|in|at)\b|[.!]?$)`,
    ),
  ],
  [
    'rejected',
    new RegExp(
      String.raw`${lead}${subject} (?:is|are)${adverb} (?:refused|rejected|declined|turned down|lost|defeated|not (?:approved|agreed|accepted|carried|adopted))\b`,
    ),
  ],
]

/** Two clauses are asked for, each with a subject and an outcome of its own. */
function clausesOf(sentence: Sentence): { part: Sentence; outcome: FoundDecision['outcome'] }[] | null {
  const { text, plain, isQuestion } = sentence
  // Each is a piece of what was said, letter by letter.
  if (isQuestion || plain.length !== text.trim().length) return null
  for (const { index, 0: joint } of plain.matchAll(cut)) {
    const pieces: [number, number][] = [
      [0, index],
      [index + joint.length, plain.length],
    ]
    const parts = pieces.map(([from, to]) => pieceOf(sentence, from, to))
    const ends = parts.map(outcomeOf)
    const [one, other] = ends
    if (one && other && one !== other) return parts.map((part, at) => ({ part, outcome: ends[at]! }))
  }
  return null
}

const pieceOf = (sentence: Sentence, from: number, to: number): Sentence => {
  const plain = sentence.plain.slice(from, to)
  const text = sentence.text.trim().slice(from, to)
  return { ...sentence, plain, text, words: plain.split(' ').length }
}

function outcomeOf(part: Sentence): FoundDecision['outcome'] | null {
  for (const [outcome, form] of outcomes) {
    const found = form.exec(part.plain)
    if (!found) continue
    const doubt = doubtAt(part, outcome === 'deferred' ? 0 : found[0].length, 0)
    return doubt === null || (outcome === 'rejected' && doubt === 'negated') ? outcome : null
  }
  return null
}

/** Sentences before it in which each was spoken of, and after it in which somebody may object. */
const reach = 12
const after = 3

function isDenied({ index, speaker }: Sentence, talk: readonly Sentence[]): boolean {
  return talk
    .slice(index + 1, index + 1 + after)
    .some((one) => one.speaker !== speaker && say.dissents(one.plain) !== null)
}

/** These doubts were of both told as one. */
const ofBoth: ReadonlySet<string> = new Set([
  because.defer,
  because.weak,
  because.unclear,
  because.closing,
  'More than one outcome was told in one sentence.',
])

/** Said by whoever chairs, each stands for itself, with what was put before. */
export function withTwoOutcomes(
  found: readonly FoundDecision[],
  talk: readonly Sentence[],
  chair: string | null,
): FoundDecision[] {
  let all = [...found]
  for (const sentence of talk) {
    if (sentence.speaker === null || sentence.speaker !== chair || sentence.words < 8) continue
    const whole = all.find(({ sentences }) => sentences.at(-1)?.index === sentence.index)
    if (!whole || (whole.doubt !== null && !ofBoth.has(whole.doubt)) || isDenied(sentence, talk)) continue
    const clauses = clausesOf(sentence)
    if (!clauses) continue
    const before = talk.slice(Math.max(0, sentence.index - reach), sentence.index)
    if (!clauses.every(({ part }) => before.some((one) => tellsOf(part.plain, [one])))) continue
    const parts = clauses.map(({ part, outcome }) => partOf(whole, part, outcome, before))
    const own = new Set(parts.flatMap(({ sentences }) => sentences.map(({ index }) => index)))
    // What was put is told with it.
    const isPiece = ({ sentences, doubt }: FoundDecision): boolean =>
      doubt !== null && sentences.every(({ index }) => own.has(index))
    all = all.flatMap((one) => (one === whole ? parts : isPiece(one) ? [] : [one]))
  }
  return all
}

function partOf(
  whole: FoundDecision,
  part: Sentence,
  outcome: FoundDecision['outcome'],
  before: readonly Sentence[],
): FoundDecision {
  const put =
    outcome === 'carried'
      ? before.findLast(
          (one) =>
            one.speaker === part.speaker &&
            (putAs(one) !== null || /\d|\b(?:per cent|pounds|thousand|from the)\b/.test(one.plain)) &&
            tellsOf(part.plain, [one]),
        )
      : undefined
  const sentences = put ? [put, part] : [part]
  return {
    ...whole,
    sentences,
    about: sentences,
    outcome,
    vote: null,
    doubt: null,
    condition: say.conditionIn(part.plain),
    rule: twoOutcomes,
  }
}
