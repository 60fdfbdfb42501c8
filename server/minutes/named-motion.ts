import type { FoundDecision } from '../language/extract/decisions.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { motionIn, type Place } from './decision-text.ts'
import { asSentence } from './style.ts'

/** "Those in favour of Mr Rowe's resolution?": what it says stands in the words of Mr Rowe. */

const named =
  /\b(?:in favour of|for|against|vote on|put) (?:(?:Mr|Mrs|Ms|Miss|Dr|Sir|Dame|Cllr)\.? )?(?<who>\p{Lu}[\p{L}\p{M}-]{1,30})['’]s? (?:resolution|motion|proposal)\b/u
const saysWhat =
  /^(?:yes[,.] )?(?:it['’]s|it is|this is|my (?:motion|resolution|proposal) is) (?<rest>(?:that|to) .+)$/i
/** So far back it was spoken to. */
const reach = 14

/** @returns null: nobody's motion is named, or its words are not told */
export function namedMotion(
  { about, sentences }: FoundDecision,
  place: Place,
  talk: readonly Sentence[],
): string | null {
  const said = about.length > 0 ? about : sentences
  const [only] = said
  const who = said.length === 1 && only ? named.exec(only.text)?.groups?.who : undefined
  if (!only || who === undefined) return null
  const theirs = talk
    .slice(Math.max(0, only.index - reach), only.index)
    .filter(({ speaker, isQuestion }) => !isQuestion && speaker?.split(' ').includes(who))
  for (const one of theirs.toReversed()) {
    const rest = saysWhat.exec(one.text)?.groups?.rest
    const motion = rest === undefined ? motionIn(one, place) : asSentence(rest.replace(/[.\s]+$/, ''))
    if (motion !== null) return motion
  }
  return null
}
