import { describe, expect, test } from 'vitest'
import { assignSpeakers, type SpokenLine } from './assign-speakers.ts'
import type { Turn } from './diarise.ts'

/** A line whose words take half a second each. */
function line(startMs: number, text: string): SpokenLine {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + i * 500,
    endMs: startMs + i * 500 + 450,
    confidence: 1,
  }))
  return { startMs, endMs: words.at(-1)!.endMs, text, words }
}

const turn = (speaker: string, startMs: number, endMs: number): Turn => ({ speaker, startMs, endMs })
const said = (lines: SpokenLine[]): string[] => lines.map(({ speaker, text }) => `${speaker}: ${text}`)

test('a word goes to the speaker whose turns it overlaps most', () => {
  const lines = [line(0, 'Good morning everyone.'), line(2000, 'Good morning Chair.')]
  const found = assignSpeakers(lines, [turn('A', 0, 1600), turn('B', 1900, 3500)])
  expect(said(found)).toEqual(['A: Good morning everyone.', 'B: Good morning Chair.'])
  expect(found.map(({ overlap }) => overlap)).toEqual([false, false])
})

test('a line is split where the speaker changes, and its words keep their times', () => {
  const whole = line(0, 'Is that agreed? Yes it is agreed.')
  const found = assignSpeakers([whole], [turn('A', 0, 1480), turn('B', 1490, 3500)])
  expect(said(found)).toEqual(['A: Is that agreed?', 'B: Yes it is agreed.'])
  expect(found.flatMap(({ words }) => words)).toEqual(whole.words)
  expect(found.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 1450],
    [1500, whole.endMs],
  ])
})

describe('what is too short to be a turn', () => {
  test('a word in the midst of a sentence stays with the sentence', () => {
    const found = assignSpeakers(
      [line(0, 'We need to look at the budget again.')],
      [turn('A', 0, 1450), turn('B', 1450, 1990), turn('A', 1990, 4000)],
    )
    expect(said(found)).toEqual(['A: We need to look at the budget again.'])
  })

  test('a sentence of one word is a turn', () => {
    const found = assignSpeakers(
      [line(0, 'Is that agreed? Agreed. Then we go on.')],
      [turn('A', 0, 1480), turn('B', 1490, 1980), turn('A', 1990, 4000)],
    )
    expect(said(found)).toEqual(['A: Is that agreed?', 'B: Agreed.', 'A: Then we go on.'])
  })

  test('a change a word beside the end of a sentence is moved there', () => {
    const text = 'That was the report. Thank you for all that work.'
    const early = assignSpeakers([line(0, text)], [turn('A', 0, 1450), turn('B', 1450, 5000)])
    expect(said(early)).toEqual(['A: That was the report.', 'B: Thank you for all that work.'])
    const late = assignSpeakers([line(0, text)], [turn('A', 0, 2480), turn('B', 2490, 5000)])
    expect(said(late)).toEqual(said(early))
  })
})

test('words outside all turns go with those beside them', () => {
  const far = line(10_000, 'Nobody is near.')
  const found = assignSpeakers([line(0, 'We begin.'), line(1200, 'At once.'), far], [turn('A', 0, 1000)])
  expect(said(found)).toEqual(['A: We begin.', 'A: At once.', 'A: Nobody is near.'])
  expect(said(assignSpeakers([far], []))).toEqual(['null: Nobody is near.'])
})

test('overlapping speech is marked', () => {
  const lines = [line(0, 'I think we should wait.'), line(2600, 'No we should not.')]
  const found = assignSpeakers(lines, [turn('A', 0, 2500), turn('B', 1400, 2100), turn('B', 2590, 5000)])
  expect(found.map(({ speaker, overlap }) => [speaker, overlap])).toEqual([
    ['A', true],
    ['B', false],
  ])
})

test('a line without times of its words takes the speaker of its time range, and is not split', () => {
  const edited = { startMs: 0, endMs: 4000, text: 'Anything at all, by hand.', words: [] }
  const nowhere = { startMs: 0, endMs: 0, text: 'Attached text.', words: [] }
  const found = assignSpeakers([edited, nowhere], [turn('A', 0, 1000), turn('B', 1000, 4000)])
  expect(said(found)).toEqual(['B: Anything at all, by hand.', 'null: Attached text.'])
})

test('two turns of one speaker that touch are no overlap, and the order of turns does not matter', () => {
  const turns = [turn('A', 1000, 3000), turn('A', 0, 1000), turn('B', 3100, 6000)]
  const found = assignSpeakers([line(0, 'One two three four five six.')], turns)
  expect(found).toEqual([expect.objectContaining({ speaker: 'A', overlap: false })])
})

test('an hour with thousands of turns takes no time', () => {
  const turns = Array.from({ length: 5000 }, (_, i) => turn(`S${i % 6}`, i * 800, i * 800 + 900))
  const lines = Array.from({ length: 2000 }, (_, i) => line(i * 2000, 'Four words stand here.'))
  const started = process.cpuUsage()
  expect(assignSpeakers(lines, turns).length).toBeGreaterThanOrEqual(2000)
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000) // however busy the machine is
})
