import { because, type FoundDecision } from './found.ts'
import * as say from './phrases.ts'
import type { Sentence } from './talk.ts'
import { turnsToNext } from './turning.ts'

/** The minutes of the last meeting are put right before they are approved: they are approved so, and the correction decides nothing by itself. */

const corrects =
  /\b(?:should|ought to|needs? to|must) (?:be|say|read|have (?:been|said|read)|not (?:be|say|read))\b|\b(?:page|paragraph|item|line|minute|point|section) \w+\b.{0,60}\b(?:says?|reads?|gives|has|wrong|missing|misspel\w+|instead|rather than)\b|\b(?:misspel(?:t|led)|spelt wrong|typo|(?:left|missed) (?:out|off)|not (?:listed|shown|recorded)|(?:is|are|was|were|'s|got) (?:\w+ )?(?:wrong|missing|incorrect)|isn't right|not right|in error)\b|\b(?:one|a|two|small|minor) (?:corrections?|amendments?|changes?)\b|\bit (?:also |only |still )?says\b/
const asksOrDenies =
  /\b(?:no|any|without|other|further|nothing|happy|content) (?:\w+ )?(?:corrections?|amendments?|changes?|wrong|missing)\b/
const names = /\bminutes\b/
const approves =
  /\b(?:approved?|agreed?|adopt(?:ed)?|accept(?:ed)?|happy with (?:them|those)|(?:correct|true|accurate|fair) record|sign(?:ed)?)\b/
/** "With that change, are we happy with them?", "Subject to that, approved?", "Approved as amended." */
const meansThem =
  /\b(?:they|they're|them|those|these)\b|\bas (?:amended|corrected)\b|\b(?:with|subject to) (?:that|those|this)\b/
/** So many sentences after they were called they are still meant. */
const reach = 12

/** What stands in the minutes is said to be wrong. */
export const correctsMinutes = ({ plain, isQuestion, words }: Sentence): boolean =>
  !isQuestion && words >= 4 && corrects.test(plain) && !asksOrDenies.test(plain)

/** Where the minutes were called that are approved at this place; -1: they were not. */
function calledBefore({ index }: Sentence, talk: readonly Sentence[]): number {
  let called = -1
  for (let at = index; at >= Math.max(0, index - reach); at--) {
    const { plain } = talk[at]!
    if (names.test(plain)) called = at
    else if (turnsToNext(plain) && !correctsMinutes(talk[at]!)) break
  }
  return called
}

/** @returns null: it is not the approval of minutes that were put right */
export function withMinutesCorrected(found: FoundDecision, talk: readonly Sentence[]): FoundDecision | null {
  const at = found.sentences.at(-1)!
  if (found.outcome !== 'carried' || !found.sentences.some(({ plain }) => approves.test(plain))) return null
  const from = calledBefore(at, talk)
  if (from === -1) return null
  const within = talk.slice(from, at.index + 1)
  const corrections = within.filter(correctsMinutes)
  const own = found.about.filter((one) => !corrections.includes(one) || approves.test(one.plain))
  const isOfThem = [...found.about, ...found.sentences].some(
    (one) => names.test(one.plain) || corrections.includes(one) || meansThem.test(one.plain),
  )
  if (corrections.length === 0 || !isOfThem) return null
  // "No, it was forty": which of both stands in them is not known.
  const isDenied = talk
    .slice(corrections[0]!.index + 1, at.index)
    .some((one) => !corrections.includes(one) && say.dissents(one.plain) !== null)
  const calls = within.filter(({ plain }) => names.test(plain))
  const named = calls.find((one) => one.isQuestion && approves.test(one.plain)) ?? calls[0]!
  return {
    ...found,
    sentences: inOrder([named, ...corrections, ...found.sentences]),
    about: inOrder([named, ...own]),
    doubt: isDenied ? because.corrected : found.doubt,
  }
}

const inOrder = (sentences: readonly Sentence[]): Sentence[] =>
  [...new Set(sentences)].sort((a, b) => a.index - b.index)
