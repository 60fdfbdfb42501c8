import { expect, test } from 'vitest'
import { roughTokens } from './tokens.ts'
import { splitIntoWindows, type WindowSegment } from './windows.ts'

const render = ({ id, speaker, text }: WindowSegment): string => `[${id}] ${speaker}: ${text}`
const options = (budget: number, overlap?: number) => ({ budget, count: roughTokens, render, overlap })

const sentences = [
  'I propose that we approve the accounts for the year as they have been circulated.',
  'Seconded.',
  'Could we come back to the lease, because the landlord has written again and wants an answer by Friday?',
  'Yes.',
  'The auditors raised two points on stock, and both have been dealt with since.',
]

/** People who speak in turns; a pause of three seconds every twenty segments. */
function meeting(seconds: number): WindowSegment[] {
  const segments: WindowSegment[] = []
  let at = 0
  for (let id = 1; at < seconds; id++) {
    const text = sentences[(id * 7) % sentences.length]!
    const length = text.length / 14
    segments.push({ id, start: at, end: at + length, speaker: `Person ${Math.floor(id / 3) % 5}`, text })
    at += length + (id % 20 === 0 ? 3 : 0.2)
  }
  return segments
}

/** The segments as the windows have them, each once. */
const joined = (windows: WindowSegment[][]): WindowSegment[] => [...new Set(windows.flat())]

const cost = (inside: readonly WindowSegment[]): number =>
  inside.reduce((sum, segment) => sum + roughTokens(render(segment)) + 1, 0)

test('three hours: every segment is in a window, none is over the budget, and each repeats the end of the last', () => {
  const segments = meeting(3 * 3600)
  expect(segments.length).toBeGreaterThan(2000)
  const windows = splitIntoWindows(segments, options(6000))
  expect(windows.length).toBeGreaterThan(5)
  expect(joined(windows)).toEqual(segments)
  for (const inside of windows) expect(cost(inside)).toBeLessThanOrEqual(6000)
  for (const [index, inside] of windows.slice(1).entries()) {
    const again = inside.filter((segment) => windows[index]!.includes(segment))
    expect(again).toEqual(inside.slice(0, again.length))
    expect(again).toEqual(windows[index]!.slice(-again.length))
    expect(cost(again)).toBeGreaterThan(400)
    expect(cost(again)).toBeLessThanOrEqual(600)
  }
  // Full, apart from the last one and from what a good border costs.
  for (const inside of windows.slice(0, -1)) expect(cost(inside)).toBeGreaterThan(6000 * 0.75)
})

test('a short meeting is one window, an empty one none', () => {
  const segments = meeting(60)
  expect(splitIntoWindows(segments, options(6000))).toEqual([segments])
  expect(splitIntoWindows([], options(6000))).toEqual([])
})

test('a segment longer than a window is cut at sentences, and keeps its id and its time', () => {
  const text = sentences.join(' ').repeat(100)
  const one = { id: 9, start: 100, end: 1100, speaker: 'Jane', text }
  const windows = splitIntoWindows([one], options(500))
  const parts = joined(windows)
  expect(parts.length).toBeGreaterThan(10)
  expect(
    parts
      .map((part) => part.text)
      .join(' ')
      .replace(/\s+/g, ''),
  ).toBe(text.replace(/\s+/g, ''))
  expect(parts.every(({ id, text: words }) => id === 9 && /[.?]$/.test(words))).toBe(true)
  expect([parts[0]!.start, parts.at(-1)!.end]).toEqual([100, 1100])
  for (let i = 1; i < parts.length; i++) expect(parts[i]!.start).toBeCloseTo(parts[i - 1]!.end)
  expect(windows.every((inside) => cost(inside) <= 500)).toBe(true)
})

test('it goes on however small the window or large the overlap', () => {
  for (const budget of [40, 60, 150])
    for (const overlap of [0, 0.5, 0.95]) {
      const windows = splitIntoWindows(meeting(300), options(budget, overlap))
      expect(windows.every((inside) => cost(inside) <= budget)).toBe(true)
      expect(new Set(joined(windows).map(({ id }) => id)).size).toBe(meeting(300).length)
    }
  expect(() => splitIntoWindows(meeting(60), options(3))).toThrow(/no room for a word/)
})
