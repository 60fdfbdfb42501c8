import type { Vote } from '#contract/minutes.ts'
import { numberOf, numberPattern } from './numbers.ts'

/** How a vote went, as it is told: "six for, one against", "by four votes to two", "nem con", "unanimously". */

const count = `(${numberPattern})`
const favour = new RegExp(
  String.raw`\b${count}(?: votes?| of us| hands?| members?| directors?)? (?:are |were |voted )?(?:in favour|for\b(?! (?:the|a|an|that|this|my|our|your|you|me|us|him|her|them|it|now|years?|months?|weeks?)\b)|ayes?|yes(?:es)?)\b`,
)
const favourAfter = new RegExp(
  String.raw`(?:\b(?:in favour[,:]?|votes for[,:]?|for the motion[,:]?|for[,:])|^(?:and |so |that's )*for) (?:that's |is |were |was )?${count}\b(?! (?:and a half|years?|months?|weeks?|days?|pounds?|per ?cent|thousand|hundred|million|of the|the))`,
)
const against = new RegExp(
  String.raw`\b${count}(?: votes?| of us| hands?)? (?:are |were |voted )?(?:against|opposed|no(?:es)?\b)`,
)
const againstAfter = new RegExp(String.raw`\b(?:against|opposed)[,:?]? (?:that's |is |were |was )?${count}\b`)
const favourHead = new RegExp(
  String.raw`^(?:so |that's )*${count}(?:,| and) (?:one|two|three|four|\d+) (?:abstentions?|against)`,
)
const abstained = new RegExp(String.raw`\b${count} (?:abstentions?|abstained|abstaining|abstains?)\b`)
const abstainedAfter = new RegExp(
  String.raw`\babst(?:entions?|aining|ained)[,:?]? (?:that's |is )?${count}\b`,
)
const toOne = new RegExp(
  String.raw`\b(?:by|carried|lost|defeated|passed|vote of|it's) ${count}(?: votes?)? (?:votes )?to ${count}\b`,
)

/** @returns null when nothing is counted */
export function voteIn(plain: string): Vote | null {
  const read = (...patterns: RegExp[]): number | null => {
    for (const pattern of patterns) {
      const found = pattern.exec(plain)?.[1]
      const number = found === undefined ? null : numberOf(found)
      if (number !== null) return number
    }
    return null
  }
  const pair = toOne.exec(plain)
  if (pair) return { for: numberOf(pair[1]!), against: numberOf(pair[2]!), abstained: read(abstained) }
  const vote = {
    for: read(favour, favourAfter, favourHead),
    against: read(against, againstAfter),
    abstained: read(abstained, abstainedAfter),
  }
  if (vote.for === null && vote.against === null && vote.abstained === null) return null
  // "None against" alone counts nobody; "one against" is how many.
  return vote
}

/** The parts of a count that are told one after the other. */
export const addVotes = (one: Vote | null, other: Vote | null): Vote | null =>
  one && other
    ? {
        for: one.for ?? other.for,
        against: one.against ?? other.against,
        abstained: one.abstained ?? other.abstained,
      }
    : (one ?? other)
