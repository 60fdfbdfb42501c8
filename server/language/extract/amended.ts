import { because, type FoundDecision } from './found.ts'
import * as say from './phrases.ts'
import { contentOf, type Sentence } from './talk.ts'
import { turnsToNext } from './turning.ts'

/** A motion that was amended is carried as amended, never as it was first moved. */

const moves =
  /\b(?:move|propose|suggest|offer|table|put|like|want|second)\b.{0,24}\bamend(?:ment)?\b|\bamend (?:it|that|this|the (?:motion|resolution|proposal|wording|figure))(?: \w+)? (?:to|so|by|and)\b|\b(?:can|could|shall|may) (?:i|we) (?:just )?amend\b|^(?:so |and )*(?:an? |my |the )?(?:friendly )?amendment(?: is)?(?:,|:| to\b| that\b)|\bby way of (?:an )?amendment\b/
const tellsAmended =
  /\bas amended\b|\bamended (?:motion|resolution|proposal)\b|\b(?:with|accept(?:s|ed|ing)?|take|adopt) (?:that|the|your|this) amendment\b|\bamendment (?:is |was )?(?:carried|accepted|agreed|passed)\b/
const amendmentLost =
  /\bamendment\b.{0,40}\b(?:lost|falls|fell|defeated|rejected|withdrawn|not (?:carried|accepted|agreed|passed))\b|\b(?:withdraw|(?:not|n't) accept)(?:s|ing)? (?:the|that|my|your|this) amendment\b|\b(?:original|unamended) (?:motion|resolution|proposal)\b|\b(?:motion|resolution|proposal) (?:unamended|as (?:originally|first) (?:moved|proposed))\b/
/** "The motion as amended is to …", "as amended it reads …" */
const restates =
  /\b(?:(?:motion|resolution|proposal),? as (?:now )?amended|amended (?:motion|resolution|proposal)|as amended,? (?:it|the (?:motion|resolution|proposal)|that)|(?:motion|resolution|proposal) now)(?:,? (?:now|then|therefore))*(?:,? (?:is|reads|would be|says|becomes)|:|,? that)(?: now)? (?!(?:carried|passed|lost|agreed|approved|adopted|before|put|on)\b)\S/
/** "Could we make it two per cent?", "I'd add that the proceeds go to the roof." */
const changes =
  /\b(?:could|can|should|shall|would|might|may) (?:we|it|you|i|that) (?:\w+ )?(?:make|say|add|put|include|change|limit|cap|insert|be|have|also|read|go)\b|\bi(?:'d| would|'ll| want| need)? (?:like |want )?(?:to )?(?:add|change|limit|cap|insert|strike|replace|prefer|put in)\b|\bwhat (?:if|about)\b|\bhow about\b|\b(?:instead of|rather than)\b|\bwith the (?:addition|words|condition|proviso)\b|\bmake (?:it|that)\b|\b(?:condition|words?) put in\b/
/** Of a motion, who moved it takes on what another asked for. */
const takesOn =
  /^(?:(?:yes|okay|fine|all right|certainly|of course|right|good|sure)[,.]? )*(?:i(?:'ll|'d| will| can| would|'m| am)?|that's|we can|we'll|happy|content|glad)(?: \w+){0,2}? (?:accept(?:ed)?|take|include|add|incorporate|live with|agree to)(?: on)? (?:that|it|this|the (?:addition|change|wording|suggestion|figure|condition|point))\b|\bi accept\b|\baccepted\b/

/** So many sentences before it was put an amendment may be moved. */
const reach = 14

/** @returns the same where nothing was amended; with the words of both, and in doubt, where nobody said them as one */
export function asAmended(found: FoundDecision, talk: readonly Sentence[]): FoundDecision {
  const at = found.sentences.at(-1)!
  const isOnAmendment = /\bamendment\b/.test(at.plain) && !/\bas amended\b|\baccept/.test(at.plain)
  if (isOnAmendment || found.outcome === 'noted') return found
  const put = found.sentences[0]!
  const within = talk.slice(put.index, at.index + 1)
  const speaksOfIt = within.some(({ plain }) => tellsAmended.test(plain))
  const around = speaksOfIt ? [...before(put, talk), ...within] : within
  const amending = around.filter(
    (one) => (moves.test(one.plain) && !restates.test(one.plain)) || isTakenOn(one, put, within),
  )
  const isLost = around.some(({ plain }) => amendmentLost.test(plain))
  if ((amending.length === 0 && !speaksOfIt) || (isLost && !speaksOfIt)) return found
  const whole = around.findLast(
    ({ plain, isQuestion }) => restates.test(plain) && (!isQuestion || /\bthat\b.*\bbe\b/.test(plain)),
  )
  if (whole) {
    const sentences = inOrder([...found.sentences, whole])
    return { ...found, sentences, about: [whole] }
  }
  if (amending.length === 0) return found
  const own = found.about.filter((one) => !say.isBareQuestion(one.plain) && contentOf(one.plain).length > 1)
  const first = around.find((one) => !amending.includes(one) && say.putFormally(one.plain) !== null)
  const motion = own.some((one) => !amending.includes(one) && !tellsAmended.test(one.plain))
    ? own
    : [first ?? put]
  const about = inOrder([...motion, ...amending])
  return { ...found, sentences: inOrder([...found.sentences, ...about]), about, doubt: because.amended }
}

/** Who moved it says right after that they take it on. */
function isTakenOn(change: Sentence, put: Sentence, within: readonly Sentence[]): boolean {
  if (change === put || change.speaker === put.speaker || !changes.test(change.plain)) return false
  return within.some(
    (one) =>
      one.index > change.index &&
      one.index <= change.index + 3 &&
      one.speaker === put.speaker &&
      !one.isQuestion &&
      takesOn.test(one.plain),
  )
}

/** Of the same item. */
function before({ index }: Sentence, talk: readonly Sentence[]): readonly Sentence[] {
  const some = talk.slice(Math.max(0, index - reach), index)
  const turn = some.findLastIndex(({ plain }) => turnsToNext(plain))
  return some.slice(Math.max(0, turn))
}

const inOrder = (sentences: readonly Sentence[]): Sentence[] =>
  [...new Set(sentences)].sort((a, b) => a.index - b.index)
