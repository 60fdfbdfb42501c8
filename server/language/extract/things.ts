import type { FoundAction } from './actions.ts'
import { noteOf } from './note.ts'
import * as say from './phrases.ts'
import type { Sentence } from './talk.ts'

/** "I'll chase them" says nothing by itself. */
const pointing =
  /\b(?:i(?:'ll| will| shall|'m going to)|to|please|you|will) (?:\w+ ){0,2}?(?:it|that|this|them|those|these)\b(?! (?:\w+ )?(?:the|a|an)\b)/

/** With the sentence before, where the same person has just said what "them" are; it is told with the action. */
export function withThing(found: FoundAction, talk: readonly Sentence[]): FoundAction {
  const first = found.sentences[0]!
  const before = talk[first.index - 1]
  if (!before || found.sentences.length > 1 || !pointing.test(first.plain)) return found
  const isTheirs = before.speaker === first.speaker && before.speaker !== null && !before.isQuestion
  const says = noteOf(before).content.length >= 2 && before.words >= 4
  const isOver = say.carries(before.plain) !== null || say.loses(before.plain) !== null
  if (!isTheirs || !says || isOver) return found
  return { ...found, sentences: [before, ...found.sentences], thing: before }
}
