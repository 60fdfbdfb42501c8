import type { Vote } from '#contract/minutes.ts'
import { asName } from '../names.ts'
import { countOf, countPattern } from './counts.ts'
import { doubtAt } from './mood.ts'
import type { Sentence } from './talk.ts'
import { withSums } from './tally.ts'

/** How a vote went, as it is told: "six for, one against", "by four votes to two", "nem con", "unanimously". */

const count = `(${countPattern})`
const favour = new RegExp(
  String.raw`\b${count}(?: votes?| of us| hands?| members?| directors?)? (?:are |were |voted )?(?:in favour|for\b(?=[.,;:!?…–—-]|\s[–—-]|$| (?:and|against|but|with|to|nobody|none|no|in|so|which|by|on|then|plus|out)\b| (?:the )?[\w'’-]+(?: [\w'’-]+){0,3}(?:,|,? and|,? but|,? with) (?:${countPattern}) (?:are |were |voted )?(?:against|opposed|for)\b)|ayes?|yes(?:es)?)\b`,
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
/** Of a poll: "votes withheld" are how proxies abstain. */
const abstained = new RegExp(
  String.raw`\b${count} (?:votes? )?(?:were )?(?:abstentions?|abstained|abstaining|abstains?|withheld)\b`,
)
const abstainedAfter = new RegExp(
  String.raw`\b(?:abst(?:entions?|aining|ained)|withheld)[,:?]? (?:that's |is |were |was )?${count}\b`,
)
const toOne = new RegExp(
  String.raw`\b(?:by|carried,?|lost,?|defeated,?|passed,?|vote of|it's) ${count}(?: votes?)? (?:votes )?to ${count}\b`,
)

const carriedBy = new RegExp(String.raw`\b(?:carried|passed|approved|agreed) by ${count} votes?\b`)

const sideFirst = new RegExp(String.raw`\b(?:for|in favour)[,:]? (?:that's |is |were |was )?${count}`)

/** @returns null when nothing is counted */
export function voteIn(told: string): Vote | null {
  const plain = withSums(told)
  const read = (...patterns: RegExp[]): number | null => {
    for (const pattern of patterns) {
      const found = pattern.exec(plain)?.[1]
      const number = found === undefined ? null : countOf(found)
      if (number !== null) return number
    }
    return null
  }
  const pair = toOne.exec(plain)
  if (pair) return { for: countOf(pair[1]!), against: countOf(pair[2]!), abstained: read(abstained) }
  const vote = {
    for: read(favour, favourAfter, favourHead, carriedBy),
    // "For 29, against 12": of a count that tells the side first, no number belongs to what follows it.
    against: sideFirst.test(plain) ? read(againstAfter, against) : read(against, againstAfter),
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

const own =
  /^(?:(?:um|and|so|well|no|yes|sorry|chair|okay|please|for the (?:minutes|record)|(?:record|note|minute)(?: it)? that)[,.]? )*(?:i(?:'m| am| was|'ll| will| shall|'d like to|'m going to|'ll have to| have to| must| did)? (?:abstain(?:ed|ing)?|not (?:be )?vot(?:e|ing))\b|i (?:won't|didn't|shan't) (?:be )?vot(?:e|ing)\b|i've abstained\b|abstain(?:ing|ed)?[.!]?$|(?:an )?abstention(?: from me)?[.!]?$)(?! (?:against|for|if|unless|last|until|on the (?:last|first|next)))/

/** "I abstain." */
export const abstains = (sentence: Sentence): boolean =>
  sentence.words <= 14 &&
  own.test(sentence.plain) &&
  doubtAt({ ...sentence, plain: sentence.plain.replace(/\bnot\b|n't\b/, '') }, 0, 0) === null

const named =
  /(?<who>\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?(?:(?:,| and)(?: the)? \p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?)*) (?:is |are |has |have |was |were )?abstain(?:ing|ed|s)?\b/u

/** "Several directors and Members": nobody knows how many. */
const crowd =
  /\b(?:several|some|many|most|few|both|others|half|people|members|directors|trustees|shareholders|councillors|governors|partners|colleagues)\b[^,.;:?!]*$|\b(?:including|from|of|at|in) $/i
const lead =
  /^(?:(?:And|But|With|While|Though|Although|Only|Then|So|That) |(?:Agreed|Approved|Carried|Passed|Adopted|Accepted|Resolved|Settled), )(?=\p{Lu})/u
const office = /^(?:The |Madam |Mr )?(?:Vice )?(?:Chair(?:man|woman|person)?|President|Secretary|Treasurer)$/

/** How many are said by name to have abstained: "two for, Priya and Tom abstaining"; 0 where that is not only names. */
export function namedAbstaining(text: string): number {
  const found = named.exec(text)
  const who = found?.groups?.who
  if (found === null || who === undefined || crowd.test(text.slice(0, found.index))) return 0
  const parts = who.replace(lead, '').split(/(?:, and | and |, )(?:the )?/)
  return parts.every((part) => office.test(part) || asName(part) === part) ? parts.length : 0
}

/** The number that was told counts before those who said it of themselves. */
export const withAbstained = (vote: Vote | null, abstained: number): Vote | null =>
  abstained === 0 || vote?.abstained != null
    ? vote
    : { for: vote?.for ?? null, against: vote?.against ?? null, abstained }
