import type { Doubtful } from '#contract/minutes.ts'
import { endingOf } from '../language/extract/endings.ts'
import { doubtAt } from '../language/extract/mood.ts'
import * as say from '../language/extract/phrases.ts'
import type { Sentence } from '../language/extract/talk.ts'

/** What a doubtful decision would be minuted as: kept, it is what its own words tell, and never their contrary. */

type Outcome = NonNullable<Doubtful['decision']>['outcome']

const thing = '(?:motion|resolution|proposal|request|application|suggestion|item)'
const withdrawn = new RegExp(
  String.raw`\b(?:(?:the|that|this|my|his|her|their|our|[\w-]+'s) (?:\w+ )?${thing}|${thing} \w+|it|that|this)(?:'s| is| was| has been| stands)(?: now| then| therefore| duly| accordingly)* withdrawn\b|^(?:(?:so|then|okay|yes)[,.]? )*withdrawn\b|\b(?:i|we)(?:'ll| will|'d like to| would like to)?(?: now| therefore| formally)? withdraw (?:it|that|this|(?:my|our|the|this|that) (?:\w+ )?${thing})\b|\b(?:withdrew|took back) (?:it|(?:his|her|their|the) (?:\w+ )?${thing})\b`,
)

const holds = (sentence: Sentence, at: RegExpExecArray | null): boolean =>
  at !== null && doubtAt({ ...sentence, isQuestion: false }, at.index, at[0].length) === null

function outcomeIn(sentence: Sentence): Outcome | null {
  const { plain } = sentence
  if (sentence.isQuestion) return null
  const ending = endingOf(sentence)
  if (holds(sentence, withdrawn.exec(plain)) || ending?.form.outcome === 'withdrawn') return 'withdrawn'
  if (holds(sentence, say.loses(plain)) || (ending?.form.outcome === 'rejected' && !ending.form.named))
    return 'rejected'
  return holds(sentence, say.defers(plain)) || ending?.form.outcome === 'deferred' ? 'deferred' : null
}

/** @param sentences of which its evidence is */
export function asTold(one: Doubtful, sentences: readonly Sentence[]): Doubtful {
  const { decision } = one
  if (decision?.outcome !== 'carried') return one
  const quotes = one.evidence.map(({ quote }) => quote)
  const own = sentences.filter(({ text }) => quotes.some((quote) => quote.includes(text)))
  // What is told last is how it ended; "that is carried" after all stays carried.
  const told = own.flatMap((sentence): Outcome[] => {
    const outcome = outcomeIn(sentence)
    if (outcome !== null) return [outcome]
    return holds(sentence, say.carries(sentence.plain)) ? ['carried'] : []
  })
  const outcome = told.at(-1) ?? 'carried'
  if (outcome === 'carried') return one
  const vote = outcome === 'rejected' ? decision.vote : null
  return { ...one, decision: { ...decision, outcome, vote } }
}
