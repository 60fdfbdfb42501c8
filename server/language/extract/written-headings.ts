import { isBulleted } from '../bullets.ts'
import { isNumberedLine } from '../written-lines.ts'
import type { Sentence } from './talk.ts'

/** Where another item begins in minutes that somebody wrote: what stands above is of something else. */

const verb =
  /\b(?:is|are|was|were|be|been|has|have|had|will|would|shall|noted|agreed|resolved|approved|reported|considered|discussed|said|declared|thanked|welcomed|opened|closed|rejected|carried|lost|withdrawn|deferred)\b/i
const mostWords = 8

/** "Committee away day", "7. Bank facility": a line of its own, or the first words of one that has a number. */
export function opensItem({ segment: { text }, words }: Sentence): boolean {
  const line = text.trim()
  if (isNumberedLine(line)) return true
  return (
    !isBulleted(line) &&
    words <= mostWords &&
    line.split(/\s+/).length <= mostWords &&
    /^\p{Lu}/u.test(line) &&
    !/[.?!,;…]/.test(line) &&
    !/:./.test(line) &&
    !verb.test(line)
  )
}

/** Sentences of the same item before one, its heading among them; so many at most. */
export function beforeInItem(
  { index }: Sentence,
  talk: readonly Sentence[],
  most: number,
): readonly Sentence[] {
  const earlier = talk.slice(Math.max(0, index - most), index)
  const own = talk[index]!
  // "7. Approved.": what stands above its number is another item.
  if (isNumberedLine(own.segment.text.trim())) return earlier.filter(({ segment }) => segment === own.segment)
  return earlier.slice(Math.max(0, earlier.findLastIndex(opensItem)))
}
