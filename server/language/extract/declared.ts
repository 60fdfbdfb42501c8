import { concludes } from './concluded.ts'
import { choosing, choosingAgain, deciding, now, past } from './deciding.ts'
import { doubtAt, takesBack } from './mood.ts'
import { noteOf } from './note.ts'
import { monthPattern } from '../calendar-words.ts'
import * as say from './phrases.ts'
import { contentOf, headless, type Sentence } from './talk.ts'
import { callsItem, turnsToNext } from './turning.ts'

/** What whoever chairs says was resolved, agreed or noted: it decides where the others take it so. */

const lead = String.raw`^(?:(?:so|then|and|right|okay|therefore|accordingly|in that case|on that basis|for the (?:record|minutes)|thank you)[,.]? )*(?:(?:subject to|on|with|given|having) [^,]{3,80}, )?`
const adverb = String.raw`(?: all| both| now| then| therefore| thereby| hereby| formally| unanimously| duly| just| accordingly)*`
const body = String.raw`(?:the |this )?(?:board|committee|meeting|company|trustees|directors|members|shareholders)`
/** Of these the present tells it as well. */
const asEver = ['agree', 'approve', 'decide', 'resolve'] as const
const takes = `(?:${now(asEver)}|${past([...deciding, ...choosing, 'endorse', 'decline', 'refuse', 'reject'])})`
const saysWhat = new RegExp(
  String.raw`${lead}(?:(?:we|${body})(?:'ve| have| has)?${adverb} ${takes}\b(?! (?:with|on (?:that|this) point|about)\b)|it(?:'s| is| was| has been)${adverb} (?:resolved|agreed|decided)\b)`,
)
/** Nobody needs to be heard to agree where it is told that all did. */
const byAll = String.raw`(?:unanimously|nem\.? con\.?|without (?:dissent|a vote against)|by (?:all|everyone|everybody)(?: present| here)?)`
/** "It was decided" says of nothing that it was. */
const done = `(?:${past([
  ...deciding.filter((one) => one !== 'decide'),
  ...[...choosing, ...choosingAgain],
  ...(['endorse', 'carry', 'pass', 'confirm', 'declare', 'receive'] as const),
])})`
const agreedByAll = new RegExp(
  String.raw`\b(?:was|were|is|are|has been|have been)(?: (?:therefore|duly|hereby|formally|then|all))* (?:${done}(?: \w+){0,6}?,? ${byAll}|unanimously ${done})(?=[.,;]|$| (?:by (?:the|this) (?:board|meeting)|for|as|from|at)\b)`,
)
const toldDone = new RegExp(
  String.raw`\b(?:was|were|has been|have been)(?: (?:therefore|duly|hereby|formally|then|all|so|(?:reviewed|considered|discussed|read|received) and))* ${done}(?= as \w+|[.!]?$)`,
)
const papers =
  '(?:reports?|accounts|papers?|updates?|figures|forecasts?|register|correspondence|letters?|statements?|budget|schedule|results|position|briefing)'
const isPaper = new RegExp(String.raw`\b${papers}\b`)
const notes = [
  new RegExp(
    String.raw`${lead}(?:${body}(?:'ve| have| has)?${adverb}(?: also)? (?:notes?|noted|receives?|received)(?: and (?:notes?|noted))? (?!you|your|by|with|from|no\b)\w+|we(?:'ve| have|'ll| will| shall)?${adverb}(?: also| just| simply)? (?:note|noted) the (?:[\w'-]+ ){0,4}?${papers}\b)`,
  ),
  new RegExp(
    String.raw`${lead}[\w' ,-]*\b${papers}\b[\w' ]{0,40}? (?:is|are|was|were|has been|have been)(?: duly| formally| hereby| therefore| also)* (?:noted|received(?: and noted)?)\b`,
  ),
]

/** A committee that is asked for its view says so in its chair's words. */
const recommends = new RegExp(
  String.raw`${lead}(?:(?:we|${body})(?:'re| are|'ll| will)?${adverb} recommend(?:ing)? (?:to the \w+ |that the (?:board|members|shareholders|trustees) |[^,?]{3,80} to the (?:board|members|shareholders|trustees|council|agm)\b)|${body}(?:'s| is| are)${adverb} (?:content|satisfied|agreed) (?:with|that|to) )`,
)
const later = String.raw`(?:in|at|until|till|to) (?:the next|next|the \w+ (?:meeting|board)|${monthPattern})`
const isPut = '(?:deferred|postponed|held over|put off|carried (?:over|forward)) (?:to|until|till)'
const putsOff = [
  new RegExp(
    String.raw`${lead}(?:(?:that|it|this|item \w+)(?:'s| is|'ll be| will be)|the (?:[\w'-]+ ){0,4}?(?:items?|matter|decision|question|motion|resolution|paper|report|policy|proposal|appointment|approval|review) (?:is|are|will be)) ${isPut}\b`,
  ),
  new RegExp(
    String.raw`^(?:(?:so|then|right|okay|in that case)[,.]? )+(?:we'll|we will|we shall|let's) (?:take|decide|settle) (?:it|that|this|them|the \w+|\w+)(?: again)?(?: over)? ${later}\b`,
  ),
  new RegExp(
    String.raw`${lead}(?:(?:i (?:think|suggest) )?(?:we'll|we will|we shall|we're going to|we are going to|let's|let us|we agreed to|we have agreed to)${adverb} )(?:defer|postpone|hold (?:[\w' -]{2,40} )over|put (?:[\w' -]{2,40} )(?:off|back)|carry (?:[\w' -]{2,40} )over|leave (?:[\w' -]{2,40} )(?:until|till|to the next)|bring (?:[\w' -]{2,40} )back (?:to|in|at) |come back to (?:[\w' -]{2,40} )(?:in|at|next))\b`,
  ),
]

/** "We'll hold it over, and Carol, could you get two quotes?": what is told before something is asked. */
const asksThen = /, (?:and|but|so)\b(?=.{0,40}\b(?:could|can|would|will) (?:you|we|somebody|someone)\b)/
const stated = ({ plain, isQuestion }: Sentence): Pick<Sentence, 'plain' | 'isQuestion'> => {
  const end = isQuestion ? plain.search(asksThen) : -1
  return end === -1 ? { plain, isQuestion } : { plain: plain.slice(0, end), isQuestion: false }
}

/** Sentences after it in which others may answer. */
const reach = 4

const here = (whole: Sentence, form: RegExp): boolean => {
  const { plain, isQuestion } = stated(whole)
  const sentence = { ...whole, plain, isQuestion }
  const head = headless(sentence.plain)
  const within = form.exec(sentence.plain)
  const found = within ?? form.exec(head)
  const at = (found?.index ?? 0) + (within ? 0 : sentence.plain.length - head.length)
  return found !== null && sentence.words >= 4 && doubtAt(sentence, at + found[0].length, 0) === null
}

/** "The board noted the accounts", "the report was noted". */
export const isNoted = (sentence: Sentence): boolean => notes.some((form) => here(sentence, form))

/** Words in which outcomes are told, whoever says them. */
export const tellsOutcome = (sentence: Sentence): boolean => isNoted(sentence) || here(sentence, agreedByAll)

/** "We'll hold the lift over to the autumn." */
export const isPutOff = (sentence: Sentence): boolean =>
  putsOff.some((form) => here(sentence, form)) && noteOf(sentence).content.length >= 2

/** "The register was reviewed and approved.", at the end of the matter that was called and spoken of. */
function tellsDone(sentence: Sentence, talk: readonly Sentence[]): boolean {
  if (!here(sentence, toldDone) || !(say.business.test(sentence.plain) || isPaper.test(sentence.plain)))
    return false
  const { index } = sentence
  const next = talk[index + 1]
  const isEnd =
    next === undefined || turnsToNext(next.plain) || /^(?:thank you|thanks|good)\b/.test(next.plain)
  const earlier = talk.slice(Math.max(0, index - 8), index)
  const item = earlier.slice(
    Math.max(
      0,
      earlier.findLastIndex(({ plain }) => callsItem(plain)),
    ),
  )
  const words = new Set(item.flatMap(({ plain }) => contentOf(plain)))
  return isEnd && contentOf(sentence.plain).some((word) => words.has(word))
}

/** Others were asked, agreed or had an idea just before. */
const isPutBefore = ({ index, speaker }: Sentence, talk: readonly Sentence[]): boolean =>
  talk
    .slice(Math.max(0, index - 6), index)
    .some((one) =>
      one.speaker === speaker
        ? one.isQuestion && say.asksAll(one.plain) !== null
        : say.assents.test(headless(one.plain).replace('i would', "i'd")) || say.suggests(one.plain) !== null,
    )

/** Said by whoever chairs, it holds unless somebody objects. */
const chairTells = (sentence: Sentence, talk: readonly Sentence[]): boolean =>
  tellsOutcome(sentence) ||
  (here(sentence, recommends) && isPutBefore(sentence, talk)) ||
  isPutOff(sentence) ||
  concludes(sentence, talk) ||
  tellsDone(sentence, talk)

const isChair = ({ speaker }: Sentence, chair: string | null): boolean => chair !== null && speaker === chair

/** Told as what a meeting has decided or noted: with who agreed to it, that is what it did. */
export const isDeclared = (sentence: Sentence, talk: readonly Sentence[], chair: string | null): boolean =>
  isChair(sentence, chair) &&
  (chairTells(sentence, talk) ? !isDenied(sentence, talk) : isAffirmed(sentence, talk))

/** Formal enough to be shown to whoever checks. */
export const mayBeDeclared = (sentence: Sentence, talk: readonly Sentence[], chair: string | null): boolean =>
  tellsOutcome(sentence) ||
  isAffirmed(sentence, talk) ||
  (isChair(sentence, chair) &&
    (chairTells(sentence, talk) ||
      here(sentence, recommends) ||
      (here(sentence, toldDone) && say.business.test(sentence.plain))))

const isDenied = ({ index, speaker }: Sentence, talk: readonly Sentence[]): boolean =>
  talk
    .slice(index + 1, index + 1 + reach)
    .some((one) => takesBack.test(one.plain) || (one.speaker !== speaker && say.dissents(one.plain) !== null))

/** It says what was decided, and the next to speak says yes. */
function isAffirmed(sentence: Sentence, talk: readonly Sentence[]): boolean {
  const { index, speaker } = sentence
  if (!here(sentence, saysWhat) || isDenied(sentence, talk)) return false
  const after = talk.slice(index + 1, index + 1 + reach)
  const reply = after.find((one) => one.speaker !== speaker)
  return (
    reply !== undefined &&
    !reply.isQuestion &&
    say.assents.test(headless(reply.plain)) &&
    after.every((one) => one.index >= reply.index || one.words <= 6 || one.isQuestion)
  )
}
