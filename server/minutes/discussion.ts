import type { Statement } from '#contract/minutes.ts'
import { topicOf } from '../language/rules/decisions.ts'
import type { Sentence } from '../language/rules/talk.ts'
import { evidenceOf, type Source } from './evidence.ts'
import { dialogue } from './wording.ts'

/** Of so many sentences of an item one is told. */
const perPassage = 9
const length = { least: 7, most: 45 }
const weighty =
  /[£$€%]|\d|\b(?:because|risk|concern|increase|decrease|cost|budget|deadline|overspen|problem|delay|complaint|thousand|million|per cent)/i

/** The passages of an item that tell most of it, in their order and in their own words. */
export function passagesOf(
  talk: readonly Sentence[],
  isTold: (sentence: Sentence) => boolean,
  source: Source,
): Statement[] {
  const counts = new Map<string, number>()
  for (const sentence of talk)
    for (const word of topicOf(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const worth = (sentence: Sentence): number => {
    const words = [...topicOf(sentence)]
    const shared = words.reduce((sum, word) => sum + (counts.get(word)! > 1 ? counts.get(word)! : 0), 0)
    return shared / Math.sqrt(Math.max(4, words.length)) + (weighty.test(sentence.text) ? 2 : 0)
  }
  const left = talk.filter(
    (one) =>
      !isTold(one) && !one.isQuestion && one.words.length >= length.least && one.words.length <= length.most,
  )
  const count = Math.max(2, Math.round(talk.length / perPassage))
  return [...left]
    .sort((a, b) => worth(b) - worth(a) || a.index - b.index)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map((one) => ({ text: dialogue([one]), evidence: evidenceOf([one], source) }))
}
