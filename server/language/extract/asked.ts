import { asName, isCalled, name, numberedLabel } from '../names.ts'
import type { FoundAction } from './actions.ts'
import type { People } from './people.ts'
import { contentOf, type Sentence } from './talk.ts'

/** Who is asked by name to do something, and whose words answer it. */

export const accepts =
  /^(?:(?:yes|yeah|yep|sure|certainly|of course|happy to|will do|no problem|absolutely|can do|okay|ok|fine|right|noted|understood|got it|on it|consider it done|i can|i will|i'll|leave it with me|with pleasure|gladly|agreed|that's fine|done|not a problem|no worries|i'm happy to|aye|go on then|alright|all right|thank you|by all means)\b[\s,.!—-]*)+/
export const declines =
  /\b(?:i (?:can't|cannot|won't|don't think i|couldn't|shan't|haven't got the|don't have the (?:time|capacity|bandwidth))|i'm (?:afraid|away|on leave|on holiday|not (?:able|the right|available|in))|i'd (?:rather|prefer) not|not me|no,? sorry|sorry,? (?:no|i can't)|no,? i|someone else|somebody else|not my|better (?:if|for|from|coming)|no can do|i'm out that)\b|^(?:oh )?(?:no way|no chance|no fear|not a chance|not likely|absolutely not|certainly not)\b/

/** "Tom, I'd like you to write to them." */
const wantsOf = String.raw`i(?:'d like| would like| want| need) you to`
const askedTo = String.raw`(?:(?:${wantsOf}|(?:could|can|would|will|may|might)(?: i ask)? you(?: to)?)(?: please| perhaps| possibly| also| then| just| kindly| maybe)* )`
/** What is said to be theirs, and not asked; "you'll have seen it" and "you'll get it by Friday" ask for nothing. */
const told = String.raw`you(?:'ll| will|'re to| are to)(?: also| then| please| kindly| just| now)* (?!(?:have|get|find|see|be|need|note|take|make|hold|hand|hear|keep|give|start|begin|open|close|present|lead|own|stop|include)\b)`
/** "Martin, mend it and bring it back in December": what is done after a meeting, to something. */
const commands = String.raw`(?:send|circulate|draft|redraft|prepare|write|e-?mail|call|ring|phone|chase|check|confirm|update|arrange|book|file|submit|share|find|bring|order|obtain|instruct|publish|produce|revise|mend|amend|finish|complete|finalise|fix|pay|renew|cancel|lodge|remind|invite|ask|get|sort|draw up|follow up|set up|work up|write up|put) (?:to |in )?(?:the|an?|that|it|them|this|those|these|your|our|his|her|him|us|me|up|two|three|some)\b(?! (?:to (?:us|the (?:board|meeting|committee|vote))|on the table))`
export const forYou = /\b(?:that's|that one's|that is|this is|this one's|it's) (?:one )?(?:for you|yours)\b/
const please = String.raw`please |do you mind |are you (?:happy|okay|able) to `

/** What a question asks to be said at once. */
export const answerNow =
  /\b(?:tell (?:us|me|the (?:board|meeting|committee|trustees|members|governors|council|room|others))|take us|talk us|walk us|explain|say|hear|see(?! to\b)|repeat|start|give us|give me|introduce|remind (?:us|me)|update us|confirm (?:that|you|whether|for the|it's|we're|everyone)|speak up|mute|unmute|share (?:your|the) screen|present|kick|outline|summarise|clarify|come in|go first|second|propose|read|describe|elaborate|expand|bring us|run us|run through|take the chair|leave (?:the|us)|step out|put (?:it|that) (?:to|up)|comment|answer|show us|scroll)\b/

/** "I'd like Tom to": a wish that somebody does it imagines nothing. */
export const wishes = /\b(?:i|we)(?:'d| would) like\b/g
/** "The bank said, I will send it": of another's words; "as Tom said, I will" are one's own. */
export const quotesAnother =
  /(?<!\b(?:i|i've|i have|as|as \w+|as \w+ \w+) )\b(?:said|says|wrote|writes|replied|answered|promised|told (?:me|us|him|her|them)|assured (?:me|us)|assures (?:me|us))(?: that)?[,:]? ?["“']?$/

const asking = new RegExp(String.raw`\b(?:please|(?:could|can|would|will) you|may i ask you|${wantsOf})\b`)

const offices =
  '(?:[Tt]reasurer|[Ss]ecretary|[Cc]ompany [Ss]ecretary|[Cc]lerk|[Cc]hair|[Cc]hief [Ee]xecutive|[Ff]inance [Dd]irector|[Mm]anaging [Dd]irector)'
const isOffice = new RegExp(`^${offices}$`)
/** Words with which sentences begin before a comma. */
const noName =
  /^(?:Look|Listen|Frankly|Honestly|Obviously|Clearly|Ideally|Finally|Lastly|Otherwise|Meanwhile|Hopefully|Actually|Later|Tomorrow|Today|Afterwards|Before|After|Once|While|Since|Until|Unless|Instead|Seriously|Alternatively|Firstly|Secondly|Thirdly|Alright|Excellent|Perfect|Brilliant|Splendid|Super|Cheers|Absolutely|Certainly|Exactly|Quite|Hmm|Basically|Usually|Normally|Incidentally|Presumably|Separately)$/
const initials = /^\p{Lu}+$/u

export type Ask = {
  owner: string | null
  /** Where in `plain` the words begin with which they are asked. */
  at: number
  /** What follows these. */
  rest: string
  /** "You'll write to them": it asks only where it is answered. */
  isTold: boolean
  /** Nobody of that name speaks or is listed. */
  isUnlisted: boolean
}

/** @param work verbs of what is done after a meeting */
export function askReader(people: People, work: string): (sentence: Sentence) => Ask | null {
  const opening = String.raw`(?:^|[,.] ?)(?:(?:so|and|right|okay|yes|good|now|perhaps|maybe|thanks|thank you),? )*`
  const asks = String.raw`(?:${please}|${askedTo})`
  const tellsTo = String.raw`(?<told>(?:${told})(?=${work}\b)|${forYou.source}|(?:(?:just|then|please|kindly) )*(?=${commands}))`
  const greeting =
    '(?:[Ss]o|[Aa]nd|[Rr]ight|[Oo]kay|[Yy]es|[Gg]ood|[Nn]ow|[Tt]hen|[Tt]hanks|[Tt]hank you)[,.]? '
  const address = new RegExp(String.raw`${opening}(?<who>${people.pattern}),? (?:please )?${asks}`)
  // "I'll redraft it, and Olu, you'll look over it" says more than one thing.
  const tells = new RegExp(String.raw`^(?:${greeting})*(?<who>${people.pattern}), ${tellsTo}`)
  const after = new RegExp(String.raw`\b${askedTo}.*,? (?<who>${people.pattern})\?$`)
  const unlisted = new RegExp(
    String.raw`^(?:${greeting})*(?<who>${offices}|${name})(?:,? (?:please )?${asks}|, ${tellsTo})`,
    'u',
  )
  // "Could Barclays extend it?" asks nobody: who is spoken of and not to is known.
  const third = new RegExp(
    String.raw`^(?:so |and )?(?:could|can|would|will) (?<who>${people.pattern}) (?:please |also |kindly )?${work}\b.*\?$`,
  )
  return (sentence) => {
    const { plain, isQuestion } = sentence
    const known = address.exec(plain) ?? tells.exec(plain) ?? after.exec(plain) ?? third.exec(plain)
    if (known) {
      const asksNow = isQuestion || asking.test(plain)
      if (!asksNow && known.groups?.told === undefined) return null
      return {
        ...{ owner: people.meant(inCase(known.groups!.who!, sentence)), isUnlisted: false },
        ...{ at: known.index, rest: plain.slice(known.index + known[0].length) },
        isTold: known.groups?.told !== undefined && !/\byou(?:'re| are) to\b/.test(known[0]),
      }
    }
    const text = sentence.text.normalize('NFC').replaceAll('’', "'")
    const other = unlisted.exec(text)
    const who = other?.groups?.who
    if (!other || who === undefined) return null
    const byOffice = isOffice.test(who)
    if (!byOffice && (asName(who) !== who.replaceAll('.', '') || initials.test(who) || noName.test(who)))
      return null
    const listed = people.meant(who)
    const isUnlisted = listed === null || listed === who
    return {
      owner: byOffice && isUnlisted ? `The ${who.toLowerCase()}` : (listed ?? who),
      isUnlisted: isUnlisted && !byOffice,
      ...{ at: 0, rest: text.slice(other[0].length).toLowerCase() },
      isTold: !isQuestion && other.groups!.told !== undefined && !/\byou(?:'re| are) to\b/.test(other[0]),
    }
  }
}

/** As it stands where it was said: a name that several bear is told as it was heard. */
export const inCase = (said: string, { text }: Sentence): string => {
  const at = text.normalize('NFC').replaceAll('’', "'").toLowerCase().indexOf(said)
  return at === -1 ? said : text.normalize('NFC').slice(at, at + said.length)
}

const isAnothers = (one: Sentence, { speaker, segment }: Sentence): boolean =>
  one.speaker === null && speaker === null ? one.segment.id !== segment.id : one.speaker !== speaker

/** The first words that are not the asker's. */
export const replyTo = (asked: Sentence, talk: readonly Sentence[]): Sentence | undefined =>
  talk
    .slice(asked.index + 1, asked.index + 4)
    .find((one) => one.speaker !== asked.speaker || one.segment.id !== asked.segment.id)

export const isBy = ({ speaker }: Sentence, owner: string | null): boolean =>
  speaker !== null && owner !== null && (isCalled(speaker, owner) || isCalled(owner, speaker))

/** Behind "Speaker 2", or where nobody's name stands, may be anybody. */
const mayBeAnybody = ({ speaker }: Sentence): boolean => speaker === null || numberedLabel.test(speaker)

/** Whether words may be those of who was asked. */
export const mayBeBy = (one: Sentence, owner: string | null): boolean => isBy(one, owner) || mayBeAnybody(one)

const points =
  /\b(?:i(?:'ll| will| shall|'m going to|'m happy to| can)|let me) (?:\w+ ){0,4}?(?:it|that|this|them|those|these|one|him|her|so)\b/

/** Whether a promise is about what was asked: it says "it", or names it. */
export function isSameThing(asked: Sentence, { plain }: Sentence): boolean {
  const about = contentOf(asked.plain)
  return points.test(plain) || contentOf(plain).some((word) => about.includes(word))
}

/**
 * Whether a promise belongs to what somebody was asked: it is theirs, or that of another who takes the same thing on before
 * they have said that they will. What anybody promises beyond that is an action of its own.
 */
export function isAnswer(asked: FoundAction, promise: Sentence, talk: readonly Sentence[]): boolean {
  const first = asked.sentences[0]!
  const last = asked.sentences.at(-1)!
  if (!asked.asked || !isAnothers(promise, first)) return false
  if (asked.answered) {
    const isNext = promise.index === last.index + 1 || isSameThing(first, promise)
    const goesOn = isNext && promise.segment.id === last.segment.id
    return goesOn || (isBy(promise, asked.owner) && points.test(promise.plain))
  }
  if (isBy(promise, asked.owner)) return true
  const between = talk.slice(first.index + 1, promise.index)
  if (mayBeAnybody(promise))
    return between.every((one) => !isAnothers(one, first) || !isAnothers(one, promise))
  return isSameThing(first, promise)
}

/** Another than who was asked may say that they will; behind "Speaker 2" may be anybody. */
export function takenBy(asked: FoundAction, { speaker }: Sentence): void {
  if (speaker !== null && !numberedLabel.test(speaker)) asked.owner = speaker
}

/** "I'll do that on Monday", said of what one has just taken on. */
export const sameAgain =
  /^(?:and |so |yes,? )*i(?:'ll| will) (?:do|have|get|send|finish) (?:it|that|this|them|so)\b(?: done)?/
