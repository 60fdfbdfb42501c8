import type { Evidence } from '#contract/minutes.ts'
import { figuresIn } from '../../language/figures.ts'
import { topicWords } from '../vocabulary.ts'
import { figuresNotSaid } from './figures.ts'

/** Words of every decision, which say nothing about what it is. */
const ofDeciding = new Set(
  topicWords(
    'approve approved agree agreed resolve resolved decide decided carry carried reject rejected accept accepted adopt adopted pass passed defer deferred withdraw withdrawn propose proposed second seconded motion resolution decision proposal vote favour against unanimously committee directors trustees members company meeting speaker action',
  ),
)
/** Of the words of the shorter one, so many stand in the other. */
const share = 0.5

const wordsOf = (text: string): Set<string> =>
  new Set(topicWords(text).filter((word) => !ofDeciding.has(word)))

/** Whether a claim speaks of the same thing as what was found: its words and its figures are there. */
export function sameThing(claim: string, found: { text: string; evidence: readonly Evidence[] }): boolean {
  const said = [found.text, ...found.evidence.map(({ quote }) => quote)].join(' ')
  if (figuresNotSaid(claim, said).length > 0) return false
  const [own, other] = [wordsOf(claim), wordsOf(said)]
  const both = [...own].filter((word) => other.has(word)).length
  if (own.size === 0) return false
  // "The budget is £40,000": a figure of its own weighs as a word does.
  const figures = [...figuresIn(claim)].filter((one) => one > 3).length
  return (both + figures) / (own.size + figures) >= share && both > 0
}

export const overlap = (one: readonly Evidence[], other: readonly Evidence[]): boolean =>
  one.some((a) => other.some((b) => a.segments.some((id) => b.segments.includes(id))))
