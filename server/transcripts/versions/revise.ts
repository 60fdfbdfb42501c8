import { align } from './align.ts'
import { clock, lineOf } from './text-format.ts'
import { linesOf, parseTranscript, readLine, type Line } from '../import/parse-text.ts'
import { linesOfSubtitles } from '../import/subtitles.ts'
import { readStoredWords, type SegmentRow, type StoredSegment, type StoredWord } from '../store.ts'
import { keepWords, wordsOf } from './edited-word-times.ts'

/** What a new version is made of: segments of the one before, as they are, and new ones. */
export type Part = SegmentRow | StoredSegment

const speakersOf = (before: readonly SegmentRow[]): ReadonlySet<string> =>
  new Set(before.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))

function writtenLines(content: string): string[] {
  const lines = linesOf(content)
  return (linesOfSubtitles(lines) ?? lines).map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

/**
 * A person has put another text in the place of one: nothing of it stands as it stood, nobody of before speaks in it, and no
 * words have times that it could keep. It is read as a text that is attached.
 */
export function isNewText(before: readonly SegmentRow[], content: string): boolean {
  const known = speakersOf(before)
  const lines = writtenLines(content)
  // A single line that was put right is the same text still.
  if (before.length === 1 && lines.length === 1) return false
  return (
    before.every((row) => readStoredWords(row.words).length === 0) &&
    align(before.map(lineOf), lines).length === 0 &&
    lines.every((line) => !known.has(readLine(line, { known }).speaker ?? ''))
  )
}

/**
 * The text of a transcript as a person has edited it → the segments of the new version. Lines that did not change stay as
 * they are. A changed line takes the times of the line whose [hh:mm:ss] it bears, and each of its words that was there keeps
 * its own; lines without a time are more of the line above them.
 * @returns null when nothing has changed
 */
export function revise(before: SegmentRow[], content: string): Part[] | null {
  const oldLines = before.map(lineOf)
  const newLines = writtenLines(content)
  const same = align(oldLines, newLines)
  if (same.length === oldLines.length && same.length === newLines.length) return null
  const known = speakersOf(before)
  const named = namedIn(content, same.length === 0 ? null : known)
  const heads = { known, named, roles: new Set([...named].map((name) => name.toLowerCase())) }
  const parts: Part[] = []
  let a = 0
  let b = 0
  for (const [nextA, nextB] of [...same, [oldLines.length, newLines.length] as const]) {
    const limits = { ...heads, fromMs: latest(parts), toMs: before[nextA]?.start_ms ?? null }
    if (b < nextB)
      for (const part of reviseStretch(before.slice(a, nextA), newLines.slice(b, nextB), limits))
        parts.push(part)
    if (nextA < before.length) parts.push(before[nextA]!)
    a = nextA + 1
    b = nextB + 1
  }
  return parts
}

const latest = (parts: Part[]): number => {
  const last = parts.at(-1)
  return last === undefined ? 0 : 'start_ms' in last ? last.start_ms : last.startMs
}

type Heads = {
  /** Speakers there were before. */
  known: ReadonlySet<string>
  /** Whose "Name: text" is theirs. */
  named: ReadonlySet<string>
  /** The same in small letters. */
  roles: ReadonlySet<string>
}
type Limits = Heads & { fromMs: number; toMs: number | null }
type Group = { old: SegmentRow[]; time: number | null; lines: Line[] }

/** Lines that changed between two that did not. */
function reviseStretch(old: SegmentRow[], lines: string[], limits: Limits): StoredSegment[] {
  const made: StoredSegment[] = []
  for (const group of groups(old, lines, limits)) {
    const fromMs = made.at(-1)?.startMs ?? limits.fromMs
    made.push(
      ...(group.old.length > 0 ? rewrite(group.old, group.lines) : insert(group, { ...limits, fromMs })),
    )
  }
  return made
}

/** A line with a time begins a group, with the old line of that time and those after it that have gone. */
function groups(old: SegmentRow[], lines: string[], heads: Heads): Group[] {
  const found: Group[] = []
  const places = placesByTime(old)
  const stood = headsThatStood(old)
  let next = 0 // old lines before it have found their place
  for (const text of lines) {
    const line = readChanged(text, stood, heads)
    const open = found.at(-1)
    if (line.time === null && open) {
      open.lines.push({ ...line, speaker: line.speaker ?? open.lines.at(-1)!.speaker })
      continue
    }
    const at = line.time === null ? null : places(clock(line.time), next)
    // What was passed over has gone, or its words are now in the line above.
    if (at !== null && open && open.old.length > 0) for (let i = next; i < at; i++) open.old.push(old[i]!)
    const mine = at !== null ? [old[at]!] : line.time === null ? old.slice(next) : []
    next = at !== null ? at + 1 : line.time === null ? old.length : next
    found.push({ old: mine, time: line.time, lines: [line] })
  }
  const last = found.at(-1)
  if (last && last.old.length > 0) for (let i = next; i < old.length; i++) last.old.push(old[i]!)
  return found
}

/** @returns where the first line from a place on stands that bears a time, as it is written; null: nowhere */
function placesByTime(old: readonly SegmentRow[]): (time: string, from: number) => number | null {
  const byTime = new Map<string, number[]>()
  for (const [i, row] of old.entries()) {
    const time = clock(row.start_ms / 1000)
    const there = byTime.get(time)
    if (there) there.push(i)
    else byTime.set(time, [i])
  }
  const passed = new Map<string, number>()
  // `from` only ever grows, so what was passed over once is never looked at again.
  return (time, from) => {
    const there = byTime.get(time) ?? []
    let k = passed.get(time) ?? 0
    while (k < there.length && there[k]! < from) k++
    passed.set(time, k)
    return there[k] ?? null
  }
}

/** @returns whether an old line that nobody spoke began with these words */
function headsThatStood(old: readonly SegmentRow[]): (words: string) => boolean {
  const unspoken = old.filter(({ speaker }) => speaker === null)
  const known = new Map<string, boolean>()
  return (words) => {
    const stood = known.get(words) ?? unspoken.some(({ text }) => text.startsWith(words))
    known.set(words, stood)
    return stood
  }
}

/**
 * Speakers that the text names as an attached one would, "Jane Smith: text" among them.
 * @param among of them only these; null: all
 */
function namedIn(content: string, among: ReadonlySet<string> | null): ReadonlySet<string> {
  const speakers = parseTranscript(content).flatMap(({ speaker }) => speaker ?? [])
  return new Set(among === null ? speakers : speakers.filter((speaker) => among.has(speaker)))
}

/** "[Music] …" and "Resolved: …" that stood in an old line are no speakers now either. */
function readChanged(text: string, stood: (words: string) => boolean, { known, named, roles }: Heads): Line {
  const line = readLine(text, { known })
  if (line.speaker === null) {
    const spoken = readLine(text, { known, names: true, roles })
    const isNamed = spoken.speaker !== null && named.has(spoken.speaker) && !stood(`${spoken.speaker}:`)
    return isNamed ? spoken : line
  }
  if (known.has(line.speaker)) return line
  const words = `[${line.speaker}]`
  return stood(words) ? { ...line, speaker: null, text: `${words} ${line.text}` } : line
}

/** Old lines → the lines in their place. */
function rewrite(old: SegmentRow[], lines: Line[]): StoredSegment[] {
  const span = {
    startMs: old[0]!.start_ms,
    endMs: old.reduce((latest, row) => Math.max(latest, row.end_ms), 0),
  }
  const words = keepWords(
    old.flatMap((row) => readStoredWords(row.words)),
    lines.map((line) => line.text).join(' '),
    span,
  )
  let at = 0
  return lines
    .filter((line) => line.text !== '')
    .map((line, index, all) => {
      const mine = words.slice(at, (at += wordsOf(line.text).length))
      const first = index === 0
      const last = index === all.length - 1
      const startMs = first ? span.startMs : (mine[0]?.startMs ?? span.endMs)
      const endMs = last && old.length === 1 ? span.endMs : (mine.at(-1)?.endMs ?? span.endMs)
      return segment(line, startMs, endMs, mine)
    })
}

/** New lines where none stood: at the time that they say, between their neighbours. */
function insert({ time, lines }: Group, { fromMs, toMs }: Limits): StoredSegment[] {
  const wished = time === null ? fromMs : time * 1000
  const startMs = Math.round(Math.min(Math.max(wished, fromMs), Math.max(toMs ?? Infinity, fromMs)))
  return lines.filter((line) => line.text !== '').map((line) => segment(line, startMs, startMs, []))
}

function segment(line: Line, startMs: number, endMs: number, words: StoredWord[]): StoredSegment {
  return { startMs, endMs: Math.max(startMs, endMs), text: line.text, speaker: line.speaker, words }
}

/**
 * A text that somebody attaches → segments. Each begins at the time that it says and ends where the next begins; lines that
 * say none share the time between those that do, by their words, and what comes last takes as long as it takes to say. A text
 * without times has all of them at 0, with no words that could be played.
 * @param soundMs how long the recording is; 0: it has no sound, or nobody knows. Times beyond it mean something else.
 */
export function segmentsOfText(content: string, soundMs: number): StoredSegment[] {
  const parts = parseTranscript(content)
  const marks = marksOf(parts, soundMs)
  if (!marks.some(({ ms }) => ms > 0)) return parts.map((part) => segment(part, 0, 0, []))
  if (marks[0]!.at > 0) marks.unshift({ at: 0, ms: 0 })
  return marks.flatMap(({ at, ms }, i) => {
    const next = marks[i + 1]
    const mine = parts.slice(at, next?.at)
    const lengths = mine.map(({ text }) => wordsOf(text).length * msAWord)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const endMs = next?.ms ?? Math.max(ms, Math.min(ms + total, soundMs || Infinity))
    let passed = 0
    const moment = (): number => Math.round(ms + ((endMs - ms) * passed) / (total || 1))
    return mine.map((part, k) => {
      const startMs = moment()
      passed += lengths[k]!
      return segment(part, startMs, k === mine.length - 1 ? endMs : moment(), [])
    })
  })
}

/** 150 words a minute: as people speak in meetings. */
const msAWord = 400

/** Parts whose times can be believed. */
function marksOf(parts: readonly Line[], soundMs: number): { at: number; ms: number }[] {
  const marks: { at: number; ms: number }[] = []
  for (const [at, { time }] of parts.entries()) {
    const ms = time === null ? null : Math.round(time * 1000)
    if (ms !== null && ms >= (marks.at(-1)?.ms ?? 0) && (soundMs === 0 || ms <= soundMs + 1000))
      marks.push({ at, ms })
  }
  return marks
}
