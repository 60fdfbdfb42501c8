import type { FoundDecision } from './found.ts'
import { tellsOf } from './pointing.ts'
import { saysYes } from './puts.ts'
import type { Sentence } from './talk.ts'
import { turnsToNext } from './turning.ts'

/** "So we pay fifty. Charles?" – "I can. Fifty." – "Good, fifty per cent, then.": one decision, put and said again. */

/** Sentences in which the others answer. */
const most = 6
/** What comes on top of it is another decision. */
const goesOn = /^(?:(?:good|right|okay|yes|so)[,.]? )*(?:and|also|next|then for|for|item|resolution|number)\b/

/** "Fifty." */
const isEcho = (by: Sentence, { about }: FoundDecision): boolean =>
  !by.isQuestion && by.words <= 2 && tellsOf(by.plain, about)

const isSaidAgain = (one: FoundDecision, again: FoundDecision, talk: readonly Sentence[]): boolean => {
  const last = one.sentences.at(-1)!
  const first = again.sentences[0]!
  const between = talk.slice(last.index + 1, first.index)
  const isPlain = ({ doubt, outcome, kind, vote }: FoundDecision): boolean =>
    doubt === null && outcome === 'carried' && kind === 'decision' && vote === null
  return (
    isPlain(one) &&
    isPlain(again) &&
    again.sentences.length === 1 &&
    first.speaker !== null &&
    first.speaker === last.speaker &&
    first.words <= 12 &&
    !goesOn.test(first.plain) &&
    between.length <= most &&
    between.some((by) => by.speaker !== first.speaker && (saysYes(by) || isEcho(by, one))) &&
    between.every(
      (by) => !turnsToNext(by.plain) && (by.speaker === first.speaker ? by.isQuestion : by.words <= 8),
    ) &&
    tellsOf(first.plain, one.about)
  )
}

/** @returns those that were put and said again as one */
export function withToldTwice(found: readonly FoundDecision[], talk: readonly Sentence[]): FoundDecision[] {
  const all: FoundDecision[] = []
  for (const one of found) {
    const before = all.at(-1)
    if (!before || !isSaidAgain(before, one, talk)) {
      all.push(one)
      continue
    }
    all[all.length - 1] = {
      ...before,
      sentences: [...before.sentences, ...one.sentences],
      about: [...before.about, ...one.sentences],
      condition: before.condition ?? one.condition,
    }
  }
  return all
}
