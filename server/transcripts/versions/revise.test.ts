import { expect, test } from 'vitest'
import { align } from './align.ts'
import { lineOf } from './text-format.ts'
import { revise } from './revise.ts'
import { segmentColumns, type SegmentRow, type StoredWord } from '../store.ts'
import { keepWords } from './edited-word-times.ts'

const word = (text: string, startMs: number, endMs: number): StoredWord => ({
  text,
  startMs,
  endMs,
  confidence: 0.5,
})
const times = (words: StoredWord[]) => words.map((w) => [w.text, w.startMs, w.endMs])

/** Words of 500 ms each. */
function spoken(text: string, startMs: number): StoredWord[] {
  return text.split(' ').map((one, i) => word(one, startMs + i * 500, startMs + (i + 1) * 500))
}

const budget = spoken('we approve the budget now', 1000)
const span = { startMs: 1000, endMs: 3500 }

test.each<[string, string, (string | number)[][]]>([
  [
    'one word replaced has its time',
    'we reject the budget now',
    [
      ['we', 1000, 1500],
      ['reject', 1500, 2000],
      ['the', 2000, 2500],
      ['budget', 2500, 3000],
      ['now', 3000, 3500],
    ],
  ],
  [
    'two in the place of one share it by their letters',
    'we approve the new-ish x now',
    [
      ['we', 1000, 1500],
      ['approve', 1500, 2000],
      ['the', 2000, 2500],
      ['new-ish', 2500, 2900],
      ['x', 2900, 3000],
      ['now', 3000, 3500],
    ],
  ],
  [
    'words taken away',
    'we approve',
    [
      ['we', 1000, 1500],
      ['approve', 1500, 2000],
    ],
  ],
  [
    'capitals and points are the same words',
    'We approve the budget. Now',
    [
      ['We', 1000, 1500],
      ['approve', 1500, 2000],
      ['the', 2000, 2500],
      ['budget.', 2500, 3000],
      ['Now', 3000, 3500],
    ],
  ],
  [
    'nothing kept: the whole segment is shared',
    'aaaa aaaa',
    [
      ['aaaa', 1000, 2250],
      ['aaaa', 2250, 3500],
    ],
  ],
])('%s', (_, text, expected) => expect(times(keepWords(budget, text, span))).toEqual(expected))

test('a kept word keeps how sure the engine was; a changed one is sure', () => {
  expect(keepWords(budget, 'we reject The budget', span).map((w) => w.confidence)).toEqual([0.5, 1, 1, 0.5])
})

test('without times there are none to keep', () => expect(keepWords([], 'new text', span)).toEqual([]))

test('lists are aligned, however they repeat', () => {
  expect(align([], ['a'])).toEqual([])
  expect(align(['a', 'x', 'b', 'c'], ['a', 'b', 'y', 'c'])).toEqual([
    [0, 0],
    [2, 1],
    [3, 3],
  ])
  expect(align(['x', 'y', 'x', 'y'], ['y', 'x'])).toHaveLength(2)
  // Every tenth of 20,000 lines changed, and every line twice in the list: quickly, and nearly all found.
  const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i >> 1}`)
  const changed = lines.map((line, i) => (i % 10 === 0 ? `${line} changed` : line))
  const startedAt = performance.now()
  expect(align(lines, changed).length).toBeGreaterThan(17_000)
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

const rows: SegmentRow[] = [
  { at: 1000, text: 'good morning everyone', speaker: null },
  { at: 5200, text: 'we approve the budget', speaker: 'Speaker 1' },
  { at: 9800, text: '[Music] and so on', speaker: null },
].map(({ at, text, speaker }, i) => ({
  id: i + 1,
  ...segmentColumns({ startMs: at, endMs: at + 2000, text, speaker, words: spoken(text, at) }),
}))
const content = rows.map(lineOf)

/** [start, end, speaker, text, first word's start] of each segment; an untouched one is its id. */
function revised(...lines: string[]) {
  return revise(rows, lines.join('\n'))?.map((part) =>
    'id' in part
      ? part.id
      : 'startMs' in part
        ? [part.startMs, part.endMs, part.speaker, part.text, part.words[0]?.startMs]
        : part,
  )
}

test('nothing changed makes no version', () => {
  expect(revise(rows, content.join('\r\n\n '))).toBeNull()
})

test('a changed line keeps its time, the others stay', () => {
  expect(revised(content[0]!, '[00:00:05] [Speaker 1] we reject the budget', content[2]!)).toEqual([
    1,
    [5200, 7200, 'Speaker 1', 'we reject the budget', 5200],
    3,
  ])
})

test('a speaker given, changed or taken away', () => {
  expect(
    revised('[00:00:01] [Jane Smith] good morning everyone', '[00:00:05] we approve the budget', content[2]!),
  ).toEqual([
    [1000, 3000, 'Jane Smith', 'good morning everyone', 1000],
    [5200, 7200, null, 'we approve the budget', 5200],
    3,
  ])
})

test('a line broken in two is two segments, each with its words’ times', () => {
  expect(revised(content[0]!, '[00:00:05] [Speaker 1] we approve', 'the budget', content[2]!)).toEqual([
    1,
    [5200, 6200, 'Speaker 1', 'we approve', 5200],
    [6200, 7200, 'Speaker 1', 'the budget', 6200],
    3,
  ])
})

test('two lines made one', () => {
  expect(revised('[00:00:01] good morning everyone we approve the budget', content[2]!)).toEqual([
    [1000, 7200, null, 'good morning everyone we approve the budget', 1000],
    3,
  ])
})

test('lines that went, that are new, and that have a time of their own', () => {
  expect(revised(content[1]!)).toEqual([2])
  expect(revised(content[0]!, '[00:00:03] [Speaker 2] new', content[1]!, content[2]!, 'the end')).toEqual([
    1,
    [3000, 3000, 'Speaker 2', 'new', undefined],
    2,
    3,
    [9800, 9800, null, 'the end', undefined],
  ])
  // A time beyond its neighbours would put it elsewhere.
  expect(revised(content[0]!, '[00:59:00] new', content[1]!, content[2]!)?.[1]).toEqual([
    5200,
    5200,
    null,
    'new',
    undefined,
  ])
})

test('what stood in brackets is no speaker afterwards', () => {
  expect(revised(content[0]!, content[1]!, '[00:00:09] [Music] and so forth')?.[2]).toEqual([
    9800,
    11_800,
    null,
    '[Music] and so forth',
    9800,
  ])
})

test('a text by names over one that was heard: who speaks is read, and each word keeps its time', () => {
  expect(
    revised('Sarah Chen: good morning everyone', 'Tom Okoro: we approve the budget', 'Sarah Chen: and so on'),
  ).toEqual([
    [1000, 2500, 'Sarah Chen', 'good morning everyone', 1000],
    [5200, 7200, 'Tom Okoro', 'we approve the budget', 5200],
    [10_300, 11_800, 'Sarah Chen', 'and so on', 10_300],
  ])
})
