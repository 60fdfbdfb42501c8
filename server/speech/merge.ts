import type { EngineSegment } from './engine.ts'
import { withoutLoops } from './loops.ts'
import type { Clip } from './pieces.ts'

/** Times in milliseconds from the start of the recording. */
export type TimedWord = { text: string; startMs: number; endMs: number; confidence: number }
export type TimedSegment = { startMs: number; endMs: number; text: string; words: TimedWord[] }

/** A pause this long in the recording ends a segment, whatever the engine made of it. */
const splitPauseMs = 2000
const longSegmentMs = 15_000

/**
 * What the engine heard in a clip → segments of the recording. The clip's stretches are put back where they were, and
 * the words are divided anew: at the ends of sentences, at long pauses, and where a sentence gets too long.
 */
export function placeClip(clip: Clip, heard: EngineSegment[]): TimedSegment[] {
  const place = placement(clip)
  const words: TimedWord[] = []
  for (const word of withoutLoops(heard.flatMap((segment) => segment.words))) {
    const [startMs, endMs] = place(word.start * 1000, word.end * 1000)
    const earliest = words.at(-1)?.endMs ?? 0
    const from = Math.max(startMs, earliest)
    words.push({ text: word.text, startMs: from, endMs: Math.max(endMs, from), confidence: word.confidence })
  }
  return divide(words)
}

/** Clip time → recording time. A word that lies across a join belongs to the side that holds its middle. */
function placement(clip: Clip): (fromMs: number, toMs: number) => [number, number] {
  const joins: { clipMs: number; span: { startMs: number; endMs: number } }[] = []
  let clipMs = 0
  for (const span of clip.spans) {
    joins.push({ clipMs, span })
    clipMs += span.endMs - span.startMs
  }
  return (fromMs, toMs) => {
    const middle = (fromMs + toMs) / 2
    const { clipMs: base, span } = joins.findLast((join) => join.clipMs <= middle) ?? joins[0]!
    const within = (ms: number): number =>
      Math.min(Math.max(span.startMs + ms - base, span.startMs), span.endMs)
    return [Math.round(within(fromMs)), Math.round(within(toMs))]
  }
}

function divide(words: TimedWord[]): TimedSegment[] {
  const groups: TimedWord[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && !endsSegment(group, last, word)) group.push(word)
    else groups.push([word])
  }
  return groups.map((group) => ({
    startMs: group[0]!.startMs,
    endMs: Math.max(group.at(-1)!.endMs, group[0]!.startMs + 1),
    text: group.map((word) => word.text).join(' '),
    words: group,
  }))
}

function endsSegment(group: TimedWord[], last: TimedWord, next: TimedWord): boolean {
  if (next.startMs - last.endMs >= splitPauseMs) return true
  // "Mr." and "3.5" do not end a sentence: a capital must follow, and the word before the full stop must be a word.
  if (
    /[.?!]["')\]]?$/.test(last.text) &&
    !/^(Mr|Mrs|Ms|Dr|Prof|St|No|vs|e\.g|i\.e)\.$/i.test(last.text) &&
    /^["'([]?[\p{Lu}\p{Nd}]/u.test(next.text)
  )
    return true
  return (
    next.endMs - group[0]!.startMs > longSegmentMs &&
    (/[,;:]$/.test(last.text) || next.endMs - group[0]!.startMs > 2 * longSegmentMs)
  )
}
