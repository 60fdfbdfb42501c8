import { because, type FoundDecision } from './found.ts'
import { takesBack } from './mood.ts'
import * as say from './phrases.ts'
import { headless, type Sentence } from './talk.ts'
import { voteIn } from './votes.ts'

/** A reason is told only where it is true of the very sentences; else that the rules cannot tell. */

/** Sentences around it in which somebody may be heard to agree or something may be put. */
const around = { before: 4, after: 4 }
const agrees =
  /\b(?:nods?|nodding|agreed|approved|carried|passed|seconded|i second|in favour|content with|happy with|unanimous(?:ly)?|any objections|resolved)\b/

const isAgreement = (sentence: Sentence): boolean =>
  voteIn(sentence.plain) !== null ||
  agrees.test(sentence.plain) ||
  (sentence.words <= 8 && !sentence.isQuestion && say.assents.test(headless(sentence.plain)))

/** @returns the reason, or a neutral one where what was said around it belies it */
export function trueReason(
  reason: string,
  { sentences, about }: FoundDecision,
  talk: readonly Sentence[],
): string {
  const [first, last] = [sentences[0]!.index, sentences.at(-1)!.index]
  const near = talk.slice(Math.max(0, first - around.before), last + 1 + around.after)
  const own = new Set([...sentences, ...about])
  const isPut = near.some((one) => say.putFormally(one.plain) ?? (one.isQuestion && say.asksAll(one.plain)))
  const isAgreed = near.some((one) => isAgreement(one) && (!own.has(one) || own.size > 1))
  // What nobody is known to have said may have been written: nobody is heard there.
  const isWritten = sentences.every(({ speaker }) => speaker === null)
  if (reason === because.weak && (isAgreed || isPut || isWritten)) return because.unclear
  if (reason === because.closing && (isPut || near.some((one) => say.secondsIt(one.plain))))
    return because.unclear
  if (reason === because.onlyOne && new Set(near.filter(isAgreement).map(({ speaker }) => speaker)).size > 1)
    return because.unclear
  return reason
}

/** "No, actually, forget it", where somebody takes back what they have just said themselves, and not what was decided. */
export function takesBackOwn(
  sentence: Sentence,
  found: readonly Sentence[],
  talk: readonly Sentence[],
): boolean {
  const last = found.at(-1)!
  if (!takesBack.test(sentence.plain) || sentence.speaker === last.speaker) return false
  const before = talk[sentence.index - 1]
  return (
    before !== undefined &&
    before.index > last.index &&
    before.speaker === sentence.speaker &&
    before.words >= 6 &&
    !before.isQuestion
  )
}
