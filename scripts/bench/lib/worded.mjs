// Whether a decision of the minutes, read by itself, tells what was decided: "The lease is renewed for five years" does,
// "That's approved" does not, though both rest on the right sentence.
//
// The main words of a known decision are its figures above three (however written: "£40,000" is "forty thousand") and the
// words of three letters and more that mean something by themselves: neither the frame of minutes ("the board", "noted")
// nor words of deciding ("approved", "carried"). A word stands in a text that has it or one that may be said for it
// (areKin: "renewal" and "renewed", "rent" and "rental"). What the known decision adds in brackets (how the vote went, of
// what item it is) does not count.
//
// A decision is worded when its own text, without the heading that it stands under, has at least half of the main words of
// one of the known decisions that it rests on. One that rests on none is not.

const deciding =
  /^(?:approv|agree|adopt|accept|carri|carry|pass|resol|decid|decis|reject|defeat|lost|refus|defer|propos|second|motion|vote|voting|confirm|ratif|author|unanim|against|favour)/
const half = 0.5

/**
 * @param {{ wordsOf: (text: string) => string[], isFrame: (word: string) => boolean, figuresIn: (text: string) => Iterable<number>, areKin: (one: string, other: string) => boolean }} language
 */
export function wording({ wordsOf, isFrame, figuresIn, areKin }) {
  /** @param {string} text */
  const figuresOf = (text) => new Set([...figuresIn(text)].filter((one) => one > 3))

  /** How much of what was decided stands in a text. @param {string} truth @param {string} text */
  const share = (truth, text) => {
    const decided = truth.replace(/\([^)]*\)/g, ' ')
    const words = [...new Set(wordsOf(decided))].filter((one) => !isFrame(one) && !deciding.test(one))
    const figures = [...figuresOf(decided)]
    const [said, told] = [wordsOf(text), figuresOf(text)]
    const there =
      words.filter((word) => said.some((one) => areKin(one, word))).length +
      figures.filter((one) => told.has(one)).length
    // "Motion lost": the known decision itself says no more.
    return words.length + figures.length === 0 ? 1 : there / (words.length + figures.length)
  }

  /**
   * @param {{ text: string, evidence: { segments: number[] }[] }} decision
   * @param {{ text: string, segments: number[] }[]} truths
   */
  return ({ text, evidence }, truths) => {
    const ids = new Set(evidence.flatMap(({ segments }) => segments))
    const shares = truths
      .filter(({ segments }) => segments.some((id) => ids.has(id)))
      .map((one) => share(one.text, text))
    return Math.max(0, ...shares) >= half
  }
}
