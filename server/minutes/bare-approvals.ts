import type { FoundDecision } from '../language/extract/found.ts'
import type { Sentence } from '../language/extract/talk.ts'
import type { Part } from './parts.ts'

/** "It's approved, with the Caldmore directors not voting." tells that something was approved, and not what. */
const bare =
  /^(?:(?:so|then|and|well|right|okay|good|very well|thank you|in that case)[,.]? )*(?:it|that|this)(?:'s| is| was| has been)(?: \w+ly| now| then| therefore| thus)? (?:approved|agreed|carried|adopted|accepted|passed)(?=[,.;]|$)/
/** "Then I put it to the directors: that the charter be extended for one year." */
const puts =
  /\b(?:i|i'll|we|let me)(?: therefore| now| then| will)? put (?:it|that|this|the (?:motion|question|proposal)) to\b[^:]{0,40}(?::|,? that\b)/
const reach = 10

/** An approval that names nothing is of what was put last in its item, in the words in which it was put. */
export function withBareApprovals(
  decisions: readonly FoundDecision[],
  parts: readonly Part[],
  talk: readonly Sentence[],
): FoundDecision[] {
  const found = new Map<FoundDecision, FoundDecision>()
  const merged = new Set<FoundDecision>()
  for (const one of decisions) {
    const [said] = one.about
    if (one.doubt !== null || one.about.length !== 1 || !said || !bare.test(said.plain)) continue
    const from = parts.find((part) => said.index >= part.from && said.index < part.to)?.from ?? 0
    const before = talk.slice(Math.max(from, said.index - reach), said.index)
    const put = before.findLast(({ plain }) => puts.test(plain))
    if (!put) continue
    const told = decisions.find((other) => other !== one && other.sentences.includes(put))
    if (told?.doubt === null) continue
    if (told) merged.add(told)
    const sentences = [...new Set([put, ...one.sentences])].sort((a, b) => a.index - b.index)
    found.set(one, { ...one, sentences, about: [put] })
  }
  return decisions.filter((one) => !merged.has(one)).map((one) => found.get(one) ?? one)
}
