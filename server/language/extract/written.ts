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
  /\b(?:was|were|had|did|said|went|met|told|left|gave|took|made|came|thought|spoke|\w{2,}ed)\b/
const answer = /^(?:yes|no|yeah|okay|agreed|right|sure|thanks|thank you)\b/

/** One voice tells what a meeting did, in running text: nobody asks or answers in it. */
export function isNarrated(talk: readonly Sentence[]): boolean {
  const own = talk.filter(({ speaker }) => speaker === null)
  if (own.length < 3 || own.length < talk.length) return false
  const spokenTo = own.filter(({ plain, isQuestion }) => isQuestion || answer.test(plain)).length
  return (
    spokenTo * seldom <= own.length &&
    own.filter(({ plain }) => ofThePast.test(plain)).length >= told * own.length
  )
}
