import { expect, test } from 'vitest'
import type { EngineSegment } from './engine.ts'
import { placeClip } from './merge.ts'

/** One engine segment: each word with its start and end in seconds of the clip. */
function heard(...words: [string, number, number][]): EngineSegment[] {
  const timed = words.map(([text, start, end]) => ({ text, start, end, confidence: 0.9 }))
  return [
    { start: words[0]![1], end: words.at(-1)![2], text: words.map(([text]) => text).join(' '), words: timed },
  ]
}
const whole = (startMs: number, endMs: number) => ({ spans: [{ startMs, endMs }] })

test('times of the clip become times of the recording', () => {
  expect(placeClip(whole(60_000, 70_000), heard(['Good', 0.5, 0.8], ['morning.', 0.8, 1.2]))).toEqual([
    {
      startMs: 60_500,
      endMs: 61_200,
      text: 'Good morning.',
      words: [
        { text: 'Good', startMs: 60_500, endMs: 60_800, confidence: 0.9 },
        { text: 'morning.', startMs: 60_800, endMs: 61_200, confidence: 0.9 },
      ],
    },
  ])
})

test('what was left out between two stretches of a clip is there again in the times, and divides', () => {
  const clip = {
    spans: [
      { startMs: 1000, endMs: 3000 },
      { startMs: 50_000, endMs: 52_000 },
    ],
  }
  const placed = placeClip(clip, heard(['and', 1, 1.5], ['then', 2.5, 3]))
  expect(placed.map((s) => [s.startMs, s.endMs, s.text])).toEqual([
    [2000, 2500, 'and'],
    [50_500, 51_000, 'then'],
  ])
})

test('a word across the join goes to the side of its middle and stays there', () => {
  const clip = {
    spans: [
      { startMs: 0, endMs: 2000 },
      { startMs: 10_000, endMs: 12_000 },
    ],
  }
  const words = placeClip(clip, heard(['before', 1.5, 2.1], ['after', 1.95, 2.5])).flatMap((s) => s.words)
  expect(words.map((w) => [w.startMs, w.endMs])).toEqual([
    [1500, 2000],
    [10_000, 10_500],
  ])
})

test('sentences become segments; abbreviations and figures do not end one', () => {
  const words = 'I met Dr. Jones at 3.5 degrees. Was it cold? 20 of us said so.'.split(' ')
  const placed = placeClip(
    whole(0, 28_000),
    heard(...words.map((w, i): [string, number, number] => [w, i / 2, i / 2 + 0.4])),
  )
  expect(placed.map((s) => s.text)).toEqual([
    'I met Dr. Jones at 3.5 degrees.',
    'Was it cold?',
    '20 of us said so.',
  ])
})

test.each([
  ['French', 'Il est parti. Étienne reste.'],
  ['German', 'Das ist gut. Über das andere später.'],
  ['Welsh', 'Mae hi yma. Ŵyn yn y cae.'],
])('a sentence that begins with a letter of %s is one too', (_language, text) => {
  const words = text.split(' ')
  expect(
    placeClip(
      whole(0, 28_000),
      heard(...words.map((w, i): [string, number, number] => [w, i / 2, i / 2 + 0.4])),
    ),
  ).toHaveLength(2)
})

test('times that run backwards come out in order, without overlap, words within their segment', () => {
  const placed = placeClip(whole(0, 10_000), heard(['One.', 1, 4], ['Two', 0.5, 0.9], ['three', 9, 14]))
  const words = placed.flatMap((s) => s.words)
  for (const [i, word] of words.entries()) {
    expect(word.startMs).toBeGreaterThanOrEqual(words[i - 1]?.endMs ?? 0)
    expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
    expect(word.endMs).toBeLessThanOrEqual(10_000)
  }
  for (const [i, segment] of placed.entries()) {
    expect(segment.startMs).toBeGreaterThanOrEqual(placed[i - 1]?.endMs ?? 0)
    expect(segment.endMs).toBeGreaterThan(segment.startMs)
    expect(segment.words.at(-1)!.endMs).toBeLessThanOrEqual(segment.endMs)
  }
})

test('a sentence without end is divided at a comma once it is long', () => {
  const words = Array.from({ length: 50 }, (_, i): [string, number, number] => [
    i % 10 === 9 ? 'so,' : 'word',
    i / 2,
    i / 2 + 0.4,
  ])
  for (const segment of placeClip(whole(0, 28_000), heard(...words)))
    expect(segment.endMs - segment.startMs).toBeLessThanOrEqual(20_000)
})

test('nothing heard is nothing', () => {
  expect(placeClip(whole(0, 1000), [])).toEqual([])
})
