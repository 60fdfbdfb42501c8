import type { Sentence } from './talk.ts'

/** How people speak of themselves and to each other; minutes that somebody wrote tell of them. */
const spoken =
  /\b(?:i|i'm|i'll|i've|i'd|we'll|we're|we've|let's|you|you're|your|yeah|okay|ok|yes|thanks|that's|it's|don't|can't)\b/
/** "TM: Fixed.": quoted in the notes. */
const quoted =
  /^(?!present|in attendance|attending|apologies|secretary|chair|members|actions?|agreed|resolved|decided|approved|noted|next|date|time|item|resolution|minutes)[\w.' -]{1,24}: /
/** One sentence in so many may be somebody's own words. */
const seldom = 8
/** Of the sentences, those that nobody is known to have said. */
const told = 0.6

const known = new WeakMap<readonly Sentence[], boolean>()

/** Whether it is not the transcript of speech but the minutes of a meeting, as somebody wrote them: nobody answers there. */
export function isWritten(talk: readonly Sentence[]): boolean {
  const before = known.get(talk)
  if (before !== undefined) return before
  const own = talk.filter(({ speaker, plain }) => speaker === null && !quoted.test(plain))
  const is =
    own.length > 0 &&
    own.length >= told * talk.length &&
    own.filter(({ plain }) => spoken.test(plain)).length * seldom <= own.length
  known.set(talk, is)
  return is
}

const ofThePast =
  /\b(?:was|were|had|did|said|went|met|told|left|gave|took|made|came|thought|spoke|(?!need\b|indeed\b|speed\b|exceed\b|proceed\b|succeed\b|embed\b|hundred\b|sacred\b|naked\b|wicked\b|breed\b|greed\b|bleed\b|\w+-?shed\b|biased\b)\w{2,}ed)\b/
/** "I heard", "you know", "we'll see": talk, of which a story has little. */
const ownVoice =
  /\b(?:i(?:'m|'ll|'ve|'d)?|me|my|mine|you(?:'re|'ll|'ve|'d)?|your|yours|we(?:'re|'ll|'ve|'d)|let's|yeah|thanks|please)\b/
const few = 3
const hearsay =
  /\b(?:joke[ds]?|joking|teased|laughed|kidd(?:ed|ing)|rumou?r\w*|gossip\w*|heard|hear(?:s|ing)? (?:that|of)|dream\w*|hop(?:ed|ing)|wish\w*|pretend\w*|story|stories|claim(?:ed|s)|alleged\w*|thought|believed|supposed\w*|suppos(?:ed|es)|said|says|told|apparently|mention(?:ed|s))\b/
/** The words of one who tells what was decided, and not of what somebody said or they heard. */
export const tellsPlainly = ({ plain }: Sentence): boolean => !ownVoice.test(plain) && !hearsay.test(plain)
const answer = /^(?:yes|no|yeah|okay|agreed|right|sure|thanks|thank you)\b/

/** One voice tells what a meeting did, in running text: nobody asks or answers in it. */
export function isNarrated(talk: readonly Sentence[]): boolean {
  const own = talk.filter(({ speaker }) => speaker === null)
  if (own.length < 3 || own.length < talk.length) return false
  const spokenTo = own.filter(({ plain, isQuestion }) => isQuestion || answer.test(plain)).length
  return (
    spokenTo * seldom <= own.length &&
    own.filter(({ plain }) => ownVoice.test(plain)).length * few <= own.length &&
    own.filter(({ plain }) => ofThePast.test(plain)).length >= told * own.length
  )
}
