import type { FoundDecision } from '../language/extract/decisions.ts'
import { tellsOutcome } from '../language/extract/declared.ts'
import { because } from '../language/extract/found.ts'
import { correctsMinutes, namesMinutes } from '../language/extract/minutes-corrected.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { ordinals } from '../language/figures.ts'
import { asSentence, dialogue, general, nameOf, personal, quoted, withoutFillers } from './style.ts'

/** What was decided, in the manner of minutes: the motion, in the words in which it was put. */

/** What a decision was made under. */
export type Place = {
  /** Of the item. */
  heading: string | null
  /** What the item is about, as it was called right before: "the modern slavery statement"; null: nothing was. */
  thing: string | null
  /** Null: not known. */
  chair: string | null
}

export const nowhere: Place = { heading: null, thing: null, chair: null }

/** Nobody who reads it later knows what is meant. */
const pointing = /^(?:that|this|it|them|those|these|so|him|her)\b/i

/** What is put to a meeting as a question. */
const acts =
  '(?:approve|adopt|accept|receive|note|endorse|ratify|confirm|appoint|reappoint|agree to|award|renew|sell|buy|sign|pay|proceed|go ahead|close|open|move|keep|raise|increase|reduce|recommend|authorise|instruct|delegate)'
/** How a motion begins; what follows it is the motion. */
const leads = [
  /^(?:so |and )*(?:it|this)(?:'s| is) (?<rest>to [a-z]+ .+)$/i,
  /^(?:so |and |then |well )*(?:shall we|can we|could we|do we|may we|should we|let us|let's)(?: all)?(?: then)? (?:say|agree|resolve|record|minute|take it),?(?: then)? (?<rest>(?:that |to |we ).+)$/i,
  new RegExp(
    String.raw`^(?:so |and |then |well )*(?:shall|do|can|may) (?<rest>we (?:all |now |then )?${acts}\b.+)$`,
    'i',
  ),
  /^(?:so |and |then )*is it (?:then |therefore )?(?:agreed|resolved|the wish of the (?:board|meeting|members)|your wish)(?: then)? (?<rest>(?:that|to) .+)$/i,
  // "Those in favour of entering into the facility on those terms?"
  /^(?:so |and |then |right |can i see )*(?:(?:all |everybody |everyone )?(?:those |who is )?in favour of|hands (?:up )?for) (?<rest>(?:not )?[a-z]+ing .+|that .+)$/i,
  /^(?:so |and |then )*(?:on |as to )?the (?:motion|resolution|proposal) (?<rest>to .+?)\s*(?::|[–-]|,|;)\s*(?:(?:all )?those (?:in favour|for)\b|all in favour\b|who(?:'s| is) (?:in favour|for)\b|in favour\b|hands (?:up|please)\b|let's vote\b)/i,
  /^i(?:'d like to| would like to|'ll| will|'m going to)? (?:formally |therefore |also )*(?:propose|move|recommend|suggest)(?: to the (?:board|meeting|members|committee))?,? (?:that )?(?<rest>.+)$/i,
  /^(?:so |and |then )*(?:the|our|this) (?:amended )?(?:motion|resolution|proposal|recommendation|question|ask)(?: before us| in front of us| then|,? as (?:now )?amended,?)?(?: now| then| therefore)?(?: is|'s| reads)(?: now| then| therefore)?,? (?:to ask |whether )?(?:that )?(?<rest>.+)$/i,
  /^(?:so |and |then )*(?:are we|is everyone|is everybody|is the (?:board|committee|meeting)|can we|could we|do we|are we all|are you all)(?: all)? (?:agreed|happy|content|agree|in favour|say)(?: then)? (?<rest>(?:that|to) .+)$/i,
  /^(?:so |and |then )*(?:(?:subject to|provided|on condition) [^,]+, )?(?:we(?:'re| are|'ve| have)?(?: all)?|it(?:'s| is| was| has been)(?: hereby| therefore)?|that(?:'s| is)|the (?:board|committee|meeting|members|company|trustees|directors)(?: has| have)?)(?: hereby| therefore| unanimously| formally)* (?:agreed|agree|resolved|resolve|decided|decide|resolves|agrees)(?: unanimously)? (?<rest>(?:that|to|not to) .+)$/i,
  /^i(?:'m| am) (?:content|happy) (?<rest>that .+ be [a-z]+(?:ed|en|t)\b.*)$/i,
  /^(?:\p{Lu}[\p{L}’'-]*\.? ){1,3}(?:moved|proposed) (?<rest>that .+)$/u,
  /^(?:agreed|resolved|decided)(?: then| unanimously)?[,:]? (?<rest>(?:that|to|not to|no) .+)$/i,
]

/** The thing itself is named by the item alone: "To award it to Swift Freight". */
const objectless =
  /^(?:To|That we) [a-z]+(?: (?:back|up|off|out|down))? (?:it|them|(?:this|these|those|that)(?=[.!]?$| (?:to|for|at|from|by|in|on|as|with|until|and)\b))\b|^That (?:it|they|this|these|those) (?:be|is|are|shall)\b/
/** What is done to the thing itself as a whole, so that nothing else can be meant by "it". */
const approves =
  /^(?<lead>To|That we) (?<verb>approve|adopt|accept|receive|note|endorse|ratify|confirm|sign) (?:it|them|this|these|those|that)(?=[.,]?$|[.,]? (?:and|subject|as|with|provided|now|today|at)\b)/
const isApproved =
  /^That (?:it|they|this|these|those) (?=be (?:approved|adopted|accepted|received|noted|endorsed|ratified|confirmed)\b)/

function withThing(motion: string, { heading, thing }: Place): string {
  if (thing !== null && approves.test(motion)) return motion.replace(approves, `$<lead> $<verb> ${thing}`)
  if (thing !== null && isApproved.test(motion)) return motion.replace(isApproved, `That ${thing} `)
  if (heading === null || general.test(heading) || !objectless.test(motion)) return motion
  return `${heading}: ${motion.charAt(0).toLowerCase()}${motion.slice(1)}`
}

/** "we approve the budget" → "to approve the budget"; "that the accounts be approved" stays. */
function asMotion(rest: string, place: Place): string | null {
  const text = rest
    .replace(/[.?!]+$/, '')
    .replace(/,? (?:please|then|okay|right|yes|everybody|everyone)$/i, '')
  const we =
    /^(?:that )?we (?!'|were|had|have|are|need|should|would|could|can|might|did|do not|don't)([a-z]+)\b(.*)$/i.exec(
      text,
    )
  const not = /^(?:that )?we (?:do |should )?(?:not|don['’]t) ([a-z]+)\b(.*)$/i.exec(text)
  const motion = not
    ? `Not to ${not[1]}${not[2]}`
    : we
      ? `To ${we[1]}${we[2]}`
      : /^(?!that |to )\S.* be \w+(?:ed|en|n|t|d)\b/i.test(text)
        ? `That ${text}`
        : text
  if (
    /^that /i.test(motion) &&
    !/ (?:be|is|are|shall|should|approves?|accepts?|adopts?|authorises?|appoints?|agrees?|notes?|pays?|gives?|has|have|will|remains?|ratif(?:y|ies))\b/i.test(
      motion,
    )
  )
    return null
  const body = motion.replace(/^(?:that|to) /i, '')
  if (personal.test(motion)) return null
  const whole = withThing(asSentence(motion), place)
  const saysIt = whole.length > motion.length + 1
  return saysIt || !(pointing.test(body) || body.split(' ').length < 3) ? whole : null
}

const byUs = /^we(?:'ve| have)? (?:(?:all|duly|also|formally|hereby|now|therefore|then) )*note[ds]? /i
/** "Dr Okonjo is appointed" */
const isDone =
  /^(?!(?:accordingly|with|subject|in|on|once|if|when|as|after|nobody|nothing|all|both|proposed|seconded)\b)(?:(?:the |our )?\p{Lu}|the )[^,;:?]{2,80} (?:is|are|was|were|has been|have been) (?:(?:hereby|therefore|duly|formally|unanimously|accordingly|(?:reviewed|considered|discussed|read) and) )*(?:appointed|re-?appointed|elected|re-?elected|approved|adopted|accepted|received|ratified|authorised|confirmed)\b[^?]*$/iu

/** "The board noted the accounts" is how it stands in minutes already. */
function asTold(said: readonly Sentence[]): string | null {
  const [only] = said
  if (said.length !== 1 || !only) return null
  const bare = withoutFillers(only.text)
  if (!tellsOutcome(only) && (only.isQuestion || !isDone.test(bare))) return null
  const words = bare.replace(byUs, 'The meeting noted ').replace(/[.\s]+$/, '')
  return personal.test(words) || pointing.test(words) || /^we\b|["“”]/i.test(words) ? null : asSentence(words)
}

const record =
  /^(?:(?:are|is|were|was|can|shall|do|may) (?:they|these|those|we|the minutes|everyone|all)(?: \w+){0,3} )?(?:take them |agreed? |approved?d? |accepted? |them )*as an? (?:true|correct|accurate|fair)(?: and (?:true|correct|accurate|fair))? record\b/i
const minutes =
  /\b(?:the )?minutes(?: (?:of|from|for) (?:the |our )?(?:(?:last|previous) meeting|(?:meeting (?:of|on|held on) )?(?:the )?\w+(?: of)? (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?|(?:meeting (?:of|on|held on) the )?(?:\d+(?:st|nd|rd|th)|[\w-]+(?:st|nd|rd|th))\b))?/i

/** "Approved as a correct record?" is asked of the minutes that were named right before. */
function asRecord(said: readonly Sentence[], near: readonly Sentence[], carried: boolean): string | null {
  const put = said.find(({ text }) => record.test(withoutFillers(text)))
  const named = put && near.map(({ text }) => minutes.exec(text)?.[0]).find((one) => one !== undefined)
  if (!put || named === undefined) return null
  const how = /as an? .*?record\b/i.exec(put.text)![0]
  return asSentence(carried ? `${named} were approved ${how}` : `To approve ${named} ${how}`)
}

const asPutRight =
  /\b(?:as (?:amended|corrected)|(?:subject to|with) (?:that|those|the|this|these) (?:\w+ )?(?:corrections?|changes?|amendments?|alterations?)|subject to (?:that|those))\b/i

/** "The minutes of the ninth were approved with that correction": which one, in the words of who asked for it. */
function asMinutesCorrected(
  said: readonly Sentence[],
  sentences: readonly Sentence[],
  near: readonly Sentence[],
): string | null {
  const corrections = sentences.filter(correctsMinutes)
  if (corrections.length === 0 || !said.some(namesMinutes)) return null
  const all = [...said, ...sentences, ...[...near].reverse()]
  const longest = all
    .map(({ text }) => minutes.exec(text)?.[0] ?? '')
    .reduce((best, one) => (one.length > best.length ? one : best), '')
  if (longest === '') return null
  const named = longest.replace(/^(?:the )?minutes/i, 'The minutes')
  const how = sentences.map(({ text }) => asPutRight.exec(text)?.[0]).findLast((one) => one !== undefined)
  // Who asked for it said it first; the chair often says it again.
  const first = corrections.filter(({ speaker }) => speaker === corrections[0]!.speaker)
  return `${named} were approved ${how?.toLowerCase() ?? 'with the correction asked for'}. ${dialogue(first)}`
}

/** What stands around the approval of minutes, and says nothing else. */
const aroundMinutes = new RegExp(
  String.raw`\b(?:the|minutes|of|from|for|last|previous|meeting|held|on|in|at|is|are|was|were|we(?:'ll)?|i(?:'ll)?|you|everyone|everybody|all|with|that|those|them|it|these|this|any|no|corrections?|changes?|amendments?|comments|happy|content|agreed?|approved?|accept(?:ed)?|adopt(?:ed)?|take[ns]?|sign(?:ed)?|as|an?|true|correct(?:ed)?|accurate|fair|record|otherwise|same|subject|to|and|so|then|good|right|okay|yes|thank|thanks|nods?|nodding|see|they|came|round|papers|been|has|have|had|read|can|could|shall|may|do|does|anyone|anything|seen|circulated|sent|out|can|will|be|(?:proposed|seconded)(?: by)? \w+|january|february|march|april|may|june|july|august|september|october|november|december|\d+(?:st|nd|rd|th)?|twenty|thirty|${[...ordinals.keys()].join('|')})\b|[^a-z]`,
  'g',
)
const ofMinutes = /^(?:the )?minutes\b/i

/** "They came round with the papers. … I see nodding.", under the item that is called so. */
function asMinutesApproved(
  said: readonly Sentence[],
  sentences: readonly Sentence[],
  near: readonly Sentence[],
  { heading }: Place,
): string | null {
  const all = [...said, ...sentences, ...[...near].reverse()]
  const named = [...all.map(({ text }) => text), heading ?? '']
    .map((text) => minutes.exec(text)?.[0])
    .find((one) => one !== undefined)
  const isItem = heading !== null && ofMinutes.test(heading)
  if (named === undefined || !(isItem || said.some(({ text }) => minutes.test(text)))) return null
  if (said.some(({ plain }) => plain.replaceAll(aroundMinutes, '') !== '')) return null
  const how = sentences.map(({ text }) => /as an? [a-z ]*?record\b/i.exec(text)?.[0]).find((one) => one)
  return asSentence(
    `${named.replace(/^(?:the )?minutes/i, 'The minutes')} were approved${how ? ` ${how}` : ''}`,
  )
}

/** What was said first and what became of it stand together. */
const inWords: ReadonlySet<string> = new Set([because.corrected, because.amended, because.undone])

const toMe =
  /\b(?<verb>and(?= me to [a-z])|authoris(?:e|ing)|instruct|empower|allow|permit|appoint|ask|delegate(?: \w+)? to) me\b/gi

const isPutOff =
  /^(?:that|it|this)(?:'s| is|'ll be| will be) (?<how>(?:deferred|postponed|held over|put (?:off|back)|carried (?:over|forward)|adjourned)\b.*)$/i

/** "That's carried forward to the next meeting" means the item. */
function asDeferred([only, ...more]: readonly Sentence[], { heading }: Place): string | null {
  const how = only && more.length === 0 ? isPutOff.exec(withoutFillers(only.text))?.groups?.how : undefined
  return how === undefined || heading === null || general.test(heading)
    ? null
    : asSentence(`${heading}: ${how}`)
}

/** "Authorise me to sign it" means whoever said so. */
function withoutMe(text: string, speaker: string | null, chair: string | null): string {
  const who = speaker !== null && speaker === chair ? 'the chair' : nameOf(speaker)
  return who === null ? text : text.replace(toMe, `$<verb> ${who}`)
}

/** The motion that a sentence puts; null: its words cannot be turned. */
export function motionIn({ text, speaker }: Sentence, place: Place): string | null {
  const bare = withoutMe(withoutFillers(text), speaker, place.chair).replace(next, '')
  for (const lead of leads) {
    const rest = lead.exec(bare)?.groups?.rest
    const motion = rest === undefined ? null : asMotion(rest, place)
    if (motion !== null) return motion
  }
  return null
}

const next = /^(?:next|first|second|third|lastly|finally|last)(?: then)?, /i

/** It says how something ended, and not what: "The motion is lost." */
export const saysOutcomeOnly =
  /^(?:(?:so|then|and|right|okay|thank you|well|good|yes|no|therefore)[,.]? )*(?:(?:the|that|this) (?:motion|resolution|proposal)(?:'s| is| was| has been| has)? ?|(?:that's|it's|that is|it is|we're|we are|i declare it) )?(?:therefore |duly |all |not |now )*(?:agreed|carried|approved|passed|lost|defeated|rejected|fails|failed|falls|fell)(?: then| unanimously| accordingly)?(?:,? (?:provided|subject to|on condition|as long as|so long as)\b.*)?[.!]*$/

type Found = Pick<FoundDecision, 'about' | 'sentences' | 'doubt' | 'outcome'>

/**
 * What was decided; who moved it and how it ended stand beside it.
 * @param near what was said in its item before it
 */
export function decisionText(
  { about, sentences, doubt, outcome }: Found,
  place: Place = nowhere,
  near: readonly Sentence[] = [],
): string {
  const said = about.length > 0 ? about : sentences
  if (doubt !== null && inWords.has(doubt)) return dialogue(said)
  const deferred = outcome === 'deferred' ? asDeferred(said, place) : null
  if (deferred !== null) return deferred
  const putRight = outcome === 'carried' ? asMinutesCorrected(said, sentences, near) : null
  if (putRight !== null) return putRight
  const told = asTold(said) ?? asRecord(said, [...said, ...[...near].reverse()], outcome === 'carried')
  if (told !== null) return told
  for (const one of [...said].reverse()) {
    const motion = motionIn(one, place)
    if (motion !== null) return motion
  }
  const { heading } = place
  const approved = outcome === 'carried' ? asMinutesApproved(said, sentences, near, place) : null
  if (approved !== null) return approved
  if (heading !== null && !general.test(heading) && said.every(({ plain }) => saysOutcomeOnly.test(plain)))
    return asSentence(heading)
  // One motion can run over two sentences of one speaker.
  const joined = said.filter(({ speaker }) => speaker === said[0]!.speaker)
  const text = joined.map((one, at) => {
    const before = joined[at - 1]
    return `${before && before.index < one.index - 1 ? '… ' : ''}${one.text}`
  })
  return quoted({ speaker: said[0]!.speaker, text: text.join(' ') })
}
