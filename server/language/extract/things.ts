import type { FoundAction } from './actions.ts'
import { forYou } from './asked.ts'
import { noteOf } from './note.ts'
import * as say from './phrases.ts'
import type { Sentence } from './talk.ts'

/** "I'll chase them" says nothing by itself. */
const pointing =
  /\b(?:i(?:'ll| will| shall|'m going to)|to|please|you|will) (?:\w+ ){0,2}?(?:it|that|this|them|those|these)\b(?! (?:\w+ )?(?:the|a|an)\b)/
/** "Please do yours by Friday": whoever is asked is told what it is in the sentence before. */
const pointsBack = /\b(?:please|you'll|you) (?:\w+ )?(?:it|that|this|them|those|these|yours)\b/
const asks = /\bplease\b|\byou'll\b/
/** So far back a request is looked for, and what it is about. */
const near = 5

/**
 * With the sentence before, where the same person has just said what "them" are, or with the words in which somebody was
 * asked for it; they are told with the action.
 */
export function withThing(found: FoundAction, talk: readonly Sentence[]): FoundAction {
  const first = found.sentences[0]!
  if (found.asked && forYou.test(first.plain)) return withTopic(found, first, talk)
  const before = talk[first.index - 1]
  if (!before || found.sentences.length > 1 || !pointing.test(first.plain)) return found
  const isTheirs = before.speaker === first.speaker && before.speaker !== null && !before.isQuestion
  if (isTheirs && isThing(before)) return { ...found, sentences: [before, ...found.sentences], thing: before }
  return isTheirs ? found : asRequested(found, first, talk)
}

const isThing = (one: Sentence): boolean =>
  noteOf(one).content.length >= 2 &&
  one.words >= 4 &&
  say.carries(one.plain) === null &&
  say.loses(one.plain) === null

/** What "that's for you" means: the last thing of which the same person spoke. */
function withTopic(found: FoundAction, at: Sentence, talk: readonly Sentence[]): FoundAction {
  const topic = talk
    .slice(Math.max(0, at.index - near), at.index)
    .findLast((one) => one.speaker === at.speaker && !one.isQuestion && isThing(one))
  return topic ? { ...found, sentences: [topic, ...found.sentences], thing: topic } : found
}

/** "Ann and Ben, please do yours by Friday." – "I did mine." – "I'll do it tonight." */
function asRequested(found: FoundAction, promise: Sentence, talk: readonly Sentence[]): FoundAction {
  const given = found.owner?.toLowerCase().split(' ')[0]
  if (given === undefined || promise.speaker === null) return found
  const request = talk
    .slice(Math.max(0, promise.index - near), promise.index)
    .findLast(
      ({ plain, speaker }) =>
        speaker !== promise.speaker && asks.test(plain) && plain.split(/[^\p{L}\p{M}'-]+/u).includes(given),
    )
  if (!request) return found
  const asked = { ...found, sentences: [request, ...found.sentences], thing: request }
  return pointsBack.test(request.plain) ? withTopic(asked, request, talk) : asked
}
