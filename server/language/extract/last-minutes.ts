import { correctsMinutes, namesMinutes } from './minutes-corrected.ts'
import { moods } from './mood.ts'
import * as say from './phrases.ts'
import { putAs, saysNone, saysYes, isAskedOfFaults } from './puts.ts'
import type { Sentence } from './talk.ts'

/** "The minutes from July. Were they all right with people?" – "Yep." – "Good, we'll approve those." */

const called =
  /^(?:(?:so|then|now|right|okay|well|good|next|first|and|item \w+|agenda item \w+)[,.:]? )*(?:the )?(?:(?:last|previous|draft) )?(?:(?:meeting|time|month)'s )?minutes\b(?! (?:to|left|late|away|ago|before|after|past|silence)\b)/
/** They may mean another paper that was called after them. */
const otherPaper =
  /\b(?:accounts|report|policy|policies|budget|agenda|action log|actions|terms|plan|register|apologies|lease|contract)\b/
const speaksOfThem = /\b(?:those|these|they|them|taken as|approved|agreed|accepted|adopted)\b/

/** "All right.", "I can't see any hands.": whoever chairs looks round; and who proposes or seconds them is for them. */
const seesAssent = ({ plain, words }: Sentence): boolean =>
  (words <= 8 &&
    /^(?:and )?(?:i (?:can't|don't|cannot) see any(?: hands| objections)?|i see (?:no (?:hands|objections)|nodding|nods)|no hands|(?:yes, )?that's everyone|everyone's nodding)\b/.test(
      plain,
    )) ||
  say.secondsIt(plain) !== null ||
  /^(?:i'll|i|happy to|i'm happy to|i will) propose(?: (?:them|that|those|it))?[.!]?$/.test(plain)

/** @returns null: the closing does not mean the minutes of last time */
export function minutesMeant(
  closing: Sentence,
  before: readonly Sentence[],
): { put: Sentence; more: Sentence[]; closing: Sentence; tail: Sentence[] } | null {
  if (!speaksOfThem.test(closing.plain)) return null
  const place = before.findLastIndex((one) => called.test(one.plain) || namesMinutes(one))
  const named = before[place]
  if (!named || named.speaker !== closing.speaker || moods.otherBody.test(named.plain)) return null
  const between = before.slice(place + 1)
  if (between.some((one) => correctsMinutes(one) || say.defers(one.plain) !== null)) return null
  if (between.some((one) => otherPaper.test(one.plain) || putAs(one) === 'idea')) return null
  let faults = isAskedOfFaults(named)
  let agreed = 0
  for (const one of between) {
    if (one.isQuestion && !(faults && saysNone(one))) {
      if (one.speaker !== closing.speaker) return null
      faults = isAskedOfFaults(one) || (faults && one.words <= 3)
    } else if (
      seesAssent(one) ||
      (faults && saysNone(one)) ||
      (one.speaker !== closing.speaker && saysYes(one))
    )
      agreed++
    else if (one.speaker !== closing.speaker && say.dissents(one.plain) !== null) return null
  }
  return agreed > 0 ? { put: named, more: [], closing, tail: [] } : null
}
