import type { Decision, Evidence } from '#contract/minutes.ts'
import { bearsOut } from '../../language/bears-out.ts'
import { deciding, past } from '../../language/extract/deciding.ts'
import { because } from '../../language/extract/found.ts'
import { groundAgainst } from '../../language/extract/grounds.ts'
import { doubtAt, takesBack } from '../../language/extract/mood.ts'
import * as say from '../../language/extract/phrases.ts'
import type { Sentence } from '../../language/extract/talk.ts'
import { withUndone } from '../../language/extract/undone.ts'
import type { FoundDecision } from '../../language/extract/decisions.ts'
import { flat } from '../evidence.ts'
import { unsaidIn } from '../grounds.ts'
import { isAnswered, isPut } from './answered.ts'
import { leavesOut } from './disagree.ts'
import { withoutOwnYear, within, type Hall } from './verify.ts'

/** When a decision stands that the language model alone has found: where the very words that it quotes decide it. */

const adverb =
  '(?: all| both| now| then| therefore| thereby| hereby| formally| unanimously| duly| accordingly)*'
const body = '(?:the |this )?(?:board|committee|meeting|directors)'
const verb = `(?:${past([...deciding, 'appoint', 'reelect'])}|reappointed)`
/** What another body decides is news here. */
const another =
  /\b(?:shareholders?|members|trustees|council|parent|sub-?committee|court|lenders?)\b.{0,40}\b(?:resolved|agreed|approved|decided|adopted|passed)\b/

/** Words that decide by being said. */
const carrying = [
  new RegExp(
    String.raw`\bit (?:is|was|has been)${adverb} (?:resolved|agreed|decided)(?: unanimously)?,? (?:that|to)\b`,
  ),
  new RegExp(
    String.raw`^(?:(?:so|then|and|therefore|accordingly)[,]? )*(?:we|${body})(?: have| has|'ve)?${adverb} ${verb} (?!with\b|about\b|on\b)(?:that |to |the |an? |\w)`,
  ),
  new RegExp(
    String.raw`\b(?:is|are|was|were)${adverb} ${verb}(?= (?:as|at|for|from|in|on|subject|unanimously|with)\b| by (?:the (?:board|committee|meeting|members present|directors|trustees)|all|everyone|a (?:show|majority))\b|[,.!]|$)`,
  ),
  /^(?:(?:so|then|and|unanimously|duly|that's|that is)[,]? )*(?:carried|approved|agreed|passed|resolved)(?: unanimously| nem con)?[.!]*$/,
  new RegExp(String.raw`\bdividend\b.{0,60}\b(?:is|was)${adverb} declared\b`),
  /\b(?:motion|resolution|proposal|recommendation|vote)(?: is| was)? (?:therefore |duly |unanimously )*(?:carried|passed|approved)\b/,
]
const losing =
  /\b(?:not (?:carried|approved|passed|agreed|adopted|accepted)|lost|defeated|rejected|refused|declined|voted down)\b/
/** The words decide nothing by themselves: what was put has to be there. */
const isBare = ({ words }: Sentence): boolean => words <= 4

/** Sentences after it in which somebody may speak against it, and around it in which it may have been changed. */
const reach = { after: 6, amended: 6 }
const changes =
  /\b(?:amend(?:ed|ing|ment|ments|s)?|withdr[ae]w\w*|rescind\w*|revok\w*|re-?open\w*|second thoughts|changed my (?:mind|vote))\b/
/** Said anywhere later, it may mean this one. */
const undoes = /\b(?:rescind\w*|revok\w*|overturn\w*|annul\w*|no longer stands?|re-?open(?:ed|ing)?)\b/
/** A condition on which it hangs belongs to what it says. */
const condition = /\b(?:subject to|provided|on condition|conditional|so long as|as long as|unless)\b/

/**
 * Whether what was said decides a claim in so many words: in the sentences that it quotes, said by whoever chairs (or written),
 * here and now, with nothing said against it there or later.
 * @param rests all the lines that it names
 */
export function isBorneOutInFull(
  claimed: Decision,
  evidence: Evidence,
  rests: Evidence,
  hall: Hall,
): boolean {
  const { talk, chair } = hall
  if (claimed.outcome !== 'carried') return false
  const own = quotedIn(evidence, talk)
  // A question that is quoted, with what became of it in the lines that are named.
  const asks = own.findLast((one) => one.isQuestion && isPut(one))
  const isAnswer = ({ index }: Sentence): boolean =>
    asks !== undefined && index > asks.index && index <= asks.index + reach.after
  const quoted = [...new Set([...own, ...within(rests, talk).filter(isAnswer)])]
  const at = quoted.findLast((one) => isFormula(one, chair))
  if (!at) return false
  const named = within(rests, talk).filter(({ index }) => Math.abs(index - at.index) <= reach.after)
  const isOutcome = isBare(at) || isAnswer(at)
  const put = isOutcome ? named.findLast((one) => one.index < at.index && isPut(one)) : at
  if (!put) return false
  const between = talk.slice(put.index + 1, at.index)
  if (isOutcome && !isAnswered({ put, at, between }, hall.names)) return false
  const said = isOutcome ? talk.slice(put.index, at.index + 1) : quoted
  const text = withoutOwnYear(claimed.text, hall)
  if (bearsOut(text, { said, names: hall.names }, 'decision') !== null) return false
  if (condition.test(said.map(({ plain }) => plain).join(' ')) && !condition.test(text)) return false
  if (leavesOut(text, put.text)) return false
  return !isAgainst(said, put, at, hall)
}

/** The sentences that the words of the quote are of. */
function quotedIn({ quote, segments }: Evidence, talk: readonly Sentence[]): Sentence[] {
  const plain = flat(quote).toLowerCase().replaceAll('’', "'")
  return talk.filter(
    (one) =>
      one.segments.some(({ id }) => segments.includes(id)) &&
      (plain.includes(one.plain) || one.plain.includes(plain.replace(/[.!?]+$/, ''))),
  )
}

function isFormula(sentence: Sentence, chair: string | null): boolean {
  const { plain, speaker, isQuestion } = sentence
  if (isQuestion || losing.test(plain) || another.test(plain)) return false
  // Written minutes bear nobody's name.
  if (speaker !== null && speaker !== chair) return false
  return carrying.some((form) => {
    const found = form.exec(plain)
    return found !== null && doubtAt(sentence, found.index, found[0].length) === null
  })
}

function isAgainst(said: readonly Sentence[], put: Sentence, at: Sentence, { talk, chair }: Hall): boolean {
  const found: FoundDecision = {
    ...{ sentences: [...said], about: put === at ? [] : [put], kind: 'decision', outcome: 'carried' },
    ...{ vote: null, proposer: null, seconder: null, condition: null, doubt: null, rule: 'closing' },
  }
  const evidence = said.map((one) => ({
    ...{ version: 0, segments: one.segments.map(({ id }) => id), start: 0, end: 0 },
    ...{ speaker: one.speaker, quote: one.text },
  }))
  const after = talk.slice(at.index + 1, at.index + 1 + reach.after)
  const around = talk.slice(Math.max(0, put.index - reach.amended), at.index + 1 + reach.amended)
  return (
    groundAgainst(found, talk, chair) !== null ||
    withUndone([found], talk).some(({ doubt }) => doubt === because.undone) ||
    unsaidIn(said, { kind: 'decision', evidence }, talk) !== null ||
    around.some(({ plain }) => changes.test(plain)) ||
    talk.slice(at.index + 1).some(({ plain }) => undoes.test(plain)) ||
    after.some((one) => takesBack.test(one.plain) || isDissent(one, at))
  )
}

const isDissent = ({ plain, speaker }: Sentence, at: Sentence): boolean =>
  (speaker === null || speaker !== at.speaker) && say.dissents(plain) !== null
