import { monthPattern } from '../calendar-words.ts'
import type { Sentence } from './talk.ts'

/** Whether what a sentence says happened here and now: the same words negated, imagined or remembered are no decision. */

/** In the clause before or around the words themselves. */
const negation =
  /\b(?:not|never|nobody|no one|none of us|neither|nor|without|yet to|far from|nowhere near|hardly|refuse[sd]? to|fail(?:ed|s)? to|rather than|instead of|stop short of|can(?:'t|not)|(?:have|has|had|did|do|does|is|are|was|were|would|could|should|wo|ai)n't)\b/

const hypothesis =
  /\b(?:if|unless|whether|suppose|supposing|assuming|imagine|provided (?:that )?we|were (?:we|it|they|the board) to|had we|in theory|hypothetically|would|could|might|may well|perhaps we|maybe we|once (?:it|we|that|the|they|this)(?:'s| is|'ve| have| has)?|when (?:we|it|they|the board)(?: have| has|'ve|'s| is)?|until|till|before (?:we|you|it|they|the board|i)\b|in order to|so that we can|what happens when)\b/

/** Words that put it into another time or another room. */
const past = new RegExp(
  String.raw`\b(?:(?:last|previous|prior|earlier) (?:meeting|month|year|week|time|quarter|board|agm|session|autumn|spring|summer|winter|(?:${monthPattern})|mon|tues|wednes|thurs|fri)|at the (?:last|previous|${monthPattern})|back in|back at|already|previously|originally|historically|yesterday|ago|in (?:19|20)\d\d|in (?:${monthPattern}) (?=we|the board|they)|(?:agreed|decided|approved|resolved|voted)(?: it| that| this)? in (?:${monthPattern})|we(?:'d| had) (?:agreed|decided|approved|resolved)|(?<!\btak(?:e|en) (?:(?:it|that|this|them|those|these|the \w+) )?(?:all |then )?)as (?:we |was |were |previously |already )?(?:agreed|decided|approved|resolved|minuted)|(?:you(?:'ll| will| may| might)? |we (?:all )?|i )(?:remember|recall)|remember (?:we|that|when)|i know (?:it|that|we)|used to|earlier this (?:year|month|week)|what (?:we|was|were) (?:agreed|decided|approved))\b`,
)

/** What somebody was to do before, told now. */
export const ofBefore = new RegExp(
  String.raw`\b(?:last (?:meeting|month|time|week|year|quarter)|at the last|previous(?:ly)?|was going to|were going to|was meant to|were supposed to|was supposed to|said (?:i'd|he'd|she'd|they'd|we'd|he would|she would)|in (?:${monthPattern}) (?:i|we|he|she|they) |back in|agreed in|took an action|had an action|carried forward from|outstanding action|undertook)\b`,
)

/** Bodies that are not this meeting. */
const otherBody =
  /\b(?:(?:their|his|her|your|its)(?: own)?(?: [\w-]+)?|[\w-]+'s|parish|town|county|city|borough|district|credit|planning|works|student|school|church|parochial|sponsor's|parent|group|holding|lender's|bank's|club's|other) (?:board|committee|council|meeting|trustees|directors|members|panel|company|shareholders)(?:'s|'ve| has| have|'d| had)? (?:\w+ )?(?:agreed|approved|decided|resolved|accepted|adopted|signed|rejected|confirmed|passed|carried|voted|backed)\b/

/** Others' decisions, which are news here. */
const others =
  /\b(?:they|he|she|the bank|the lender|the council|hmrc|companies house|the auditors?|the landlord|the insurers?|the regulator|the fca|the charity commission|the ombudsman|the parent company|head office|the union|our solicitors?|the lawyers|the tenant|the supplier|the other side|the court|the planners)(?:'ve| have| has|'s| had| also| both)* (?:\w+ly )?(?:agreed|approved|decided|resolved|accepted|signed|rejected|confirmed|passed|carried)\b/

const reported =
  /\b(?:said|says|(?:i|we)(?:'d| had)? (?:thought|assumed|understood|believed|supposed|gathered)|told (?:me|us)|according to|apparently|rumou?r|i (?:wish|hope|want|was hoping)|we (?:hope|want|were hoping)|i'd (?:love|like|prefer|rather)|my (?:view|preference|instinct) (?:is|would))\b/

const jest =
  /\b(?:jok(?:e|es|ed|ing)|kidd(?:ed|ing)|quipp(?:ed|ing)|teased|laugh(?:s|ed|ter|ing)?|biscuits?|only messing|the pub\b|sandwich(?:es)?|stops? raining|gracefully|tongue in cheek|in jest|cake)\b|\[laugh|\(laugh|ha ha/

const ofMinutes = /\bminutes (?:of|from|for) (?:the|our) (?:last|previous|prior|earlier)\b/g

/** "The minutes of the last meeting" are of this one's business; no letter moves. */
export const withoutMinutes = (plain: string): string =>
  plain.replace(ofMinutes, (found) => found.replace(/\w+$/, (word) => '_'.repeat(word.length)))

const decidesNot =
  /(?<=\b(?:resolved?|agreed?|decided?|determined|voted)(?: (?:unanimously|formally|nem\.? con\.?|therefore))*,? )not(?= to (?!(?:decide|discuss|vote|record|minute|go into|make|take (?:a|any) (?:vote|decision))\b))|(?<=\bresolved(?: unanimously)?[,:]?(?: that)? )no(?= (?!(?:decisions?|resolutions?|votes?)\b))/g

/** "Resolved not to renew", "resolved that no dividend be paid": what is not to be was decided all the same; no letter moves. */
const withoutDecidedNot = (plain: string): string =>
  plain.replace(decidesNot, (found) => '_'.repeat(found.length))

/** The words in the same clause before `at`, and a little of what comes after. */
export function clauseAround(plain: string, at: number, length: number): { before: string; after: string } {
  const from = Math.max(
    ...[';', '. ', ' but ', ' although ', ' though '].map((mark) => plain.lastIndexOf(mark, at)),
  )
  return { before: plain.slice(from === -1 ? 0 : from, at), after: plain.slice(at + length) }
}

export type Doubt = 'negated' | 'hypothetical' | 'recalled' | 'others' | 'reported' | 'jest' | 'question'

/** Why words found at a place of a sentence may not be taken at their word; null: they may. */
export function doubtAt(sentence: Sentence, at: number, length: number): Doubt | null {
  const plain = withoutDecidedNot(withoutMinutes(sentence.plain))
  const { before, after } = clauseAround(plain, at, length)
  const found = plain.slice(at, at + length)
  if (sentence.isQuestion) return 'question'
  if (jest.test(plain)) return 'jest'
  if (negation.test(before) || /^(?:,? )?(?:not|nothing|no )\b/.test(after)) return 'negated'
  if (hypothesis.test(before)) return 'hypothetical'
  if (past.test(before) || past.test(found) || past.test(after.slice(0, 60))) return 'recalled'
  if (others.test(plain) || otherBody.test(plain)) return 'others'
  if (reported.test(before)) return 'reported'
  return null
}

/** Said right after, it takes back what was said. */
export const takesBack =
  /\b(?:only (?:joking|kidding)|just (?:joking|kidding)|i'm (?:joking|kidding)|joking aside|scratch that|scrap that|strike that|i take that back|let's not[.!]?$|no,? hold on|hang on,? no|actually,? no\b|on reflection,? no|forget (?:that|it)|never mind|not seriously|don't minute that|that's not (?:agreed|a decision)|we (?:haven't|have not) (?:agreed|decided))/

export const isJest = (sentence: Sentence): boolean => jest.test(sentence.plain)

const laughter =
  /\b(?:jok(?:e|es|ing)|kidding|laugh(?:s|ter|ing)?|only messing|tongue in cheek|in jest)\b|ha ha/

/** Of what was said just before. */
export const isLaughter = (sentence: Sentence): boolean => laughter.test(sentence.plain)

/** The same words, looked for in all of a sentence. */
export const moods = { negation, hypothesis, past, otherBody, others, reported }
