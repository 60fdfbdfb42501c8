import { days, months } from '../language/calendar-words.ts'
import { numberPattern } from '../language/extract/numbers.ts'
import type { Sentence } from '../language/extract/talk.ts'
import type { Turning } from './agenda.ts'
import { isCalledOut, isExclaimed, isNoun, putsToVote } from './called-out.ts'
import { topicOf } from './topic.ts'
import { topicWords } from './vocabulary.ts'

/** Items that whoever runs a meeting opens with a word or two: "Budget. Louise, you go." "The cladding." "And the dogs? …" */

type Options = { conductor: string; names: RegExp | null }

const leads = /^(?:(?:right|so|now|okay|ok|and|next|well|then(?= (?:the|our)\b))[,.]? )+/i
const mostWords = 6

/** With them nobody names a matter: praise and answers, time and number, what is told to be done. */
const noMatter = new RegExp(
  String.raw`^(?:(?:${[...days, ...months].join('|')}|${numberPattern}|yes|yeah|yep|no|nope|not|never|aye|agreed|carried|okay|ok|right|good|fine|fair|thanks?|sorry|lovely|great|quite|indeed|noted|done|welcome|sure|absolutely|perfect|brilliant|excellent|splendid|super|star|correct|none|nothing|nobody|anyone|anybody|anything|everyone|everybody|everything|someone|somebody|something|all|any|both|some|each|every|another|other|many|most|more|much|less|enough|mm|hm+|ha|oh|ah|well|so|poor|dear|bless|clever|thumbs|hands|questions?|comments?|corrections?|objections?|apologies|morning|afternoon|evening|hello|hi|please|understood|unanimous(?:ly)?|motion|lost|passed|approved|withdrawn|deferred|left|put|turning|moving|coming|going on|seconded|proposed|resolved|against|for|in|on|at|by|from|with|to|of|as|about|after|before|since|until|till|because|if|unless|though|or|but|than|like|this|that|these|those|it|we|i|you|he|she|they|there|here|what|who|whom|whose|how|why|when|where|which|is|are|was|were|be|been|has|have|had|do|does|did|can|could|would|will|shall|should|may|might|must|let|lets|only|just|almost|nearly|probably|perhaps|maybe|possibly|definitely|certainly|exactly|hopefully|obviously|really|very|too|rather|pretty|such|same|half|quarter|first|second|third|last|next|later|soon|today|tonight|tomorrow|yesterday|now|then|again|still|off|out|up|down|over|back|away|go|come|carry|crack|bring|take|leave|give|send|ask|tell|keep|make|get|see|stop|start|wait|hold|move|read|speak|say|look|think|try|call|use|remember|imagine|trust|mind|note|minute|pause|cheers|congratulations|grace|a|an|my|your|his|her|their|its|page|paragraph|point|fair|good|nice|job|well)\b|\S*(?:ly|ous|ful|less|able|ible)(?:[ ,.!?]|$))`,
  'i',
)
/** It is a sentence, and more than a name of something. */
const says = new RegExp(
  String.raw`\b(?:is|are|was|were|am|be|been|has|have|had|will|would|can|could|shall|should|may|might|must|does|did|(?<!\b(?:christmas|summer|staff|leaving|works|annual|birthday) )do|don't|didn't|isn't|wants?|needs?|says?|said|thinks?|sounds|feels|got|gets?|goes|went|comes?|came|seems?|looks?|i|we|you|he|she|they|it|me|us|him|them|not|never|because|if|when|who|which|that|notes|adopts|approves|considers|resolves|falls?|stays?|met|meets?|suggests?|recommends?|proposes?|asks?|dates? from)\b|(?<=\w )\w+[^e]ed\b| to [a-z]+$|\w'(?:re|ve|ll|d|m)\b|'s (?:${numberPattern}|a|an|the|not|been|to|in|on|up|out|off|back|gone|done|nodding|\w+ing|\w+ed)\b|'s (?:[a-z]+ )*(?:${numberPattern})$`,
  'i',
)

/** Of the meeting itself, and of what is in every item. */
const ofMeeting =
  /^(?:(?:the|our|this|that|next|last) )?(?:\w+ )*(?:meeting|committee|board|agenda|minutes|everybody|one|ones|thing|things|lot|rest|same|other|others|point|question|answer|idea|problem|reason|issue|proposal|amendment|motion|resolution|vote|votes|apologies|majority|poll|ballot|show of hands.*)$|^(?:[a-z]+th|[a-z]+(?:ed|ieth)|[a-z]+th of [a-z]+)$|^(?:the |our )?(?:chair|secretary|treasurer|shareholders?|members?|directors?|trustees?|quorum)$|\bthis (?:year|month|week|time)$/i

/** What was before is over. */
const closes =
  /^(?:(?:so|then|right|okay|good|well|yes|and|fine)[,.]? )*(?:agreed|approved|carried|noted|done|lovely|good|great|fine|brilliant|excellent|perfect|splendid|settled|thanks?|thank you|okay|ok|right|adopted|passed|resolved|very well|maybe|(?:that|it|they|those|these|that's|they're|the [a-z ]+)(?:'s|'re| is| are)?(?: \w+)* (?:agreed|approved|withdrawn|decided|settled|carried|noted|deferred|lost|done|adopted|accepted|passed|moves?|held over|put off)|(?:the )?(?:committee|board|meeting|trustees|governors) (?:notes?|approves?|adopts?|accepts?)|(?:there's |there is )?nothing (?:to (?:be )?(?:decided?|do|agree|report|vote on|approve)|else|more)|we(?:'ll| will)? (?:approve|note|leave|come back to|take|accept|put|look at|do|move|go)\b|let's (?:leave|park|move|put))\b|\b(?:is|are|'s|'re) (?:agreed|approved|withdrawn|adopted|carried|noted|deferred|settled|lost)\b|^\p{L}+, (?:then)[.]?$/u

/** "Vikram, do you …", "You sent me an email", "Gareth wants two more", "It's a draft", "Do we want an outside firm?" */
const goesOn =
  /^(?:(?:well|so|now)[,.]? )*(?:it(?:'s| is| was|'ll|'d)?|they(?:'re|'ve|'d| are| have)?|that(?:'s| was)|there(?:'s|'re| are| is| was)|this is|these are|we(?:'ve|'re| have| had| need| are| got)?|you(?:'ve|'d|'re| have| had| sent| asked| were| wanted| said)?|i(?:'ve|'d|'m| have| had| put| think| propose| want)?|do we|are we|is (?:it|this|that|there)|can we|shall we|should we|have we|who|what|how|any|somebody|someone|by default|our|the (?:[\p{L}'’-]+ ){0,2}[\p{L}'’-]+(?:'s|'ve| is| are| has| have| was| were| want| say| came| said)|[\p{L}'’-]+, (?:you|do|can|could|would|will|what|how|any|is|are|have|did|your|over|please|since|this|sit|tell|talk|take)|[\p{L}'’-]+(?:'s| wants?| has| have| is| are| says?| asked| sent| raised| did| was| said))\b/u

/** "Bar licence, that's up in August." */
const topical =
  /^(?<matter>[^,]{3,45}), (?:(?<whom>[\p{L}’']+), )?(?:that['’]s|that is|it['’]s|it is|they['’]ve|they['’]re|they have|somebody|someone|we['’]ll|we['’]ve|you['’]ve|you wanted|you were|you had|you['’]d|I think we|do we|are we|shall we|can we|have you)\b/u
/** "Steve, you've the thing about the coach." */
const broughtUp =
  /^(?:\p{Lu}[\p{L}’'-]+, you(?:['’]ve| have|['’]d| had| wanted| said)|you said you(?:['’]d like| wanted| were going))(?: got)? (?:(?:the|a|some|your|an) )?(?:thing|item|paper|report|bit|update|something|to (?:talk|speak|raise|say something|report))(?: to say)? (?:about|on) (?<matter>(?:the|your|our) [^,.;]{3,40})\.?$/iu
/** "Start with Bristol." */
const begins = /^(?:(?:so|right|well|okay)[,.]? )*(?:start|begin|kick off) with (?<matter>[^,.;]{3,40})\.$/iu
const asksNext =
  /\b(?:what's next|what is next|what else|what's (?:on your list|first|the next one)|next on your list)\b/

/** The words of a sentence that name a matter; null: it says something, or nothing. */
function matterIn(sentence: Sentence, { names }: Options): string | null {
  const { text, isQuestion } = sentence
  const brought = (broughtUp.exec(text) ?? begins.exec(text))?.groups?.matter?.replace(/^your | thing$/gi, '')
  if (brought !== undefined) return named(brought, names)
  const bare = text.replace(leads, '')
  const led = topical.exec(bare)?.groups
  // "Carol, you were going to …" calls her.
  const isCall =
    led !== undefined &&
    /^(?:\p{Lu}[\p{L}’'-]+|(?:Mr|Mrs|Ms|Dr) .+)$/u.test(led.matter!) &&
    !/^And /i.test(text)
  if (led && !isCall)
    return led.whom === undefined || names?.test(led.whom) !== false ? named(led.matter!, names) : null
  if (sentence.words > mostWords + 2) return null
  // "The action log, Joanna." "So, certificate of incorporation, Clive?"
  const [matter = '', whom] = bare
    .replace(/[.?!…]+$/, '')
    .split(/, (?=\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?$)/u)
  if (/,/.test(matter)) return null
  const isAnd = /^(?:and|now|right|so)\b/i.test(text) && /^(?:the|our) /i.test(matter)
  if (isQuestion && whom === undefined && !isAnd && matter.replace(/^the /i, '').includes(' ')) return null
  return named(matter, names)
}

function named(said: string, names: RegExp | null): string | null {
  const matter = said.replace(/,? (?:then|please|now)$/i, '')
  const noun = matter.replace(/^(?:the|our) /i, '')
  if (
    isExclaimed(noun) ||
    noun.split(' ').length > mostWords ||
    noMatter.test(noun) ||
    says.test(matter) ||
    ofMeeting.test(matter)
  )
    return null
  if (!/^[\p{L}]/u.test(noun) || /["“”:;()!]/.test(matter)) return null
  const isOwned = /['’]s \p{L}/u.test(noun)
  if (!isOwned && names?.test(noun)) return null
  return topicOf(matter, names)
}

/** Sentences before, in which the matter may not have been spoken of already. */
const before = 3
const atStart = 3
const leastAnswer = 5
const leastSigns = 3
/** Of a chair who opens so many items so, one more may be less sure. */
const leastOfHabit = 4
/** "I'll file it this afternoon.", "Will do.", "Got it.": whoever was asked has nothing more to say. */
const ends =
  /, i'll\b|^(?:(?:yes|yeah|yep|okay|right|sure|oh)[,.]? )*(?:i'll|i will|will do|got it|sure|understood|thank you|thanks|happy to|yes|yep|agreed|content|done|noted|fine|never mind|very wise|had to ask)\b/
/** "So, floodlights.", "Next, the kitchen." */
const strongLead = /^(?:so|right|now|next|one from me|another one)[,.:]? /i
/** "Trevor, you were going to put a motion.", "Lucy, do you want to talk us through it?" */
const givesFloor =
  /^[\p{L}'’-]+(?: [\p{L}'’-]+)?(?:\.$| wants?\b|, (?:you (?:go|were|wanted|had|have|sent|asked|first)\b|you(?:'ve|'d)\b|your\b|over to you|this is\b|since you|.*\b(?:take|talk|walk|tell|bring) us\b))/u

/** How surely the talk turns to this matter here: 'likely' where it does if the chair opens others so too. */
function opens(
  sentence: Sentence,
  heading: string,
  talk: readonly Sentence[],
  { conductor, names }: Options,
): 'surely' | 'likely' | null {
  const { index, speaker, isQuestion } = sentence
  const [last, next] = [talk[index - 1], talk[index + 1]]
  if (!last || !next || index < atStart || putsToVote(next)) return null
  const isAsked = asksNext.test(last.plain)
  if (speaker !== conductor && !(isAsked && last.speaker === conductor)) return null
  if (last.isQuestion && !isAsked) return null
  const own = topicWords(heading)
  const has = (one: Sentence): boolean => topicWords(one.plain).some((word) => own.includes(word))
  const isBegun = begins.test(sentence.text)
  const isCalled = isCalledOut(sentence, talk, names)
  // "Christmas do. Sian?", after something was promised before Christmas.
  const hasAll = (one: Sentence): boolean => one.plain.includes(heading.toLowerCase())
  if (!isBegun && talk.slice(Math.max(0, index - before), index).some(isCalled ? hasAll : has)) return null
  const isHead = last.speaker !== speaker
  const isEnded = isAsked || (isHead ? ends : closes).test(last.plain)
  // "Training?", of those that were named before.
  const isListed = !isHead && talk.slice(0, index).some(has)
  if (isQuestion && !isEnded && !isListed && !/, \p{Lu}\p{L}+\?$/u.test(sentence.text)) return null
  const recurs = talk.some((one) => one !== sentence && has(one))
  const isWhole = [topical, broughtUp, begins].some((form) => form.test(sentence.text.replace(leads, '')))
  const follows =
    isWhole ||
    isCalled ||
    (next.speaker === speaker ? goesOnWith(next, talk, isEnded) : answerOf(next, talk) >= leastAnswer)
  // A word alone may be anything that somebody exclaims, and a name.
  const isPlural = /^[\p{L}-]+[^su]s$/u.test(heading)
  if (!/\s/.test(heading) && !/^(?:[\p{L}, ]+ )?(?:the|our) /iu.test(sentence.text)) {
    const said = new RegExp(String.raw`(?<!\p{L})${heading.toLowerCase()}`, 'u')
    const isName = !talk.some(({ text }) => said.test(text))
    if (isName && !(follows && (isPlural || isNoun(heading)))) return null
  }
  const signs = [
    isEnded,
    strongLead.test(sentence.text),
    /\b(?:the|our) /.test(sentence.plain.slice(0, 8)) || !isHead,
    recurs,
    next.speaker === speaker && givesFloor.test(next.plain),
    isWhole,
    follows,
    isCalled,
  ]
  const count = signs.filter(Boolean).length
  if (!follows) return null
  if (count >= (isWhole && isHead ? leastSigns - 1 : leastSigns)) return 'surely'
  return count === leastSigns - 1 && isHead && next.speaker === speaker ? 'likely' : null
}

/** Words that somebody says without a break. */
function answerOf(first: Sentence, talk: readonly Sentence[]): number {
  const end = talk.findIndex(({ index, speaker }) => index > first.index && speaker !== first.speaker)
  return talk.slice(first.index, end === -1 ? talk.length : end).reduce((sum, { words }) => sum + words, 0)
}

function goesOnWith(next: Sentence, talk: readonly Sentence[], isEnded: boolean): boolean {
  if (goesOn.test(next.plain) || givesFloor.test(next.plain)) return true
  if (isEnded && next.words >= leastAnswer) return true
  // "Arrears. Flat 22. Vikram, do you want to mute yourself?"
  const after = talk[next.index + 1]
  return next.words <= 3 && after?.speaker === next.speaker && goesOn.test(after.plain)
}

/** @returns [] where too few are opened so for the others to have a place of their own */
export function casualItems(
  opening: readonly Sentence[],
  talk: readonly Sentence[],
  options: Options,
): Turning[] {
  const found: (Turning & { how: 'surely' | 'likely' })[] = []
  for (const sentence of opening) {
    const isAsked = asksNext.test(talk[sentence.index - 1]?.plain ?? '')
    if (sentence.speaker === null || (sentence.speaker !== options.conductor && !isAsked)) continue
    if ((found.at(-1)?.index ?? -9) + 2 > sentence.index) continue
    const heading = matterIn(sentence, options)
    const how = heading === null ? null : opens(sentence, heading, talk, options)
    if (heading === null || how === null) continue
    const words = topicWords(heading)
    const again = found.some((one) => words.every((word) => topicWords(one.heading).includes(word)))
    if (!again) found.push({ index: sentence.index, heading, how })
  }
  const isHabit = found.length >= leastOfHabit
  return found.flatMap(({ index, heading, how }) => (isHabit || how === 'surely' ? [{ index, heading }] : []))
}
