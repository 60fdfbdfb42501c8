import type { Turn } from './diarise.ts'
import { createTurnIndex, type TurnIndex } from './turn-index.ts'

/** A word with its time in milliseconds. */
type TimedWord = { text: string; startMs: number; endMs: number; confidence: number }

/** A line of a transcript; words that a person wrote anew may be without times, then `words` is empty. */
export type SpokenLine = {
  startMs: number
  endMs: number
  text: string
  speaker?: string | null
  overlap?: boolean
  words: TimedWord[]
}

/** Somebody who says less than this in the midst of another's sentence has not said it. */
const short = { ms: 1000, words: 2 }
/** A word outside all turns belongs to one that is as near as this. */
const nearMs = 1500
/** Two speak for about as long when the shorter has this part of the longer. */
const asLong = 0.8
/** A line without times of its words overlaps from so much on. */
const overlapMs = 500

/**
 * Gives each word to the speaker whose turns it overlaps most, and splits lines where the speaker changes. What is said
 * stays word for word. Lines whose words have no times take the speaker of their time range.
 * @param turns in order of time
 */
export function assignSpeakers(lines: SpokenLine[], turns: Turn[]): SpokenLine[] {
  const index = createTurnIndex(turns)
  const words = lines.flatMap((line, number) =>
    isTimed(line)
      ? line.words.map((word) => ({ word, line: number, could: candidates(word, index), speaker: null }))
      : [],
  )
  decide(words)
  fill(words)
  toSentences(words)
  smooth(words)
  let at = 0
  return lines.flatMap((line) => {
    if (!isTimed(line)) return [wholeLine(line, index)]
    const mine = words.slice(at, (at += line.words.length))
    return split(line, mine, index)
  })
}

const isTimed = ({ text, words }: SpokenLine): boolean =>
  words.length > 0 && words.length === text.split(/\s+/).filter(Boolean).length

type Said = { word: TimedWord; line: number; could: string[]; speaker: string | null }
type Run = { from: number; to: number; speaker: string | null }

/** Whoever speaks most while a word is said; several, when they speak for about as long. */
function candidates({ startMs, endMs }: TimedWord, index: TurnIndex): string[] {
  const speaking = index.speaking(startMs, endMs)
  const most = speaking[0]?.ms ?? 0
  const best = speaking.filter(({ ms }) => ms >= most * asLong)
  if (best.length > 0) return best.map(({ speaker }) => speaker)
  const nearest = index.nearest(startMs, endMs, nearMs)
  return nearest === null ? [] : [nearest]
}

/** A word that two people talk over belongs to whoever of them says the sentence around it. */
function decide(words: Said[]): void {
  const decided = words.map(({ could }) => (could.length === 1 ? could[0]! : null))
  for (const [i, said] of words.entries()) {
    said.speaker = decided[i] ?? null
    if (said.could.length < 2) continue
    const around = neighbours(words, i).flatMap((at) => decided[at] ?? [])
    said.speaker = around.find((speaker) => said.could.includes(speaker)) ?? said.could[0]!
  }
}

/** The other words of its sentence, nearest first. */
function neighbours(words: Said[], i: number): number[] {
  const found: number[] = []
  for (let at = i - 1; at >= 0 && words[at]!.line === words[i]!.line; at--) {
    if (endsSentence(words[at]!.word)) break
    found.push(at)
  }
  for (let at = i; at + 1 < words.length && words[at + 1]!.line === words[i]!.line; at++) {
    if (endsSentence(words[at]!.word)) break
    found.push(at + 1)
  }
  return found.toSorted((a, b) => Math.abs(a - i) - Math.abs(b - i))
}

/** Words that no turn is near to go with the words beside them in their line, then with those before. */
function fill(words: Said[]): void {
  for (const [i, said] of words.entries()) {
    const before = words[i - 1]
    if (said.speaker === null && before?.line === said.line) said.speaker = before.speaker
  }
  for (const [i, said] of [...words.entries()].reverse()) {
    const after = words[i + 1]
    if (said.speaker === null && after?.line === said.line) said.speaker = after.speaker
  }
  for (const [i, said] of words.entries()) said.speaker ??= words[i - 1]?.speaker ?? null
}

const endsSentence = ({ text }: TimedWord): boolean => /[.?!…]["'”’)]*$/.test(text)

function runsOf(words: Said[]): Run[] {
  const runs: Run[] = []
  for (const [i, { speaker }] of words.entries()) {
    const open = runs.at(-1)
    if (open && open.speaker === speaker) open.to = i + 1
    else runs.push({ from: i, to: i + 1, speaker })
  }
  return runs
}

/** A few words, which the times of words and turns may be off by. */
function isShort(words: Said[], from: number, to: number): boolean {
  const ms = words[to - 1]!.word.endMs - words[from]!.word.startMs
  return to - from < short.words || ms < short.ms
}

function give(words: Said[], from: number, to: number, speaker: string | null): void {
  for (let i = from; i < to; i++) words[i]!.speaker = speaker
}

/** People take turns at the end of sentences: a change of speaker a word or two beside one is moved there. */
function toSentences(words: Said[]): void {
  for (const { from, speaker } of runsOf(words).slice(1)) {
    const before = words[from - 1]!
    if (endsSentence(before.word) || before.line !== words[from]!.line) continue
    const end = sentenceEnd(words, from)
    const start = sentenceStart(words, from)
    // The words from here to the end of the sentence are still the one before's, or those since its start are already this one's.
    const tail = end !== null && isShort(words, from, end) && end - from <= short.words
    const head = start !== null && isShort(words, start, from) && from - start <= short.words
    if (tail && words.slice(from, end).every((said) => said.speaker === speaker))
      give(words, from, end, before.speaker)
    else if (head && words.slice(start, from).every((said) => said.speaker === before.speaker))
      give(words, start, from, speaker)
  }
}

/** @returns the index after the sentence's last word, when that is in the same line */
function sentenceEnd(words: Said[], from: number): number | null {
  for (let i = from; i < words.length && words[i]!.line === words[from]!.line; i++)
    if (endsSentence(words[i]!.word)) return i + 1
  return null
}

/** @returns the index of the sentence's first word */
function sentenceStart(words: Said[], at: number): number | null {
  for (let i = at - 1; i >= 0 && words[i]!.line === words[at]!.line; i--)
    if (i === 0 || words[i - 1]!.line !== words[i]!.line || endsSentence(words[i - 1]!.word)) return i
  return null
}

/** Runs under a second or two words go to whoever spoke around them, unless they are sentences of their own. */
function smooth(words: Said[]): void {
  const runs = runsOf(words)
  for (const [i, { from, to }] of runs.entries()) {
    if (!isShort(words, from, to) || isWhole(words, from, to)) continue
    const before = joins(words, from) ? runs[i - 1] : undefined
    const after = joins(words, to) ? runs[i + 1] : undefined
    const into = before && after ? longer(words, before, after) : (before ?? after)
    if (into) give(words, from, to, words[into.from]!.speaker)
  }
}

/** The words before and after this place are of one sentence. */
const joins = (words: Said[], at: number): boolean =>
  at > 0 && at < words.length && words[at - 1]!.line === words[at]!.line && !endsSentence(words[at - 1]!.word)

const isWhole = (words: Said[], from: number, to: number): boolean => !joins(words, from) && !joins(words, to)

function longer(words: Said[], a: Run, b: Run): Run {
  const length = ({ from, to }: Run): number => words[to - 1]!.word.endMs - words[from]!.word.startMs
  return length(a) >= length(b) ? a : b
}

function wholeLine(line: SpokenLine, index: TurnIndex): SpokenLine {
  const { startMs, endMs } = line
  const speaker = endMs > startMs ? (index.speaking(startMs, endMs)[0]?.speaker ?? null) : null
  return { ...line, speaker, overlap: index.overlapped(startMs, endMs) >= overlapMs }
}

function split(line: SpokenLine, said: Said[], index: TurnIndex): SpokenLine[] {
  const runs = runsOf(said)
  return runs.map(({ from, to, speaker }, i) => {
    const words = said.slice(from, to).map(({ word }) => word)
    return {
      startMs: i === 0 ? line.startMs : words[0]!.startMs,
      endMs: i === runs.length - 1 ? line.endMs : words.at(-1)!.endMs,
      text: runs.length === 1 ? line.text : words.map(({ text }) => text).join(' '),
      speaker,
      overlap: words.some(
        ({ startMs, endMs }) => endMs > startMs && index.overlapped(startMs, endMs) > (endMs - startMs) / 2,
      ),
      words,
    }
  })
}
