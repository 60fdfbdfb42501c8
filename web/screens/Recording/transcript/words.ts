import type { Segment, Word } from '#contract/transcripts.ts'

/** The engine was less sure than this of an underlined word. */
export const unsureBelow = 0.5

/** A word's place in its segment's text: `text.slice(from, to)`. */
export type PlacedWord = Word & { from: number; to: number }

/** Finds the words in the text; one that is not there as written (an edited segment) is left out. */
export function placeWords({ text, words }: Pick<Segment, 'text' | 'words'>): PlacedWord[] {
  const placed: PlacedWord[] = []
  let cursor = 0
  for (const word of words) {
    const written = word.text.trim()
    const from = written === '' ? -1 : text.indexOf(written, cursor)
    if (from < 0) continue
    cursor = from + written.length
    placed.push({ ...word, from, to: cursor })
  }
  return placed
}

/** A place in a text that was searched for; `now` is the one that stands in view. */
export type Found = {
  from: number
  to: number
  now: boolean
  /** It is in the speaker's name above. */ inName: boolean
}

/** A stretch of text that looks the same throughout. */
export type Piece = {
  from: number
  text: string
  unsure: boolean
  playing: boolean
  found: 'now' | 'yes' | null
}

/** Cuts a segment's text at what has to be marked; a segment without marks is one piece. */
export function piecesOf(
  text: string,
  words: PlacedWord[],
  playingWord: number | null,
  found: readonly Pick<Found, 'from' | 'to' | 'now'>[] = [],
): Piece[] {
  const marked = words
    .map((word, index) => ({
      ...word,
      unsure: word.confidence < unsureBelow,
      playing: index === playingWord,
    }))
    .filter(({ unsure, playing }) => unsure || playing)
  const cuts = new Set([0, text.length])
  for (const { from, to } of [...marked, ...found]) cuts.add(from).add(to)
  const sorted = [...cuts].sort((a, b) => a - b)
  return sorted.slice(0, -1).map((from, index) => {
    const covers = (range: { from: number; to: number }) => range.from <= from && from < range.to
    const place = found.find(covers)
    return {
      from,
      text: text.slice(from, sorted[index + 1]),
      unsure: marked.some((word) => word.unsure && covers(word)),
      playing: marked.some((word) => word.playing && covers(word)),
      found: place ? (place.now ? 'now' : 'yes') : null,
    }
  })
}

/** The last item that has begun at `seconds`, by halving; -1 before the first. Items are sorted by start. */
export function lastStarted(items: readonly { start: number }[], seconds: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.start ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** What is being said at `seconds`: indices of the segment and of the word in it, null in a pause. */
export function playingAt(
  segments: Segment[],
  seconds: number,
): { segment: number; word: number | null } | null {
  const index = lastStarted(segments, seconds)
  const segment = segments[index]
  if (!segment || seconds > segment.end) return null
  const word = lastStarted(segment.words, seconds)
  const spoken = segment.words[word]
  return { segment: index, word: spoken && seconds <= spoken.end ? word : null }
}

/** The word at or before a position in the text, for a click; null before the first. */
export function wordAt(words: PlacedWord[], offset: number): PlacedWord | null {
  return words.findLast((word) => word.from <= offset) ?? null
}
