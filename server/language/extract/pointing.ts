import { doubtAt } from './mood.ts'
import { contentOf, type Sentence } from './talk.ts'

/** Words that close a matter and only point back at it: "Good, that's what we'll do.", "Those are approved." */

const lead = String.raw`^(?:(?:so|then|and|well|right|okay|ok|good|fine|lovely|great|excellent|splendid|very well|very good|all right|alright|thank you(?: all| both)?|thanks|yes|in that case|on that basis|with that)[,.]? )*`
/** "With Dele's addition, then, we accept it.", "On that condition, …" */
const how = String.raw`(?:(?:with|on|subject to) [^,]{3,50}, (?:then, )?)?`
const them = String.raw`(?:those|these|them|that|it|both(?: of (?:those|them))?|all (?:of (?:those|them|that)|three|four|that))(?: one)?`
const done =
  '(?:approved|agreed|adopted|accepted|settled|decided|carried|passed|resolved|all agreed|confirmed)'
/** What may follow the words that point: a condition, how it is told again, who abstained. */
const over = String.raw`(?=[.!,;:]|$| (?:then|as|with|on|subject|to the|unanimously|provided|at|for|from|until|till|everyone|all round)\b)`
const by = String.raw`(?: all| both| therefore| now| then| duly| hereby| unanimously| also| too)*`
const closings = [
  new RegExp(
    String.raw`${lead}${how}(?:i think )?that(?:'s| is)(?: then)? (?:what(?:'s| is| we've| we have| we(?:'ll| will| shall|'re| are)?)?${by} (?:agreed|decided|settled|do|doing|going to do|going for|going with|go with|resolving|have resolved|proposing)|how we(?:'ll| will|'re going to) (?:do it|proceed|go|leave it)|(?:the|our) (?:decision|agreement|resolution|determination|offer))\b${over}`,
  ),
  new RegExp(
    String.raw`${lead}${how}(?:i think )?(?:we're ${done}(?: on that)?|(?:that|it|those|these|they|both|all (?:of (?:that|those)|three|four))(?:'re|'s| are| is)${by} ${done})${by}${over}`,
  ),
  new RegExp(
    String.raw`${lead}(?:(?:that's|those are|they're|we'll take (?:${them})|we can take (?:${them})|i'll take (?:${them}))(?: all)? )?(?:taken )?as (?:agreed|approved|accepted)\b${over}`,
  ),
  new RegExp(
    String.raw`${lead}(?:they|those|these)(?: all)? stand as (?:a|the|an) (?:true|correct|accurate|fair) record\b`,
  ),
  new RegExp(String.raw`${lead}taken as (?:agreed|approved|accepted|correct)(?: and correct)?\b${over}`),
  new RegExp(
    String.raw`${lead}${how}(?:we(?:'ll| will| shall|'re going to| are going to|'re happy to| are happy to)?|let's|let us)(?: all| both| therefore| now| then)* (?:approve|accept|adopt|agree(?: to)?|go (?:with|for)|do|take|support|recommend|confirm|ratify) ${them}${over}`,
  ),
  new RegExp(
    String.raw`${lead}(?:agreed|approved|accepted|adopted|carried|settled|done)(?:,? then|,? unanimously)?(?:[.!]|$|, (?:with )?[\w' -]{2,40}(?:abstaining|not voting)\b)`,
  ),
]

/** Of these the words are heard often enough where nothing is decided: all must have been asked. */
const loose = /^(?:(?:[a-z]+[,.]? ){0,3})(?:agreed|approved|accepted|adopted|carried|settled|done)[.!]?$/

export type Pointing = {
  /** Whether somebody must have asked all. */
  isLoose: boolean
  /** What stands after the words that point. */
  rest: string
}

/** Longer sentences tell something of their own. */
const most = 24

/** @returns null: it does not close a matter, or says of itself which */
export function pointingIn(sentence: Sentence): Pointing | null {
  const { plain, isQuestion, words } = sentence
  if (isQuestion || words > most) return null
  for (const form of closings) {
    const found = form.exec(plain)
    if (!found || doubtAt(sentence, 0, found[0].length) !== null) continue
    const rest = plain.slice(found[0].length).replace(/^[\s,.;:!–—-]+|[.!]+$/g, '')
    return { isLoose: loose.test(plain), rest }
  }
  return null
}

/** "With that", "on that condition": the closing takes up what somebody asked to be added. */
export const takesUp = ({ plain }: Sentence): boolean =>
  /\b(?:with|on|subject to) (?:that|those|this|the|[\w-]+'s) ?(?:\w+ )?(?:additions?|amendments?|changes?|conditions?|provisos?|basis|understanding|footing|corrections?|alterations?|wording)?(?=[,.!]|$| then\b| included\b)/.test(
    plain,
  )

/** Short words that name nothing. */
const small = new Set(
  'the and for are but not you all any can had her was one our out him his how its may new now old see two way who did get has let put say she too use yes off own per why'.split(
    ' ',
  ),
)
/** "Van" and "fee" name a thing as well as longer words do. */
const namesIn = (plain: string): string[] => [
  ...contentOf(plain),
  ...(plain.match(/\b[a-z]{3}s?\b/g) ?? []).filter((word) => !small.has(word)),
]

/** It tells again what was put, in a few words: "letter first and then the claim". */
export const tellsOf = (plain: string, of: readonly Sentence[]): boolean => {
  const known = new Set(of.flatMap((one) => namesIn(one.plain)))
  return namesIn(plain).some((word) => known.has(word))
}
