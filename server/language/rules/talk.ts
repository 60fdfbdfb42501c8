import { sentencesOf } from '../sentences.ts'

/** A line of a transcript; `speaker` is a name where one is known, else a label. */
export type Line = { id: number; start: number; end: number; speaker: string | null; text: string }

/** A sentence in its place in the meeting. */
export type Sentence = {
  /** Among all sentences. */
  index: number
  /** The lines that it was said in: an engine cuts where somebody breathes. */
  lines: Line[]
  speaker: string | null
  text: string
  /** In small letters, without punctuation, hesitations and quoted words: what the rules read. */
  words: string[]
  isQuestion: boolean
}

const mostLines = 8
const longestPauseSeconds = 3

/** The engine cut in mid-sentence: no full stop before the cut, no new speaker after it. */
const goesOn = (before: Line, after: Line | undefined): boolean =>
  after !== undefined &&
  before.speaker === after.speaker &&
  !/[.?!…:]["'”’)]?$/.test(before.text.trimEnd()) &&
  before.end > before.start &&
  after.start - before.end < longestPauseSeconds

/** The sentences of a meeting, in their order. */
export function talkOf(lines: readonly Line[]): Sentence[] {
  const talk: Sentence[] = []
  for (let at = 0; at < lines.length; at++) {
    const parts = [lines[at]!]
    while (parts.length < mostLines && goesOn(lines[at]!, lines[at + 1])) parts.push(lines[++at]!)
    let length = 0
    const placed = parts.map((line) => {
      const from = length
      length += line.text.length + 1
      return { line, from, to: length }
    })
    for (const { text, own, from, isQuestion } of sentencesOf(parts.map((one) => one.text).join(' '))) {
      const within = placed.filter((one) => one.from < from + text.length && one.to > from)
      talk.push({
        index: talk.length,
        lines: within.map(({ line }) => line),
        speaker: parts[0]!.speaker,
        text,
        words: wordsOf(own),
        isQuestion,
      })
    }
  }
  return talk
}

const hesitations = new Set(['um', 'umm', 'uh', 'uhh', 'er', 'erm', 'ah', 'hmm'])

/** "So, um, that's £4,000." → so that's 4000 */
export const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/(?<=\d),(?=\d)/g, '')
      .match(/[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  ).filter((word) => !hesitations.has(word))
