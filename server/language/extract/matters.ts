import { countPattern } from './counts.ts'
import { doubtAt, isJest } from './mood.ts'
import * as say from './phrases.ts'
import { contentOf, headless, type Sentence } from './talk.ts'
import { callsItem, turnsToNext } from './turning.ts'

/** What was before the meeting when somebody said how it ended: a proposal, a request, or the item as it was called. */

const proposes =
  /\bi(?:'m|'d|'ll| am| was| would| will| want to| wanted to| wish to)?(?: like| going)?(?: to)?(?: formally| therefore| also| hereby| just)? (?:propos(?:e|ing)\b|mov(?:e|ing) (?:that|we|to (?!on\b|item\b|the next\b))|table (?:a|the) (?:motion|proposal)\b)|\b(?:my|our) (?:proposal|motion) (?:is|was|would be) (?:that|to|for)\b/

/** Somebody puts something to the others; not in jest, and not what they did elsewhere. */
export const isProposal = (sentence: Sentence): boolean =>
  proposes.test(sentence.plain) && !sentence.isQuestion && !isJest(sentence)

/** In weaker words: what somebody asks for or thinks should be. */
const asks =
  /\bi(?:'d| would) (?:like|love|want) (?:us |the (?:board|committee|club|company|society) |her |him |them |it |permission )?to\b|\bi(?:'m| am|'ve been| was)(?: going to be| going to)? ask(?:ing|ed)? (?:for|to|that|whether|the)\b|\b(?:is|are|was|were) asking (?:for|to|if|whether)\b|\bi think we (?:should|ought to|could)\b|\b(?:wants?|wanted|like) (?:us to|permission|to (?:raise|buy|put|keep|bring|change|move|have))\b|\bwhat i'd like is\b|\bthe (?:proposal|request|application|motion|suggestion|plan) (?:for|from|to|that|is|was)\b|\b(?:you've|they've|he's|she's|has|have) asked (?:for|to|if|whether)\b|\b(?:propos(?:es|ed|ing)|request(?:s|ed|ing)?|appl(?:ies|ied) (?:for|to))\b/

export const isRequest = (sentence: Sentence): boolean =>
  isProposal(sentence) || (asks.test(sentence.plain) && !isJest(sentence))

const hasVerb =
  /\b(?:is|are|was|were|am|be|have|has|had|do|does|did|can|could|will|would|shall|should|may|might|think|know|need|want|got|said|says|goes|go|get|take|make|see|let|i|we|you|he|she|they|it|there|thank|thanks|sorry|yes|yeah|agreed|noted|approved|carried|nobody|none)\b|(?:'s|'re|'m|'ve|'ll|'d|n't)(?= |$)/
const longestTopic = 9

/** An answer, how something went, or half a sentence: no name of a matter. */
const noName =
  /^(?:not|never|no|only|just|always|certainly|maybe|perhaps|probably|before|after|until|till|to|with|in|on|at|for|from|by|about|if|because|so|same|exactly|absolutely|very|quite|too|more|less|well|great|good|nice|hallelujah|dear|honestly|again|splendid|lovely|brilliant|perfect|fantastic|bless|somebody|someone|makes?|start|leave|text|put|take|give|come|crack|skip|keep|ask|tell|done|live|knackered|thumbs|half|oh|sorry|pardon|please|welcome|hello|morning|evening|carried|lost|all|everyone|everybody|any\w*)\b|\b(?:approved|agreed|carried|resolved|reappointed|appointed|elected|adopted|accepted|noted|received|declared|deferred|withdrawn|passed|recorded|done|settled|moved|seconded|proposed|nodding|laughter)$|\bnot\b|\bvoting\b|^(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/
/** "Louise, you go." */
const addresses =
  /^\p{Lu}[\p{L}\p{M}'’-]+, (?:you|your|could|can|would|will|please|do|since|put|over|go|sit|thank|i)\b/u
/** "Against? Three." */
const isCount = new RegExp(String.raw`^(?:${countPattern})\b(?:,? (?:then|and|with|plus) [\w ]+)?$`)
const asksAbout =
  /^(?:(?:and|so|now|right)[,]? )*(?:what|how) about (?:the|my|our|your|[\w']+'s) [\w' -]{3,50}\?$/

/** The thing that a sentence begins with, where it opens a matter: "Bar licence, that's up in August.", "The cladding." */
export function opensMatter(sentence: Sentence): boolean {
  if (isJest(sentence)) return false
  if (asksAbout.test(sentence.plain)) return true
  if (sentence.isQuestion) return false
  if (callsItem(sentence.plain)) return true
  const head = headless(sentence.plain).replace(/^(?:next|last|lastly|finally|first|item \w+)[,:]? /, '')
  const [name = ''] = head.split(/[.,:;]/)
  return (
    name.split(' ').length <= longestTopic &&
    !hasVerb.test(name.replace(/'s (?=[a-z]+(?: [a-z]+)?$)/, ' ')) &&
    !noName.test(name) &&
    !isCount.test(name) &&
    !addresses.test(sentence.text.slice(sentence.text.length - headless(sentence.plain).length)) &&
    !say.assents.test(head) &&
    contentOf(name).length > 0
  )
}

/** So far back it may have been put. */
const reach = 14
const nearReach = 6

/** Sentences of the same matter before one. */
export function before({ index }: Sentence, talk: readonly Sentence[], most = reach): readonly Sentence[] {
  const earlier = talk.slice(Math.max(0, index - most), index)
  const turn = earlier.findLastIndex(({ plain, isQuestion }) => !isQuestion && turnsToNext(plain))
  return turn === -1 ? earlier : earlier.slice(turn)
}

/** What somebody put; null: nothing was, or it was in jest. @param by who must have put it; null: another than who ended it */
export function putBefore(
  end: Sentence,
  talk: readonly Sentence[],
  isTheirs: (one: Sentence) => boolean,
): Sentence | null {
  const earlier = [...before(end, talk), end]
  const put = earlier.findLast((one) => isTheirs(one) && isProposal(one))
  const asked = earlier.findLast(
    (one) =>
      one !== end && isTheirs(one) && isRequest(one) && doubtAt({ ...one, isQuestion: false }, 0, 0) === null,
  )
  const found = put ?? asked ?? null
  // What was opened since is another matter.
  const opened =
    found === null
      ? null
      : earlier.findLast((one) => one.index > found.index && one.index < end.index && callsItem(one.plain))
  return opened ? null : found
}

/** Who was asked and answers opens nothing. */
const answersAnother = ({ index, speaker }: Sentence, talk: readonly Sentence[]): boolean => {
  const asked = talk[index - 1]
  return asked !== undefined && asked.isQuestion && asked.speaker !== speaker
}

/** The matter as it was called right before, by whoever ended it or chairs; null: nobody said what. */
export function openedBefore(
  end: Sentence,
  talk: readonly Sentence[],
  chair: string | null,
): Sentence | null {
  const earlier = before(end, talk, nearReach)
  const opens = (one: Sentence | undefined): boolean =>
    one !== undefined &&
    (one.speaker === end.speaker || one.speaker === chair || (chair === null && asksAbout.test(one.plain))) &&
    opensMatter(one) &&
    !answersAnother(one, talk)
  const found = earlier.findLast(opens)
  const at = found ? earlier.indexOf(found) : -1
  // "What about my uncle's loan? The twenty thousand."
  const first = earlier[at - 1]
  return found && first?.speaker === found.speaker && opens(first) ? first : (found ?? null)
}

/** So many matters somebody opens before they are taken for whoever leads. */
const fewestOpened = 3

/** Who leads, where nobody is known to chair: whoever opens the matters, by far most of them. */
export function leaderOf(talk: readonly Sentence[]): string | null {
  const counts = new Map<string, number>()
  for (const one of talk)
    if (one.speaker !== null && opensMatter(one) && !answersAnother(one, talk))
      counts.set(one.speaker, (counts.get(one.speaker) ?? 0) + 1)
  const [most, second] = [...counts].sort((a, b) => b[1] - a[1])
  return most && most[1] >= fewestOpened && most[1] >= 2 * (second?.[1] ?? 0) ? most[0] : null
}
