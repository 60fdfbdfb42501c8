import { because, type FoundDecision } from './found.ts'
import { doubtAt, moods } from './mood.ts'
import { contentOf, type Sentence } from './talk.ts'
import { turnsToNext } from './turning.ts'

/** What was decided and rescinded, reopened or left open later in the same meeting does not stand as fact. */

const thing = '(?:decision|resolution|approval|agreement|vote|motion|appointment)'
const undoes = [
  /\b(?:rescind(?:ed|s|ing)?|revoke[ds]?|overturn(?:ed|s)?|annul(?:led|s)?|null and void|no longer (?:stands?|applies|holds?)|(?:does not|doesn't|cannot|can't|won't|will not) stand|set (?:it|that|this) aside|back to square one)\b/,
  new RegExp(
    String.raw`\b(?:cancel|undo|reverse|withdraw|set aside|go back on|take back|reconsider|revisit) (?:that|the|our|my|this) ${thing}\b|\b${thing} (?:is|was|has been) (?:cancelled|undone|reversed|withdrawn|set aside)\b`,
  ),
  /\bre-?open(?:ed|s|ing)? (?:it|that|this|the (?:matter|question|decision|item|vote))\b|\b(?:leave|leaving|keep|keeping) (?:it|that|this|the (?:matter|question|decision)) open\b|\b(?:left|remains|stays|is) open(?= (?:then|for now|until)|[.,!]|$)/,
  /\b(?:changed|changing|change) my (?:mind|vote)\b|\b(?:having|had|on) second thoughts\b|\b(?:not|n't) (?:agree|agreed|decided|settled|carried|approved) (?:after all|any ?more|then)\b|\b(?:go back over|look at|think about|vote on) (?:it|that|this) again\b/,
]
/** Words that say that it is undone, and nothing of what. */
const ofForm =
  /^(?:resolu|decisi|motion|rescin|revoke|overtu|reopen|matter|agreed|agree|change|open|leave|cancel|revers|withdr|approv|carrie|questi|vote|againt|again|longer|stands|stand|second|though|theref|accord|hereby|mind|things|until|meetin|board|commit|chair|sorry|afraid|actual)$/
/** So many sentences later "that" still means it. */
const reach = 14

function isUndoing(sentence: Sentence): boolean {
  if (sentence.isQuestion) return false
  const at = undoes.map((form) => form.exec(sentence.plain)).find((one) => one !== null)
  if (!at) return false
  const doubt = doubtAt(sentence, at.index, at[0].length)
  return doubt === null || doubt === 'recalled'
}

/** @returns those that were undone with the words that did so, in doubt */
export function withUndone(decisions: readonly FoundDecision[], talk: readonly Sentence[]): FoundDecision[] {
  const all = [...decisions]
  const told = new Set<Sentence>()
  for (const sentence of talk) {
    if (!isUndoing(sentence)) continue
    const at = meantBy(sentence, all, talk)
    const found = all[at]
    if (!found) continue
    told.add(sentence)
    const sentences = [...found.sentences, sentence]
    const about = found.about.length > 0 ? found.about : found.sentences
    all[at] = { ...found, sentences, about: [...about, sentence], doubt: because.undone }
  }
  // The words that undid it are told with it.
  return all.filter(
    ({ doubt, outcome, sentences }) =>
      doubt === null || outcome === 'deferred' || !sentences.every((one) => told.has(one)),
  )
}

/** Its place; -1: none. */
function meantBy(sentence: Sentence, all: readonly FoundDecision[], talk: readonly Sentence[]): number {
  const words = new Set(contentOf(sentence.plain).filter((word) => !ofForm.test(word)))
  const isBefore = ({ sentences, doubt }: FoundDecision): boolean =>
    sentences.at(-1)!.index < sentence.index && (doubt === null || doubt === because.undone)
  const named = all.findLastIndex(
    (one) =>
      isBefore(one) &&
      [...new Set(one.sentences.flatMap(({ plain }) => contentOf(plain)))].some((word) => words.has(word)),
  )
  if (named !== -1 && !moods.past.test(sentence.plain)) return named
  if (moods.past.test(sentence.plain)) return -1
  const last = all.findLastIndex(isBefore)
  const from = all[last]?.sentences.at(-1)?.index
  if (from === undefined || sentence.index - from > reach) return -1
  return talk.slice(from + 1, sentence.index + 1).some(({ plain }) => turnsToNext(plain)) ? -1 : last
}
