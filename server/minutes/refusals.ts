import type { FoundDecision } from '../language/extract/decisions.ts'

/** A refusal that a meeting tells as its own deed. */

const who = String.raw`(?:we|(?:the |this )?(?:\w+ )?(?:board|committee|meeting|company|trustees|directors|governors|council|members|panel))`
const refuses = new RegExp(
  String.raw`\b${who}(?: has| have|'ve)?(?: (?:all|both|then|now|therefore|unanimously|formally|duly|accordingly))* (?:declined?s?|refused?s?|rejects?|rejected|turn(?:ed|s)? down|(?:voted|decided?s?) against)\b|\bwe(?:'re| are|'ll| will| shall)? not (?!approved|agreed|carried)\w+|\bwe (?:won't|shan't|can't|cannot|aren't|don't)\b`,
)

/**
 * "The board declined the offer" is what it resolved: with "not carried" before it, it would say the opposite. A motion that
 * was put and lost is told apart from how it ended, and stays lost.
 */
export function outcomeInItsWords({
  outcome,
  vote,
  about,
  sentences,
}: FoundDecision): FoundDecision['outcome'] {
  const isToldItself = about.length > 0 && sentences.every((one) => about.includes(one))
  return outcome === 'rejected' &&
    vote === null &&
    isToldItself &&
    about.some(({ plain }) => refuses.test(plain))
    ? 'carried'
    : outcome
}
