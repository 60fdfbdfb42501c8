import type { Vote } from '#contract/minutes.ts'
import { countOf, countPattern } from './counts.ts'
import type { Motion } from './found.ts'
import * as say from './phrases.ts'
import type { Sentence } from './talk.ts'
import { countedByName, withSums } from './tally.ts'
import { addVotes, voteIn } from './votes.ts'

/** A question that belongs to the vote. */
export function asksOn(of: Motion, { plain, text }: Sentence): boolean {
  const side = /^(?:any |those |anyone |anybody |and )*(against|opposed|abstentions?|abstaining)\b/.exec(
    plain,
  )
  if (side) of.counting = side[1]!.startsWith('abst') ? 'abstained' : 'against'
  return side !== null || say.callsNames(text) || /^(?:no|none|anyone|yes|agreed)\?/.test(plain)
}

const bare = new RegExp(
  String.raw`^(?:that's |so |i make (?:that|it) |and |(?:no|sorry|correction|actually),? )*(${countPattern})(?:, .{0,30})?[.!]?$`,
)

/** "Three." after the hands went up; "no, four", which puts it right. */
export function bareCount(of: Motion, sentence: Sentence): Vote | null {
  if (!say.asksForHands.test(of.put.plain)) return null
  const said = bare.exec(withSums(sentence.plain))?.[1]
  const number = said === undefined ? countedByName(sentence) : countOf(said)
  return number === null ? null : { for: null, against: null, abstained: null, [of.counting]: number }
}

/** "Six, and one abstention", of those who were asked whether they are against. */
export function countIn(of: Motion, sentence: Sentence): Vote | null {
  const told = voteIn(sentence.plain)
  const asked = bareCount(of, sentence)
  if (told === null || asked === null || (told.for !== null && told.against !== null)) return told ?? asked
  return addVotes(of.counting === 'for' ? told : { ...told, for: null }, asked)
}

/** What it counts holds, and not what was counted before. */
export const recounts = ({ plain }: Sentence): boolean => /^(?:no|sorry|correction|actually)\b/.test(plain)

/** "I suggest we decline." – "Decline." A name that is called is none. */
export function echoes(of: Motion, { plain, words, speaker }: Sentence): boolean {
  if (words > 3 || speaker === of.put.speaker || /\b(?:no|not|i'm|i)\b|n't\b/.test(plain)) return false
  const about = of.about.map(({ text }) => text).join(' ')
  const said = plain.match(/[a-z]{4,}/g) ?? []
  return said.length > 0 && said.every((word) => new RegExp(`\\b${word}`).test(about))
}
