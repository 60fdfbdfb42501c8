import { align } from './align.ts'
import type { StoredWord } from '../store.ts'

/** Between spaces, as the engine's own words are. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** What is heard: capitals and punctuation do not change when a word was spoken. */
function spoken(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || word
}

/**
 * Times the words of a text that a person changed. A word that was there keeps its time; new ones share the gap between
 * their neighbours by their letters, as speech/spread.ts does, and count as certain, since a person wrote them.
 * @param span milliseconds, within which new words at the edges lie
 * @returns nothing where the old text had no times either
 */
export function keepWords(
  old: StoredWord[],
  text: string,
  span: { startMs: number; endMs: number },
): StoredWord[] {
  if (old.length === 0) return []
  const texts = wordsOf(text)
  const kept: (StoredWord | undefined)[] = texts.map(() => undefined)
  const pairs = align(
    old.map((word) => spoken(word.text)),
    texts.map(spoken),
  )
  for (const [before, after] of pairs) {
    const word = old[before]!
    const same = word.text === texts[after]
    kept[after] = { ...word, text: texts[after]!, confidence: same ? word.confidence : 1 }
  }
  return fillGaps(texts, kept, span)
}

function fillGaps(
  texts: string[],
  kept: (StoredWord | undefined)[],
  span: { startMs: number; endMs: number },
): StoredWord[] {
  const words: StoredWord[] = []
  for (let i = 0; i < texts.length;) {
    const word = kept[i]
    if (word) {
      words.push(word)
      i++
      continue
    }
    let until = i + 1
    while (until < texts.length && kept[until] === undefined) until++
    const from = words.at(-1)?.endMs ?? Math.min(span.startMs, kept[until]?.startMs ?? span.startMs)
    const to = kept[until]?.startMs ?? span.endMs
    for (const one of share(texts.slice(i, until), from, Math.max(from, to))) words.push(one)
    i = until
  }
  return words
}

/** The space after a word is its last letter. */
function share(texts: string[], from: number, to: number): StoredWord[] {
  const letters = texts.reduce((sum, text) => sum + text.length + 1, 0)
  let before = 0
  const moment = (): number => Math.round(from + ((to - from) * before) / letters)
  return texts.map((text) => {
    const startMs = moment()
    before += text.length + 1
    return { text, startMs, endMs: moment(), confidence: 1 }
  })
}
