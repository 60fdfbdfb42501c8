import { isProposal } from '../language/extract/matters.ts'
import { doubtAt } from '../language/extract/mood.ts'
import * as say from '../language/extract/phrases.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { callsItem } from '../language/extract/turning.ts'

/** What somebody proposed and how it ended: whoever reads the one alone takes it as open. */

const takenBack =
  /\b(?:(?:shan't|won't|don't|wouldn't|not going to|not|no longer) (?:be )?(?:press(?:ing)?|pursu(?:e|ing)|pushing?|insist(?:ing)?(?: on)?) (?:it|that|this|the point)|forget (?:it|that)\b|(?:i(?:'ll| will)?|we(?:'ll| will)?) drop (?:it|that)|(?:won't|can't|cannot|will not) (?:take|accept|allow|consider|put) (?:it|that)\b(?! (?:up|on|in|to))|(?:is|it's|that's) out of order\b|(?:i'll|i) (?:retract|take (?:it|that) back))/
const lost =
  /\b(?:that|it|the \w+)(?:'s| is)(?: therefore| then| clearly)? (?:not (?:going|gone|got) through|not going anywhere|a no\b|lost\b|defeated\b)|\b(?:not|isn't) going through\b|\bfalls?(?: for (?:want|lack) of| then\b)|\bno seconder\b/
const putOff =
  /\b(?:(?:it|that|this)(?:'ll| can| will| should| must|'s going to) (?:have to )?wait\b|leave (?:it|that|this)(?: over)? (?:to|till|until|for (?:now|the next|another))|(?:put|putting) (?:it|that|this) off\b|not (?:now|today|tonight|this (?:month|meeting|year)), (?:then|i think))/

/** How far from a proposal its end is looked for. */
const reach = 14

function endsWithoutIt(sentence: Sentence): boolean {
  if (sentence.isQuestion) return false
  const { plain } = sentence
  if (takenBack.test(plain) || lost.test(plain)) return true
  for (const form of [say.withdraws, say.loses, say.defers]) {
    const found = form(plain)
    if (found) return !/\bnot withdraw/.test(plain) && doubtAt(sentence, found.index, 1) === null
  }
  return putOff.test(plain)
}

/** The proposals of a part, each with what ended it (null: nobody said so) and all that was said until then. */
export function proposalsIn(
  part: readonly Sentence[],
): { put: Sentence; end: Sentence | null; after: readonly Sentence[] }[] {
  return part.flatMap((put, at) => {
    if (!isProposal(put)) return []
    const later = part.slice(at + 1, at + 1 + reach)
    const next = later.findIndex((one) => isProposal(one) || callsItem(one.plain))
    const after = next === -1 ? later : later.slice(0, next)
    const end = after.findIndex(endsWithoutIt)
    return [{ put, end: after[end] ?? null, after: end === -1 ? after : after.slice(0, end + 1) }]
  })
}
