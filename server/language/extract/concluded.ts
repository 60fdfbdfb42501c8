import { dayPattern, monthPattern } from '../calendar-words.ts'
import { choosing, deciding, nowOrPast, past } from './deciding.ts'
import { doubtAt, moods, withoutMinutes } from './mood.ts'
import { noteOf } from './note.ts'
import * as say from './phrases.ts'
import { headless, type Sentence } from './talk.ts'
import { callsItem, turnsToNext } from './turning.ts'

/** How whoever chairs ends a matter: "So bonuses will be paid at fifty per cent.", "We'll go with Hale, then." */

const lead = String.raw`^(?:(?:so|then|and|right|okay|well|good|fine|very well|thank you|in that case|on that basis|therefore|accordingly)[,.]? )*`
const ends =
  /^(?:(?:right|okay|well|good|fine|and|thank you)[,.]? )*(?:so|then|therefore|accordingly|in that case|on that basis|very well)\b|\bthen[.!]?$|\bit is[.!]?$/
const acts =
  '(?:accept|adopt|appoint|approve|award|buy|cancel|choose|close|cut|decline|extend|freeze|go (?:with|for|ahead)|instruct|keep|lease|make the|offer|proceed with|publish|raise|reduce|reject|renew|sell|sign up|stay with|stick (?:with|to)|stop|suspend|waive|write off)'
/** What comes next in the meeting, or is no choice between things. */
const noAct =
  '(?:see|hear|look|start|begin|be\\b|find|know|need|move on|talk|discuss|meet|finish|stop there|break|come|get (?:back|on|there|to)|go (?:to|on|back|round|through)|proceed to|turn|deal|think|wait and|call|ask|check|let|leave it there|leave that there|note\\b|have (?:a|to|it)\\b|do (?:it|that)|take (?:it|that|them|item|five|ten|a)|try|never|pick|keep (?:an eye|going|you)|say no more)'
const acted =
  '(?:accepted|adopted|appointed|approved|awarded|bought|cancelled|chosen|closed|cut|declined|extended|frozen|given|held|increased|kept|leased|moved|offered|paid|published|raised|reduced|rejected|released|renewed|sold|signed|stopped|suspended|waived|written off)'
/** "We'll go with Hale", "so we keep the van", "the shop closes", "bonuses will be paid at half". */
const choices = [
  new RegExp(
    String.raw`${lead}(?:we'll|we will|we shall|we're going to|we are going to|we)(?: not| now| all| then)? ${acts}\b`,
  ),
  new RegExp(
    String.raw`${lead}(?:let's|let us) (?:go (?:with|for)|stay with|stick (?:with|to)|appoint|buy|sell|keep|accept|take the|give) `,
  ),
  new RegExp(
    String.raw`${lead}(?!(?:i|you|he|she|they|it|there|that)\b)(?:[\w'£-]+ ){1,6}?(?:will|shall|is to|are to)(?: not| now| all| both)? be ${acted}\b`,
  ),
]
/** Of these more than a word of agreement is needed: all were asked. */
const loose = [
  new RegExp(
    String.raw`${lead}(?:we'll|we will|we shall|we're going to|we are going to) (?!(?:(?:not|now|all|then|next|just|both|also) )*${noAct})\w+ \S`,
  ),
  new RegExp(
    String.raw`${lead}(?!(?:i|you|he|she|they|it|there|that)\b)(?:[\w'£-]+ ){1,6}?(?:is|are)(?: now| all| both)? (?:${acted}|set|fixed|locked|capped|limited|agreed|closed)\b`,
  ),
]
const verbs = [...deciding, ...choosing, 'endorse', 'grant', 'delegate'] as const
/** "The trustees agreed to lend the painting.", "Resolved that the mandate be changed." */
const resolves = new RegExp(
  String.raw`^(?:(?:so|then|and|right|okay|therefore|accordingly|in that case|on that basis|with that|for the (?:record|minutes))[,.]? )*(?:(?:subject to|on|with|given|having) [^,]{3,80}, )?(?:(?:the|this) (?:board|committee|meeting|trustees|directors|company|panel|council|governors|members)(?: has| have)?(?: therefore| hereby| accordingly| unanimously| formally| duly| now| all)* (?:${nowOrPast(verbs)})\b(?! (?:with (?:you|him|her|them|me)|on (?:that|this) point|about|by)\b)|it (?:is|was)(?: further| also| hereby| therefore| unanimously| then| duly| accordingly| formally)* (?:resolved|agreed|decided) (?:that|to)\b|(?:unanimously |further )?resolved(?: unanimously)?,? that\b(?=.* be \w))`,
)
/** Told of the past, it may have been at another time. */
const tells = new RegExp(
  String.raw`\b(?:board|committee|meeting|trustees|directors|company|panel|council|governors|members)(?: \w+ly)? (?:${past(verbs)})\b|\bit was\b`,
)
/** "Agreed then, the shop closes.", "Agreed: two per cent from April." */
const agreedThat =
  /^(?:(?:so|right|okay|good|well|fine|thank you)[,.]? )*(?:agreed|decided|settled)(?: then(?:[,:;]| [–-])|:| [–-]) (?:that )?(?=\S+ \S+ \S)/
/** What is told of another time, by others, or of what is always so: "when Marta was chair", "the police told me", "it says so in the handbook". */
const elsewhere =
  /\bwhen (?:[\w'-]+ ){1,3}(?:was|were|had|did|chaired|ran|used)\b|\bin (?:his|her|their|my|those|[\w-]+'s) (?:time|days?|years?|era)\b|\bat (?:the|that) time\b|\bin those days\b|\b(?:and|but|so|because|though|although|yet) (?:then )?(?:it|they|he|she|we|that|nobody|nothing) (?:was|were|had|came|went|got|did|never|lost|broke|cost|took|left)\b|\byears? (?:ago|back|before)\b|, (?:[\w'-]+ ){1,4}(?:told|tells?|said|says?|assured|assures?|informed|wrote|writes?|reported|reports?|claims?|claimed|thinks?|thought|heard)\b|\baccording to\b|\b(?:says|said|stands?|written) (?:so )?in (?:the|our)\b|\b(?:unless|without|except|ever|always|normally|usually|generally|as a rule|in principle|policy|handbook|rule ?book)\b/
/** "Will be paid by the bank" is another's doing; "by May" and "by half" are no doers. */
const byOthers = new RegExp(
  String.raw`\bby (?!(?:then|now|today|tonight|tomorrow|us|all|half|hand|post|e-?mail|cheque|transfer|instalments?|next|mid|(?:a|the|this|our) (?:board|committee|trustees|directors|meeting|company|panel|council|governors|members|end|start|beginning|middle|close|half|third|quarter|further|same|deadline|next|spring|summer|autumn|winter|\d|\w+(?:st|nd|rd|th)\b)|(?:${monthPattern})|(?:${dayPattern})|easter|christmas|[£\d]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)\b|[£\d])`,
)
/** "The committee does not approve the award." */
const refuses =
  /^(?:(?:so|then|and|right|okay|well|therefore|accordingly|in that case|on that basis)[,.]? )*(?:the|this) (?:board|committee|meeting|trustees|directors|panel|council|governors) (?:therefore |accordingly |unanimously |formally )*(?:(?:does not|doesn't|do not|don't) (?:approve|support|agree to|accept|recommend|endorse|adopt)|declines?|refuses?|rejects?) (?:the|this|that|to|it|mr|mrs|ms|dr)\b/
const prefers =
  /\b(?:i(?:'d| would| do| also| too)? (?:also |too )?(?:prefer|favour|support|agree|choose|go (?:for|with)|vote for|back)|(?:me|i) too|same here|so (?:do|would|am) i|i'm (?:with|for|happy|content)|(?:should|must) (?:go|close|be|stay|have)|agreed)\b/
/** "I agree with Tom that the bank is slow" chooses nothing. */
const sharesView =
  /\bi (?:(?:do|also|too) )?agree (?:with [\w' ]+? )?(?:that |it'?s? |the )(?!.*\b(?:should|must|ought|needs? to|has to)\b)/
/** Words in which somebody asks or agrees, and which name nothing. */
const ofAssent =
  /^(?:agree|favour|prefer|suppor|conten|happy|approv|everyo|anyone|anybod|everyb|settle|decide|same|motion|accept|object|hands|absolu|certai|defini|please)/
/** In which others may have agreed, and after which they may still object. */
const before = 6
const after = 4

const isObjection = (one: Sentence): boolean =>
  say.dissents(one.plain) !== null ||
  /^(?:but|wait|hang on|hold on|sorry,? but|can i|point of order)\b/.test(one.plain)

const others = (of: readonly Sentence[], speaker: string | null): readonly Sentence[] =>
  of.filter((one) => one.speaker !== speaker)

/** In the same item. */
function around({ index }: Sentence, talk: readonly Sentence[]): [Sentence[], Sentence[]] {
  const earlier = talk.slice(Math.max(0, index - before), index)
  const turn = earlier.findLastIndex(({ plain }) => callsItem(plain))
  const later = talk.slice(index + 1, index + 1 + after)
  const next = later.findIndex(({ plain }) => turnsToNext(plain))
  return [earlier.slice(turn + 1), next === -1 ? later : later.slice(0, next)]
}

const namesOf = (one: Sentence): string[] => noteOf(one).content.filter((word) => !ofAssent.test(word))
const shares = (one: Sentence, other: Sentence): boolean => {
  const words = new Set(namesOf(other))
  return namesOf(one).some((word) => words.has(word))
}

/** It names what is summed up, or is a bare yes or question right after what does. */
function isOn(one: Sentence, sum: Sentence, talk: readonly Sentence[]): boolean {
  if (namesOf(one).length > 0) return shares(one, sum)
  const named = talk
    .slice(Math.max(0, one.index - before), one.index)
    .findLast((it) => namesOf(it).length > 0)
  return named !== undefined && shares(named, sum)
}

const noneSaid = /^(?:no|none|nope|nobody|no one|good|agreed|yes|lovely|great|thank you)[,.!]/
/** The same voice has asked all, and others have said yes or nobody no. */
function isAskedByThem(sentence: Sentence, talk: readonly Sentence[]): boolean {
  const [earlier, later] = around(sentence, talk)
  const asked = earlier.findLast(
    (one) => one.speaker === sentence.speaker && one.isQuestion && say.asksAll(one.plain) !== null,
  )
  if (!asked || !isOn(asked, sentence, talk)) return false
  const since = earlier.filter(({ index }) => index > asked.index)
  const answers = since.some((one) =>
    one.speaker === sentence.speaker
      ? one.words <= 4 && noneSaid.test(`${one.plain.replace(/[.!?]$/, '')}.`)
      : !one.isQuestion && say.assents.test(headless(one.plain)),
  )
  return answers && !others([...since, ...later], sentence.speaker).some(isObjection)
}

/** Somebody else has said yes to it or what they would choose, and nobody no. */
function isAgreed(sentence: Sentence, talk: readonly Sentence[]): boolean {
  const [earlier, later] = around(sentence, talk)
  const agree = others(earlier, sentence.speaker).some(
    (one) =>
      !one.isQuestion &&
      !sharesView.test(one.plain) &&
      (say.assents.test(headless(one.plain)) ||
        prefers.test(one.plain) ||
        say.suggests(one.plain) !== null) &&
      isOn(one, sentence, talk),
  )
  return agree && !others([...earlier.slice(-2), ...later], sentence.speaker).some(isObjection)
}

/** What is summed up has been spoken of. */
function isOfMatter(sentence: Sentence, talk: readonly Sentence[]): boolean {
  const [earlier] = around(sentence, talk)
  const words = new Set(earlier.flatMap((one) => noteOf(one).content))
  return noteOf(sentence).content.some((word) => words.has(word))
}

/** "The trustees agreed to lend it to Leeds." – "I shall write to Leeds.": what was told is done now. */
const isTakenUp = (sentence: Sentence, talk: readonly Sentence[]): boolean =>
  talk
    .slice(sentence.index + 1, sentence.index + 3)
    .some((one) => !one.isQuestion && /\bi(?:'ll| will| shall)\b/.test(one.plain) && shares(one, sentence))

const isUndisputed = (sentence: Sentence, talk: readonly Sentence[]): boolean =>
  !others(around(sentence, talk)[1], sentence.speaker).some(isObjection)

/** In the words of one who ends a matter; whoever says them. */
function formOf(sentence: Sentence): 'sum' | 'end' | 'told' | 'agreed' | 'refusal' | null {
  const { plain, isQuestion, words } = sentence
  if (isQuestion || words < 4 || words > 30 || noteOf(sentence).content.length < 2) return null
  if (elsewhere.test(plain)) return null
  const refusal = refuses.exec(plain)
  if (refusal) return doubtAt(sentence, refusal.index, 1) === null ? 'refusal' : null
  const agreed = agreedThat.exec(plain)
  if (agreed) return doubtAt(sentence, agreed[0].length, 0) === null ? 'agreed' : null
  const resolved = resolves.exec(plain)
  if (resolved)
    return doubtAt(sentence, resolved[0].length, 0) === null &&
      !moods.past.test(withoutMinutes(plain)) &&
      !/\b(?:you|your|i|my)\b/.test(plain)
      ? tells.test(plain)
        ? 'told'
        : 'agreed'
      : null
  const sum = [...choices, ...loose].map((form) => form.exec(plain)).find((one) => one !== null)
  if (!sum || doubtAt(sentence, sum.index + 1, 0) !== null || moods.hypothesis.test(plain)) return null
  if (byOthers.test(plain)) return null
  return ends.test(plain) && choices.some((form) => form.test(plain)) ? 'end' : 'sum'
}

/** @returns whether nobody else needs to say it again; said by whoever chairs */
export function concludes(sentence: Sentence, talk: readonly Sentence[]): boolean {
  const form = formOf(sentence)
  if (form === null) return false
  if (form === 'agreed' || form === 'refusal') return isUndisputed(sentence, talk)
  if (!isOfMatter(sentence, talk)) return false
  if (form === 'told' && isTakenUp(sentence, talk)) return isUndisputed(sentence, talk)
  return isAskedByThem(sentence, talk) || ((form === 'end' || form === 'told') && isAgreed(sentence, talk))
}

export const isRefusal = (sentence: Sentence): boolean => formOf(sentence) === 'refusal'
