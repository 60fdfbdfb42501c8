import { because, type FoundDecision } from './found.ts'
import * as say from './phrases.ts'
import { contentOf, type Sentence } from './talk.ts'
import { turnsToNext } from './turning.ts'

/** The minutes of the last meeting are put right before they are approved: they are approved so, and the correction decides nothing by itself. */

const number = String.raw`(?:\d+(?:\.\d+)*[a-z]?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const place = String.raw`\b(?:(?:page|paragraph|para|item|line|minute|point|section) (?:number )?${number}|(?:first|second|third|fourth|fifth|last) (?:page|paragraph|line|sentence|bullet))\b`
/** It says where, or what stands there and what ought to: "they should be in your packs" does neither. */
const corrects = new RegExp(
  [
    String.raw`${place}.{0,60}\b(?:says?|reads?|gives|has|wrong|missing|misspel\w+|incorrect|instead|rather than|should|ought to|needs? to|must)\b`,
    String.raw`\b(?:should|ought to|needs? to|must) (?:not |have )?read\b`,
    String.raw`\b(?:it|that|this|which) (?:should|ought to|must) (?:not |have )?(?:say|said)\b`,
    String.raw`\bit (?:also |only |still )?(?:says|reads)\b(?! (?:so )?(?:in|on) )`,
    String.raw`\b(?:misspel(?:t|led)|spel(?:t|led) wrong|typo)\b`,
    String.raw`\b(?:recorded|listed|shown|minuted|put down) as\b`,
    String.raw`\bleft (?:off|out of) the (?:list|minutes|attendance|apologies)\b`,
    String.raw`\b(?:one|a|two|three) (?:(?:small|minor|tiny) )?corrections?\b`,
  ].join('|'),
)
const asksOrDenies =
  /\b(?:no|any|without|other|further|nothing|happy|content) (?:\w+ )?(?:corrections?|amendments?|changes?|wrong|missing)\b/
/** Never the time: "ten minutes", "minutes to spare". */
const names =
  /\b(?:the|our|these|those|draft|previous) (?:(?:draft|board|last|previous|unconfirmed|unsigned|old) )*minutes\b(?! (?:to|left|late|away|ago|before|after|past)\b)|^(?:(?:so|then|now|right|okay|well|good|next|first|and|item \w+|agenda item \w+)[,.:]? )*minutes\b|[,.:] minutes (?:of|from)\b/
const approves =
  /\b(?:approved?|agreed?|adopt(?:ed)?|accept(?:ed)?|happy with (?:them|those)|(?:correct|true|accurate|fair) record|sign(?:ed)?)\b/
/** "With that change, are we happy with them?", "Subject to that, approved?", "Approved as amended." */
const meansThem =
  /\b(?:they|they're|them|those|these)\b|\bas (?:amended|corrected)\b|\b(?:with|subject to) (?:that|those|this)\b/
/** "The minutes of 3 March are approved.": nobody corrects them after that. */
const isDone =
  /\bminutes\b.*\b(?:are|were|is|was|stand|been|being)(?: (?:therefore|hereby|duly|all|then|now|so|both))* (?:approved|agreed|adopted|accepted|signed|carried)\b/
/** What is put with them, or says that they are approved; cut to stems, as they are compared. */
const ofApproval =
  /^(?:minute|approv|agreed|agree|adopt|accept|sign|signed|happy|conten|correc|true|accura|fair|record|subjec|amende|amendm|change|altera|everyo|everyb|anyone|anybod|favour|propos|second|carrie|motion|meetin|noted|otherw|please|all|last|previo|held|januar|februa|march|april|june|july|august|septem|octobe|novemb|decemb|lovely|great|yeah|absolu|certai)/
/** So many sentences after they were called they are still meant. */
const reach = 12

/** What stands in the minutes is said to be wrong. */
export const correctsMinutes = ({ plain, isQuestion, words }: Sentence): boolean =>
  !isQuestion && words >= 4 && corrects.test(plain) && !asksOrDenies.test(plain)

/** The minutes of a meeting, and not the minutes of an hour. */
export const namesMinutes = ({ plain }: Sentence): boolean => names.test(plain)

/** Where the minutes were called that are approved at this place; -1: they were not. */
function calledBefore({ index }: Sentence, talk: readonly Sentence[]): number {
  let called = -1
  let isPutSince = false
  for (let at = index; at >= Math.max(0, index - reach); at--) {
    const one = talk[at]!
    const { plain, isQuestion } = one
    if (isPutSince && !isQuestion && isDone.test(plain)) break
    isPutSince ||= isQuestion || correctsMinutes(one)
    if (names.test(plain)) called = at
    else if (turnsToNext(plain) && !correctsMinutes(one)) break
  }
  return called
}

/** "Can we approve the budget with that change?" puts something else, whatever was said of the minutes before. */
function putsAnother(found: FoundDecision, corrections: readonly Sentence[]): boolean {
  const known = new Set(corrections.flatMap(({ plain }) => contentOf(plain)))
  return [...found.about, ...found.sentences].some(
    (one) =>
      approves.test(one.plain) &&
      !names.test(one.plain) &&
      contentOf(one.plain).some((word) => !ofApproval.test(word) && !known.has(word)),
  )
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
  if (corrections.length === 0 || !isOfThem || putsAnother(found, corrections)) return null
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
