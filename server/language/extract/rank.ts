import type { Sentence } from './talk.ts'

/** Which sentences of a part of a meeting say most of what it was about. */

const stop = new Set(
  'the a an and or but if of in on at to for from with by as is are was were be been being it its that this these those there here we i you he she they them us our your my his her their me do does did have has had will would can could should may might must not no yes so then than just very really also what which who when where how why all any some one two up out about into over again more most other such only own same too now well okay right think know mean like going get got go say said see look thank thanks please good morning afternoon chair item agenda minutes meeting board'.split(
    ' ',
  ),
)
const wordsOf = (plain: string): string[] =>
  (plain.match(/[a-z][a-z'-]{2,}/g) ?? [])
    .filter((word) => !stop.has(word))
    .map((word) => word.replace(/(?:'s|ing|ed|es|s)$/, ''))

/**
 * The sentences that carry most, in their order: their words are frequent in this part and rare in the rest (term frequency
 * and inverse document frequency, Spärck Jones 1972, a sentence a document), numbers and sums count; what repeats a better one is passed by.
 */
export function keySentences(part: readonly Sentence[], all: readonly Sentence[], count: number): Sentence[] {
  const inAll = new Map<string, number>()
  for (const { plain } of all)
    for (const word of new Set(wordsOf(plain))) inAll.set(word, (inAll.get(word) ?? 0) + 1)
  const inPart = new Map<string, number>()
  for (const { plain } of part)
    for (const word of wordsOf(plain)) inPart.set(word, (inPart.get(word) ?? 0) + 1)
  const scored = part
    .filter(({ isQuestion, words }) => !isQuestion && words >= 8)
    .map((sentence) => {
      const words = wordsOf(sentence.plain)
      const sum = [...new Set(words)].reduce(
        (total, word) =>
          total + Math.log(1 + (inPart.get(word) ?? 0)) * Math.log(1 + all.length / (inAll.get(word) ?? 1)),
        0,
      )
      const figures = /\d|hundred|thousand|million|per ?cent|pounds/.test(sentence.plain) ? 1.15 : 1
      return {
        sentence,
        words: new Set(words),
        score: (sum / Math.sqrt(Math.max(8, sentence.words))) * figures,
      }
    })
    .sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index)
  const chosen: typeof scored = []
  for (const one of scored) {
    if (chosen.length >= count) break
    const repeats = chosen.some(({ words }) => {
      const both = [...one.words].filter((word) => words.has(word)).length
      return both / Math.max(1, Math.min(words.size, one.words.size)) > 0.6
    })
    if (!repeats) chosen.push(one)
  }
  return chosen.map(({ sentence }) => sentence).sort((a, b) => a.index - b.index)
}
