import { nameSpeakers } from './name-speakers.ts'
import { speakerLabels } from '../speakers/labels.ts'
import { parseTranscript, type Line } from './parse-text.ts'
import { isNewText, revise, segmentsOfText, type Part } from '../versions/revise.ts'
import { readStoredWords, type SegmentRow, type StoredSegment, type StoredWord } from '../store.ts'
import { keepWords, wordsOf } from '../versions/edited-word-times.ts'
import { correctionsIn } from '../terms/corrections.ts'
import { slicesOf } from '../versions/slices.ts'
import type { Correction } from '../terms/store.ts'
import { readTranscriptFile, type ReadFile } from './file.ts'

/** What is computed of texts, which may be hours long: each task takes and gives plain data. */
export type Revised =
  | { kind: 'same' }
  | { kind: 'new'; parts: Part[] }
  | { kind: 'edited'; parts: Part[]; corrections: Correction[] }

/** A text as it is stored: JSON costs little to hand over from a thread, a hundred thousand objects cost a second. */
export type StoredText = { words: number; speakers: number; slices: string[] }

export type Tasks = {
  file: (bytes: Uint8Array) => ReadFile
  lines: (content: string) => { labels: string[]; lines: Line[] }
  segments: (text: { content: string; soundMs: number }) => StoredSegment[]
  stored: (text: { content: string; soundMs: number }) => StoredText
  revise: (text: { rows: SegmentRow[]; content: string; soundMs: number }) => Revised
  name: (text: { content: string; speakerMap: Record<string, string> }) => string
  /** What a person put right in one segment. */
  segment: (change: { rows: SegmentRow[]; id: number; text: string }) => {
    words: StoredWord[]
    corrections: Correction[]
  }
  /** Other words in the place of a word; the segments in which it stands. */
  replace: (change: {
    rows: SegmentRow[]
    heard: string
    meant: string
  }) => { id: number; text: string; words: StoredWord[] }[]
}

function reviseText({ rows, content, soundMs }: Parameters<Tasks['revise']>[0]): Revised {
  if (isNewText(rows, content)) return { kind: 'new', parts: segmentsOfText(content, soundMs) }
  const parts = revise(rows, content)
  if (parts === null) return { kind: 'same' }
  return { kind: 'edited', parts, corrections: correctionsIn(rows, parts) }
}

function reviseSegment({ rows, id, text }: Parameters<Tasks['segment']>[0]): ReturnType<Tasks['segment']> {
  const row = rows.find((one) => one.id === id)
  if (!row) return { words: [], corrections: [] }
  const span = { startMs: row.start_ms, endMs: row.end_ms }
  const words = keepWords(readStoredWords(row.words), text, span)
  const changed = { ...span, text, speaker: row.speaker, overlap: row.overlap === 1, words }
  return { words, corrections: correctionsIn([row], [changed]) }
}

/** The words as they stand, and no part of a longer one. */
const wholeWords = (words: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${words
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')}(?![\\p{L}\\p{N}])`,
    'gu',
  )

function replaceWords({ rows, heard, meant }: Parameters<Tasks['replace']>[0]): ReturnType<Tasks['replace']> {
  const word = wholeWords(heard)
  return rows.flatMap((row) => {
    const text = row.text.replace(word, () => meant)
    if (text === row.text) return []
    const span = { startMs: row.start_ms, endMs: row.end_ms }
    return [{ id: row.id, text, words: keepWords(readStoredWords(row.words), text, span) }]
  })
}

export const tasks: Tasks = {
  file: readTranscriptFile,
  lines: (content) => ({ labels: speakerLabels(content), lines: parseTranscript(content) }),
  segments: ({ content, soundMs }) => segmentsOfText(content, soundMs),
  stored({ content, soundMs }) {
    const parts = segmentsOfText(content, soundMs)
    return {
      words: parts.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
      speakers: new Set(parts.map(({ speaker }) => speaker)).size,
      slices: slicesOf(parts),
    }
  },
  revise: reviseText,
  name: ({ content, speakerMap }) => nameSpeakers(content, speakerMap),
  segment: reviseSegment,
  replace: replaceWords,
}
