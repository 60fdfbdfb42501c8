import { expect, test } from 'vitest'
import { spreadWords } from './spread.ts'

const words = (...texts: string[]) => texts.map((text) => ({ text, start: 0, end: 0, confidence: 0.5 }))
/** Ten seconds with sound at the given seconds. */
function clip(...loud: [number, number][]): Int16Array {
  const samples = new Int16Array(160_000)
  for (const [from, to] of loud)
    for (let i = from * 16_000; i < to * 16_000; i++) samples[i] = i % 2 ? 8000 : -8000
  return samples
}

test('words share the time of their segment by their letters', () => {
  const [a, b] = spreadWords(words('abc', 'abcdefg'), clip([0, 10]), 1, 4)
  expect([a!.start, a!.end, b!.start, b!.end]).toEqual([1, 2, 2, 4].map((n) => expect.closeTo(n, 2)))
  expect(a!.confidence).toBe(0.5)
})

test('a pause belongs to no word', () => {
  const [a, b] = spreadWords(words('abc', 'abc'), clip([1, 2], [5, 6]), 0.5, 7)
  expect([a!.start, a!.end, b!.start, b!.end]).toEqual([1, 2, 5, 6].map((n) => expect.closeTo(n, 1)))
})

test('without any sound the segment is shared out', () => {
  const [a, b] = spreadWords(words('abc', 'abc'), clip(), 2, 4)
  expect([a!.start, a!.end, b!.end]).toEqual([2, 3, 4].map((n) => expect.closeTo(n, 2)))
})

test('no words, an empty segment or one beyond the clip do no harm', () => {
  expect(spreadWords([], clip(), 0, 1)).toEqual([])
  expect(spreadWords(words('a'), clip(), 3, 3)).toHaveLength(1)
  expect(spreadWords(words('a'), new Int16Array(100), 0, 0.006)[0]!.end).toBeLessThanOrEqual(0.006)
})
