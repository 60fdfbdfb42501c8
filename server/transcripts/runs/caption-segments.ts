import type { Segment } from '#contract/transcripts.ts'
import type { LiveRow } from './captions-store.ts'
import { wordsOf } from '../versions/edited-word-times.ts'

/** A pause after which somebody begins anew. */
const pauseMs = 1500
/** After the end of a sentence a shorter one does, and none at all when there is enough on the line. */
const sentencePauseMs = 300
const sentenceMs = 8000
const longestMs = 30_000

const isSentence = (text: string): boolean => /[.?!…]["'”’)]*$/.test(text.trim())

function goesOn(before: readonly LiveRow[], row: LiveRow, cuts: readonly number[]): boolean {
  const [first, last] = [before[0]!, before.at(-1)!]
  const pause = row.start_ms - last.end_ms
  if (pause > pauseMs || row.end_ms - first.start_ms > longestMs) return false
  if (cuts.some((cut) => last.end_ms <= cut && cut <= row.start_ms)) return false
  return !isSentence(last.text) || (pause < sentencePauseMs && last.end_ms - first.start_ms < sentenceMs)
}

/**
 * Live words as the API has them. They are kept as they were committed, a few at a time, and read as what was said: joined
 * up to a pause or the end of a sentence. A number below zero is no segment that can be edited; it stays the same as the
 * segment grows.
 * @param cuts moments in seconds that no segment goes across: where something was not captured
 */
export function liveSegments(rows: readonly LiveRow[], cuts: readonly number[] = []): Segment[] {
  const cutsMs = cuts.map((cut) => cut * 1000)
  const joined: LiveRow[][] = []
  for (const row of rows) {
    const last = joined.at(-1)
    if (last && goesOn(last, row, cutsMs)) last.push(row)
    else joined.push([row])
  }
  return joined.map(present)
}

function present(rows: LiveRow[]): Segment {
  const [first, last] = [rows[0]!, rows.at(-1)!]
  return {
    id: -first.number,
    text: rows.map(({ text }) => text).join(' '),
    speaker: null,
    timestamp: first.start_ms / 1000,
    start: first.start_ms / 1000,
    end: last.end_ms / 1000,
    words: rows.flatMap(timed),
  }
}

/**
 * A row has few words and its times are known, so that each gets its share by its letters. The live pass knows how sure it
 * is of no word, only that two passes agreed: they count as certain.
 */
function timed({ text, start_ms: startMs, end_ms: endMs }: LiveRow): Segment['words'] {
  const words = wordsOf(text)
  const weight = (word: string): number => word.length + 1
  const all = words.reduce((sum, word) => sum + weight(word), 0)
  let before = 0
  const at = (letters: number): number => Math.round(startMs + (letters / all) * (endMs - startMs)) / 1000
  return words.map((word) => {
    const start = at(before)
    before += weight(word)
    return { text: word, start, end: at(before), confidence: 1 }
  })
}
