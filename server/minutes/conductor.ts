import { headless, type Sentence } from '../language/extract/talk.ts'

/** What whoever runs a meeting says, in a committee as in a talk of two: "What's next?", "Next one's the eighth of April." */
const runs = [
  /\b(?:apologies from|(?:anything|interests?|conflicts?) to declare|(?:the )?(?:last )?minutes (?:of|from)|last minutes|show of hands|those in favour|taken as (?:agreed|read)|any (?:objections?|other business|corrections?)|(?:what's|what is|who's) next|what else\b|what's outstanding|on your list|let's (?:start|make a start)|last (?:week|month|time)'s (?:actions|minutes|list)|next (?:meeting|one)(?:'s| is|,)|we(?:'ll| will)? (?:next )?meet again|same (?:time|again) (?:next|in)|we'll note|noted with)\b/,
  /\b(?:everyone|everybody|anyone|anybody|people|all|all those|both) (?:happy|content|agreed|all right|ok|okay|against|else|unhappy|in favour|not like)\b/,
  /^(?:so,? )?(?:that's|that is|then that's|they're|those are|it's) (?:what's )?(?:agreed|approved|withdrawn|decided|settled|carried|noted|deferred|lost)\b/,
  /\b(?:this is|it's) [^.?!]*(?:meeting|one-to-one|committee|board|catch-up)\b/,
]
/** "Louise, you go", "Vikram?", "Tom, how's the team?" */
const calls =
  /^(?:(?:right|so|now|okay|and|thank you|thanks|good)[,.]? )*[\p{L}'’-]{3,}(?:, (?:you|your|can|could|would|will|do|did|have|has|how|what|are|is|the|any|over to|shall)\b.*|\?)$/u
const noCall = /^(?:yes|yeah|sorry|well|okay|right|sure|really|again|what|who|when|how|why|agreed|happy)\b/
const leastSigns = 3

/** Who runs a meeting of which nobody says that they chair it. Null: nobody stands out. */
export function conductorOf(talk: readonly Sentence[]): string | null {
  const signs = new Map<string, number>()
  for (const { plain, speaker, words, isQuestion } of talk) {
    if (speaker === null || words > 26) continue
    const bare = headless(plain)
    const count = runs.filter((form) => form.test(bare)).length
    const called = calls.test(plain) && !noCall.test(bare) && (isQuestion || words <= 10) ? 1 : 0
    signs.set(speaker, (signs.get(speaker) ?? 0) + count + called)
  }
  const [most, second] = [...signs].sort((a, b) => b[1] - a[1])
  return most && most[1] >= leastSigns && most[1] >= 2 * (second?.[1] ?? 0) ? most[0] : null
}
