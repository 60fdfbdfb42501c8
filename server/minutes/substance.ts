import { headless, type Sentence } from '../language/extract/talk.ts'

/** What of all that was said tells something of the matter: not the course of the meeting, not small talk. */

const greets =
  /\b(?:good (?:morning|afternoon|evening),? (?:everyone|everybody|all|ladies|and welcome)|^(?:good )?(?:morning|afternoon|evening)(?: everyone| everybody| all)?\b|welcome(?:,? everyone|,? everybody|,? all\b| to (?:the|this|our|today))|thank(?:s| you)(?: all| everyone| everybody)?(?: very much)? for (?:coming|joining|attending)|let's (?:make a start|get (?:started|going)|crack on)|shall we (?:start|begin|make a start|crack on)|(?:good|nice|lovely) (?:weekend|holiday|christmas)|how are you|(?:nice|good) to see you)\b/
/** "The board of Tideway Systems Limited, 12 November 2026." */
const names =
  /^(?:(?:so|right|okay|well|now)[,.]? )*(?:this is |it's |it is )?(?:the|a|our) (?:[\w'-]+ ){0,3}(?:board|committee|council|trustees|meeting) of [^.]{3,80}[.]?$/
const closes =
  /\b(?:(?:declare|close|end|adjourn) (?:the|this) (?:meeting|session)|(?:the|this|our) meeting (?:is|was|has been|is now|closed|ended|stands|now stands)(?: now| therefore| hereby| formally)? ?(?:closed|ended|over|adjourned|concluded|finished)?$|(?:concludes|closes|ends|brings us to the end of|end of) (?:the |today's |our |this )?(?:meeting|business|agenda)|meeting (?:was |is |is now )?closed|no (?:other|further|more) business)\b/
/** "I suppose I'll have to sell my boat." */
const wry =
  /\b(?:i suppose i(?:'ll| will) (?:have to|need to)|i(?:'ll| will) (?:probably|clearly|obviously) never|over my dead body|famous last words|don't hold your breath|for my sins|pigs might fly|i could do with a (?:drink|holiday|coffee)|i'm (?:shattered|exhausted|starving)|jok(?:e|es|ing)|kidding|laugh(?:s|ter))\b|^(?:ha|haha)\b/
const procedure =
  /^(?:(?:so|and|then|right|okay|now|yes|no|well)[,.]? )*(?:(?:let's|let us|shall we|we'll|we will|i'll|i will|can we|i'd like to|i would like to) (?:now |just )?(?:move on|move to (?:item|the next|agenda)|turn to|come (?:on )?to (?:item|the|that|you)|go (?:on )?to (?:item|the next)|start with|begin with|hear from|take (?:item|questions|the next|a vote|the vote)|leave (?:it|that) there|put it to the vote)\b|(?:that|which) (?:brings|takes) us\b|over to you\b|(?:[\p{L}'’-]+,? )?(?:would|could|can) you\b|(?:all )?those in favour\b|all in favour\b|voting today\b|[\p{L}'’-]+ (?:has|have) (?:joined|left)(?: us)?[.!]?$|[\p{L}'’-]+ (?:leaves|joins) us\b|[\p{L}'’-]+ is (?:back|taking the minutes)\b)/u
const recorded = /\b(?:not minute|don't minute|off the record|between ourselves)\b|^minute that\b/

/** Somebody takes back what was put: it says something only beside that. */
const withdraws =
  /\b(?:i(?:'d like to| would like to|'ll| will|'m happy to)?(?: now| therefore| formally)? (?:withdraw|retract)|(?:proposal|motion|resolution) (?:is |was |has been |stands )?withdrawn)\b/
/** "Gareth, you had proposed …" */
const recalls =
  /^(?:[\p{L}'’-]+, )?(?:you(?:'d| had|'ve| have)? (?:proposed|suggested|put forward|tabled|moved)|(?:i|we)(?:'d| had) (?:proposed|suggested))\b/u
const reach = 6

const isTalk = (sentence: Sentence): boolean => {
  const head = headless(sentence.plain)
  return (
    [greets, names, closes, wry, recorded].some((form) => form.test(sentence.plain)) || procedure.test(head)
  )
}

/** "Shall we make a start?" */
export const isGreeting = ({ plain }: Sentence): boolean => greets.test(plain)

/** It has a figure, a reason, a risk or somebody's view. */
export const isWeighty = ({ plain, words }: Sentence): boolean => words >= 8 && weighty.test(plain)

const weighty =
  /\d|\b(?:hundred|thousand|million|per ?cent|pounds|pence|because|since|therefore|provided|subject to|on condition|as long as|risks?|worr(?:y|ied)|concern(?:ed|s)?|afraid|recommend(?:ed|s)?|advis(?:e|ed|es)|prefer|rather|comfortable|oppose[ds]?|against|expect(?:ed|s)?|forecast|delay(?:ed|s)?|late|overdue|increase[ds]?|rose|risen|fell|fallen|cost|costs|budget|deadline|breach|claim|legal|audit)\b/

/** Whether it says something of the matter by itself. */
export const hasSubstance = (sentence: Sentence): boolean =>
  !isTalk(sentence) && !withdraws.test(sentence.plain) && !recalls.test(sentence.plain)

const answers =
  /^(?:(?:well|so)[,.]? )*(?:yes|no|because|since|due to|owing to|(?:it|that|they|he|she|this)(?:'s|'re|'ve)?|to (?:avoid|cover|meet|pay|make)|by|about|around|roughly|only)\b/
const ofQuestion = { least: 2, most: 30 }

/** With the question that it answers, where it says nothing without it. */
export function withQuestion(sentence: Sentence, talk: readonly Sentence[]): Sentence[] {
  const before = talk[sentence.index - 1]
  const isAnswer = before?.isQuestion && before.speaker !== sentence.speaker
  return isAnswer &&
    before.words >= ofQuestion.least &&
    before.words <= ofQuestion.most &&
    answers.test(sentence.plain)
    ? [before, sentence]
    : [sentence]
}

/** What was put before the meeting and is taken back in it, as the sentences that tell both. */
export function withdrawalsIn(part: readonly Sentence[]): Sentence[][] {
  return part.flatMap((sentence, at) => {
    if (!withdraws.test(sentence.plain) || sentence.isQuestion || /\bnot\b|n't\b/.test(sentence.plain))
      return []
    const before = part.slice(Math.max(0, at - reach), at)
    if (before.some((one) => withdraws.test(one.plain))) return []
    const put = before.findLast((one) => recalls.test(one.plain))
    if (put) return [[put, sentence]]
    // "On the website, I'd like to withdraw my proposal."
    return topicOfWithdrawal(sentence) === null ? [] : [[sentence]]
  })
}

const onTopic =
  /^(?:on|about|as to|regarding) (?<topic>the [^,]{3,60}), i(?:'d like to| would like to|'ll| will)?(?: now| formally)? withdraw my (?<what>proposal|motion|resolution|amendment)\b/i

/** "Carl Dean withdrew the proposal on the website." Null: it does not say which. */
export function topicOfWithdrawal({ text, speaker }: Sentence): string | null {
  const { topic, what } = onTopic.exec(text.replaceAll('’', "'"))?.groups ?? {}
  return topic === undefined || speaker === null ? null : `${speaker} withdrew the ${what!} on ${topic}.`
}

const closedAt =
  /\b(?:(?:declare|close|end) (?:the|this) meeting(?: closed)?|meeting (?:is |was |is now |has been |ended |closed )*(?:closed|ended|concluded|over)?) ?at (?<time>(?:\d{1,2}(?:[.:]\d{2})?(?: ?[ap]\.?m\.?)?|(?:half|quarter|ten|twenty|five) (?:past|to) [a-z]+|[a-z]+(?: (?:o'clock|[a-z]+(?:[- ][a-z]+)?))?)(?= ?(?:[.,!]|$| (?:in the|and|thank|this)\b)))/
const fromEnd = 15
const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const minutesPast: Record<string, string> = Object.fromEntries(
  'five ten fifteen twenty twenty-five thirty thirty-five forty forty-five fifty fifty-five'
    .split(' ')
    .map((word, at) => [word, `${(at + 1) * 5}`.padStart(2, '0')]),
)

/** "eleven twenty" → "11.20" */
function clockOf(said: string): string {
  const [hour = '', ...rest] = said.replace(/[.,]$/, '').split(' ')
  const at = hours.indexOf(hour)
  const past = minutesPast[rest.join('-')]
  return at === -1 || past === undefined ? said.replace(/(\d):(\d)/, '$1.$2') : `${at + 1}.${past}`
}

/** When a meeting was closed. */
export type Closing = { sentence: Sentence; text: string }

/** As it was said near the end. Null: nobody said when. */
export function closingIn(talk: readonly Sentence[]): Closing | null {
  for (const sentence of talk.slice(-fromEnd).reverse()) {
    const time = sentence.isQuestion ? undefined : closedAt.exec(sentence.plain)?.groups?.time
    if (time !== undefined)
      return { sentence, text: `The meeting closed at ${clockOf(time).replace(/[.\s]+$/, '')}.` }
  }
  return null
}
