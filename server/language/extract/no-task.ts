import { monthPattern } from '../calendar-words.ts'
import type { Sentence } from './talk.ts'

/** What somebody says they will do and what is nobody's task after the meeting. */

const mine = String.raw`\bi(?:'ll| will| shall|'d| would|'m going to)(?: \w+ly)?`
const forms = [
  // "I'll hold you to that."
  new RegExp(String.raw`${mine} hold (?:you|him|her|them|everyone|everybody) to (?:that|it|this)\b`),
  // A grumble: "I'll keep calling then."
  new RegExp(
    String.raw`${mine} (?:just )?(?:keep|carry|go)(?: on)? [a-z]+ing(?:,? (?:then|anyway|as usual))?[.!]?$`,
  ),
  // Who has lost a vote: "I'll ask again next year."
  new RegExp(
    String.raw`${mine} (?:ask|try|raise it|raise that|propose it|bring it(?: back)?|put it forward|be back)(?: again)? (?:next year|another (?:year|time|day)|some other time|(?:one|some) day)[.!]?$`,
  ),
  new RegExp(
    String.raw`${mine} (?:turn|switch) (?:off )?(?:my|the) (?:camera|microphone|mic|video|sound|screen)\b`,
  ),
]

export const isNoTask = (plain: string): boolean => forms.some((form) => form.test(plain))

/** "Would you like to speak to it?", "Mr Rowe, do you want to come in?": the floor is theirs. */
export const givesFloor =
  /\b(?:would|do|will|can|could) you (?:(?:like|care|want|wish) to )?(?:speak to (?:it|this|that|your|the (?:motion|paper|item|report|resolution|amendment|proposal))\b|(?:like|care|want|wish) to (?:speak|say|talk|come in|comment|respond|reply|answer|add|begin|start|open|present|introduce|explain|propose|move|go first|take (?:us|this|that)|tell us)\b(?! to (?:the|him|her|them)\b))/

/** The next words give it to another: "The figures will go out today. Robert, you'll see to that." */
const handsOver =
  /^(?:and |so )?[a-z][\w'-]*(?: [a-z][\w'-]*)?,? (?:you'll|you will|could you|can you|will you|please)(?: please)? (?:see to|do|look after|deal with|handle|take care of|arrange|sort) (?:that|it|this)\b/

export const handedOver = (one: Sentence, next: Sentence | undefined): boolean =>
  next !== undefined && next.speaker === one.speaker && handsOver.test(next.plain)

const meeting = String.raw`(?:meeting|agm|session|get-together)(?: of [^,.;]{3,60}?)?`
/** When they meet is nobody's work. */
export const tellsMeeting = new RegExp(
  String.raw`\b(?:${meeting}|next one|we) (?:will|'ll) be\b|\bdate of (?:the |our )?next meeting\b|\bnext ${meeting} (?:is|will be)(?: held)? on\b|\bmeet(?:ing)? again (?:on|in) (?:${monthPattern}|the)\b`,
)
