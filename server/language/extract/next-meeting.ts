import { dayOf } from './dates.ts'
import { ordinalPattern } from './numbers.ts'
import type { Sentence } from './talk.ts'

export type FoundNextMeeting = { sentence: Sentence; said: string; date: string | null }

const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const days = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'
const when = new RegExp(
  String.raw`\b(?:(?:${days})[, ]*)?(?:the )?(?:${ordinalPattern})(?: of)? (?:${months})(?: (?:19|20)\d\d)?|(?:(?:next )?(?:${days})[, ]*)(?:the )?(?:${ordinalPattern})\b|\b(?:${months}) (?:the )?(?:${ordinalPattern})|\b(?:next |same time )?(?:${days})(?: week)?\b|\bin (?:${months})\b|\bsame time next (?:week|month|quarter)|\bin (?:a|two|three|four|six|eight) (?:weeks?|months?)(?: time)?`,
)
const topic =
  /\b(?:next (?:board |committee |trustees'? |scheduled |full |regular |quarterly |monthly )?meeting|meet(?:ing)? again|date of (?:the )?next|reconvene|next (?:get-together|catch-up|one-to-one|session|agm|time we meet)|we(?:'ll| will)? (?:next )?meet|our next|see you (?:all )?(?:on|next|in)|the next one|back here|next one is)\b/
const decided = /\b(?:is|will be|'s|be|on|at|for|meet|see you|reconvene|again|then)\b/

/** When they meet again; the last that is said of it counts. */
export function findNextMeeting(talk: readonly Sentence[], held: string | null): FoundNextMeeting | null {
  let best: FoundNextMeeting | null = null
  for (const sentence of talk) {
    const { plain, index } = sentence
    const near = topic.test(plain) || (index > 0 && topic.test(talk[index - 1]!.plain) && sentence.words <= 16)
    if (!near || sentence.isQuestion || !decided.test(plain)) continue
    // What has to be done by then is no word on when it is.
    if (/\b(?:by|before|to|at|for|until|ahead of|bring .* to|back to) (?:the|our) next (?:board |committee )?meeting\b/.test(plain)) continue
    const found = when.exec(plain)
    if (!found) continue
    if (best && index - best.sentence.index > 40 && !topic.test(plain)) continue
    best = { sentence, said: found[0].trim(), date: dayOf(found[0], held) }
  }
  return best
}
