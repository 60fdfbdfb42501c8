import { monthPattern } from '../../language/calendar-words.ts'
import * as say from '../../language/extract/phrases.ts'
import type { Sentence } from '../../language/extract/talk.ts'
import { turnsToNext } from '../../language/extract/turning.ts'
import { isAmong, matterOf, wordsOf } from './matter.ts'

/** Whether the words that decide are those on what was put, and not on what was spoken of next. */

/** How it was voted says nothing of what was voted on. */
const ofVoting =
  /^(?:show|hands?|polls?|ballots?|votes?|unanimous(?:ly)?|nem|con|majority|everyone|everybody|declared?|clear|large|comfortabl[ey]|duly|hereby|formally|accordingly|ordinary|special|item|one|two|three|four|five|six|seven|eight|nine|ten)$/

/** One day is like another. */
const isMonth = new RegExp(`^(?:${monthPattern})$`)

const turnsAway =
  /\b(?:leave (?:it|that|this|them)\b|(?:come|get|go) back to\b|(?:not|n't|nobody has|never) (?:yet )?(?:made? up (?:my|our|his|her|their) minds?|decided)\b|(?:undecided|no decision)\b|(?:think|sleep|reflect) (?:about|on|over) (?:it|that|this)\b|think (?:it|that|this) over\b|(?:another|some other) (?:time|day)\b|(?:not|n't) (?:now|today|tonight|yet)\b|(?:move|moving|press|go) on\b|(?:drop|forget|shelve|park) (?:it|that|this)\b)/

/**
 * @param between what was said from the one to the other
 * @param names of those present: "Thank you, Tom" is about nothing
 */
export function isAnswered(
  { put, at, between }: { put: Sentence; at: Sentence; between: readonly Sentence[] },
  names: readonly string[],
): boolean {
  const of = ({ text }: Sentence): string[] => [
    ...matterOf(text, names).filter((word) => !ofVoting.test(word)),
    // A word of every meeting, and all the same what is approved.
    ...wordsOf(text).filter((word) => word === 'minutes'),
  ]
  const [asked, own] = [of(put), of(at)]
  const said = [...asked, ...between.flatMap(of)]
  const isSame = own.length === 0 || own.some((word) => !isMonth.test(word) && isAmong(word, asked))
  return (
    isSame &&
    own.every((word) => isAmong(word, said)) &&
    !between.some((one) => isTurn(one) || isAnotherPut(one, asked, of(one)))
  )
}

const isTurn = ({ plain }: Sentence): boolean =>
  turnsAway.test(plain) || turnsToNext(plain) || say.defers(plain) !== null || say.withdraws(plain) !== null

/** Something else was put since. */
const isAnotherPut = (one: Sentence, asked: readonly string[], own: readonly string[]): boolean =>
  isPut(one) && own.length > 0 && !own.some((word) => isAmong(word, asked))

export const isPut = (one: Sentence): boolean =>
  one.words >= 5 &&
  (say.putFormally(one.plain) !== null || (one.isQuestion && say.asksAll(one.plain) !== null))
