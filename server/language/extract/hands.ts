import type { Vote } from '#contract/minutes.ts'
import { countOf, countPattern } from './counts.ts'
import type { Sentence } from './talk.ts'
import { withSums } from './tally.ts'
import { addVotes } from './votes.ts'

/** Hands that are asked for and counted in a word: "Those in favour? Thank you. Those against? Two." */

const asked =
  /^(?:(?:and|all|any|anyone|anybody|those|so)[,]? )*(?:(?<favour>in favour|for)|(?<against>against|opposed)|(?<abstained>abstentions?|abstaining))\b[^.?!]{0,60}\?$/
const counted = new RegExp(
  String.raw`^(?:(?:that's|i (?:can )?see|i (?:make|count)(?: it| that)?|so|and) )*(?<count>${countPattern})[.!]?$`,
)
const thanks = /^(?:thank you|thanks|good)[.!]?$/

export function handsCounted(said: readonly Sentence[]): { vote: Vote | null; sentences: Sentence[] } {
  let side: keyof Vote | null = null
  let vote: Vote | null = null
  const sentences: Sentence[] = []
  for (const one of said) {
    const { favour, against, abstained } = asked.exec(one.plain)?.groups ?? {}
    if (favour ?? against ?? abstained) {
      side = favour ? 'for' : against ? 'against' : 'abstained'
      continue
    }
    const number = side === null ? null : countOf(counted.exec(withSums(one.plain))?.groups?.count ?? 'x')
    if (side !== null && number !== null) {
      vote = addVotes(vote, { for: null, against: null, abstained: null, [side]: number })
      sentences.push(one)
    }
    if (!thanks.test(one.plain)) side = null
  }
  return { vote, sentences }
}
