import { before } from './matters.ts'
import { contentOf, type Sentence } from './talk.ts'

/** "Tom had put down a motion on changing our name.": whoever chairs tells what somebody has put, who then takes it back. */

const thing = '(?:motion|proposal|resolution|request)'
const about = String.raw`(?: here| today| tonight)? (?:on|to|that|for|about|of|from)`
const forms = [
  new RegExp(
    String.raw`\b(?:put down|put in|tabled|submitted|gave notice of|given notice of|brought) (?:an?|the|his|her|their|this) (?:\w+ )?${thing}${about} \w`,
  ),
  new RegExp(String.raw`\b(?:[\w-]+'s|his|her|their|your) (?:\w+ )?${thing}${about} \w`),
  new RegExp(String.raw`\b${thing} (?:from|by) [\w' -]{2,40}? (?:on|to|that|for|about) \w`),
  /\b(?:had|has|have|'d|'ve) (?:proposed|asked) (?:that|to|for|us to) \w/,
]

/** What another has put, as it was told under the same matter; null: it was not, or nobody can tell what. */
export function toldAsPut(end: Sentence, talk: readonly Sentence[]): Sentence | null {
  const found = before(end, talk).findLast(
    (one) => one.speaker !== end.speaker && !one.isQuestion && forms.some((form) => form.test(one.plain)),
  )
  return found && contentOf(found.plain).length > 2 ? found : null
}

/** "Tom had put down a motion": Tom is who may take it back. */
export const isNamedIn = ({ text }: Sentence, speaker: string | null): boolean =>
  (speaker?.match(/\p{Lu}[\p{L}\p{M}'’-]{2,}/gu) ?? []).some((name) => text.includes(name))

const asks =
  /^(?:(?:so|and|then|okay|ok|right|well|sorry)[,.]? )*(?:(?:do |are |will |would |can i take it )?you(?:'re| are|'ll| will| wish to| want to| like to)?(?: now| then| therefore| happy to)? withdraw(?:ing)?\b|(?:is|are) (?:it|that|they|the \w+)(?: therefore| then| now)? withdrawn\b|withdrawn\b)[^?]{0,40}\?/
const confirms =
  /^(?:(?:yes|yeah|yep|okay|well|i think so|so)[,.]? )*(?:(?:it's |that's |it is |that is |they're )?withdrawn\b|(?:i|we) (?:do|am|are|will|withdraw)\b|i'm withdrawing\b|we're withdrawing\b)|^(?:yes|yeah|yep)(?:[,.]? (?:please|chair|for now|thank you|i'm afraid|it is))*[.!]?$/

/** "You withdraw it?" – "Yes, withdrawn for now.": both, where this sentence is the question. */
export function withdrawnWhenAsked(sentence: Sentence, talk: readonly Sentence[]): Sentence | null {
  if (!sentence.isQuestion || !asks.test(sentence.plain)) return null
  const answer = talk[sentence.index + 1]
  return answer && answer.speaker !== sentence.speaker && !answer.isQuestion && confirms.test(answer.plain)
    ? answer
    : null
}
