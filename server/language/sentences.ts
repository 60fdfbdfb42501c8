// "Mr. Okoro" is one sentence, and so is "No. 5". The full stop comes first: else each of many blanks is a look at all of them.
const end = /(?<=[.?!…]["'”’)]?)(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|Cllr|St|vs)\.)(?<!\bNo\.(?=\s+\d))\s+/gu

/** Words of others, which say nothing about who speaks. A mark that is never closed ends at the next one. */
export const quotations = /"[^"]*"|“[^”“]*”|‘[^’‘]*’(?!\p{L})/gu

/**
 * Nobody says more in one breath; where no full stops are, what is read as one sentence ends there all the same. Rules look
 * at a sentence in more than linear time.
 */
const longest = { words: 60, characters: 400 }
/** The share of a piece before which no comma ends it. */
const soonest = 1 / 3

export type TextSentence = {
  text: string
  /** With what is quoted blotted out, at the same length. */
  own: string
  /** It is one, or a piece of one. */
  isQuestion: boolean
}

/** The sentences of a text. */
export function sentencesOf(text: string): TextSentence[] {
  const own = text.replace(quotations, (words) => '_'.repeat(words.length))
  const sentences: TextSentence[] = []
  let from = 0
  const add = (to: number): void => {
    const isQuestion = /\?["'”’)]*\s*$/.test(text.slice(Math.max(from, to - 20), to))
    for (const [begin, stop] of piecesOf(text, from, to)) {
      const part = text.slice(begin, stop)
      if (part.trim() !== '')
        sentences.push({ text: part.trim(), own: own.slice(begin, stop).trim(), isQuestion })
    }
  }
  for (const match of own.matchAll(end)) {
    add(match.index)
    from = match.index + match[0].length
  }
  add(text.length)
  return sentences
}

/** What lies between two places, in pieces that are not too long. */
function piecesOf(text: string, from: number, to: number): [from: number, to: number][] {
  const pieces: [number, number][] = []
  let begin = from
  for (;;) {
    const limit = limitOf(text, begin, to)
    if (limit === to) return [...pieces, [begin, to]]
    const cut = cutBefore(text, begin, limit)
    pieces.push([begin, cut])
    begin = cut
  }
}

/** How far a piece may go that begins there: behind its last word. */
function limitOf(text: string, from: number, to: number): number {
  const words = /\S{1,401}/g // no further than it takes to see that a word is too long
  words.lastIndex = from
  let limit = from
  for (let count = 0; ; count++) {
    const word = words.exec(text)
    if (!word || word.index >= to) return to
    const wordEnd = Math.min(word.index + word[0].length, to)
    if (wordEnd - from > longest.characters) return limit > from ? limit : withoutHalves(text, from)
    if (count === longest.words) return limit
    limit = wordEnd
  }
}

/** In the midst of a word that is too long by itself, but never of a character. */
const withoutHalves = (text: string, from: number): number => {
  const at = from + longest.characters
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}

/** At the last comma before the limit, when there is one that is not too near the beginning. */
function cutBefore(text: string, from: number, limit: number): number {
  const piece = text.slice(from, limit)
  const comma = [...piece.matchAll(/[,;:–—](?=\s)/g)].at(-1)?.index ?? -1
  return comma >= piece.length * soonest ? from + comma + 1 : limit
}
