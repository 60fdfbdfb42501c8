import type { Decision, MinutesItem } from '#contract/minutes.ts'
import { correctionsOf } from '../language/extract/corrections.ts'
import { keySentences } from '../language/extract/rank.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { dictatedIn } from './dictated.ts'
import { evidenceOf, type Source } from './evidence.ts'
import type { Part } from './parts.ts'
import { proposalsIn } from './proposals.ts'
import { asSentence, dialogue } from './style.ts'
import { hasSubstance, isWeighty, topicOfWithdrawal, withdrawalsIn, withQuestion } from './substance.ts'
import { topicWords } from './vocabulary.ts'

/** Of a part of so many sentences one is told. */
const perStatement = 10
/** What somebody has minuted already is short. */
const perWritten = 2
const most = 5
/** Of the words of a motion, so many stand in the resolution already. */
const alreadyTold = 0.6

const moves =
  /^(?:(?:so|and|then|okay|yes|chair|madam chair|mr chairman)[,.]? )*(?:i(?:'d like to|'ll| will| would like to| hereby| formally|'m happy to)*(?: formally)? (?:propose|move|second)\b|(?:it is |it's )?(?:proposed|moved|seconded)\b|(?:ordinary |special )?resolution (?:number )?\w+\b|the (?:motion|resolution|proposal)(?: before (?:us|you))? (?:is|reads)\b)/

type Around = {
  talk: readonly Sentence[]
  source: Source
  /** Of each sentence, whether it stands elsewhere in the minutes. */
  isUsed: (sentence: Sentence) => boolean
  /** Whether it stands there as decided. */
  isDecided: (sentence: Sentence) => boolean
  /** What was decided in this part, or may have been. */
  decisions: readonly Decision[]
}

/** What was said in a part of the meeting, by its key sentences; or that it was not discussed. */
export function discussionOf(
  part: Part,
  { talk, source, isUsed, isDecided, decisions }: Around,
): MinutesItem['discussion'] {
  if (part.dropped) {
    const { sentence, why } = part.dropped
    return [{ text: `Not discussed: ${why}.`, evidence: evidenceOf([sentence], source) }]
  }
  const isWritten = part.title !== undefined
  const own = talk.slice(part.from, part.to).filter((one) => !isUsed(one))
  const proposals = isWritten ? [] : proposalsIn(talk.slice(part.from, part.to))
  // What was decided of it stands among the decisions.
  const undecided = proposals.filter(({ put, after }) => !isDecided(put) && !after.some(isDecided))
  const putAndEnded = undecided.flatMap(({ put, end }) => (end ? [[put, end]] : []))
  const elsewhere = new Set([...undecided.map(({ put }) => put), ...putAndEnded.flat()])
  const left = own.filter(
    (one) =>
      !elsewhere.has(one) && !isToldByDecision(one, part, decisions) && (isWritten || hasSubstance(one)),
  )
  const share = isWritten ? perWritten : perStatement
  const count = Math.min(most, Math.max(1, Math.round((part.to - part.from) / share)))
  const chosen = isWritten && left.length <= most ? left : tellingOf(left, talk, count)
  // What was dictated or read out would look as if somebody had said it of their own.
  const key = chosen.filter((one) => dictatedIn([one], talk) === null)
  const shown = new Set<Sentence>()
  const told = key.flatMap((one): Told[] => {
    if (shown.has(one)) return []
    // A figure that was put right at once is never told alone, nor an answer without its question.
    const said = [...withQuestion(one, talk), ...correctionsOf([one], talk)]
    for (const each of said) shown.add(each)
    return [{ said, text: isWritten ? said.map(inMinutes).join(' ') : dialogue(said) }]
  })
  const recalled = isWritten ? [] : withdrawalsIn(own.filter((one) => !elsewhere.has(one)))
  const ended = [...recalled, ...putAndEnded].map((said): Told => ({
    said,
    text: (said.length === 1 ? topicOfWithdrawal(said[0]!) : null) ?? dialogue(said),
  }))
  const closing = part.closing ? [{ said: [part.closing.sentence], text: part.closing.text }] : []
  return [...told, ...ended, ...closing]
    .sort((a, b) => a.said[0]!.index - b.said[0]!.index)
    .map(({ said, text }) => ({ text, evidence: evidenceOf(said, source) }))
}

/** Of an item that was called and of which nothing else is told: how it began and how it ended. */
export function brieflyOf(
  { from, to }: Part,
  { talk, source, isUsed }: Omit<Around, 'decisions' | 'isDecided'>,
): MinutesItem['discussion'] {
  const said = talk
    .slice(from + 1, to)
    .filter(
      (one) => !isUsed(one) && !one.isQuestion && one.words >= leastWords && dictatedIn([one], talk) === null,
    )
  const ends = [...new Set([said[0], said.at(-1)].filter((one) => one !== undefined))]
  return ends.map((one) => ({ text: dialogue([one]), evidence: evidenceOf([one], source) }))
}
const leastWords = 3

/** Figures, reasons, risks and views before all else; two of them also where little was said. */
function tellingOf(left: readonly Sentence[], talk: readonly Sentence[], count: number): Sentence[] {
  const pool = left.filter(isWeighty)
  const wanted = Math.max(count, Math.min(few, pool.length))
  return keySentences(pool.length >= wanted ? pool : left, talk, wanted)
}
const few = 2

type Told = { said: Sentence[]; text: string }

/** Words of minutes, without the number of their paragraph. */
const inMinutes = ({ text }: Sentence): string =>
  asSentence(text.replace(/^\d{1,2}(?:\.\d{1,2})+[.)]?\s+/, ''))

/** "I propose that …", where the resolution itself stands there. */
function isToldByDecision(sentence: Sentence, { heading }: Part, decisions: readonly Decision[]): boolean {
  if (decisions.length === 0 || !moves.test(sentence.plain)) return false
  const told = decisions.flatMap(({ text, evidence, proposer, seconder }) => [
    ...[text, proposer ?? '', seconder ?? ''],
    ...evidence.map(({ quote }) => quote),
  ])
  const known = new Set(topicWords([heading, ...told].join(' ')))
  const own = topicWords(sentence.plain)
  return own.filter((word) => known.has(word)).length >= own.length * alreadyTold
}
