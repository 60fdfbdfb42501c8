import { expect, it } from 'vitest'
import { liveSegments } from './caption-segments.ts'

let number = 0
const row = (startMs: number, endMs: number, text: string) => ({
  number: ++number,
  recording_id: 1,
  id: `a-${number}`,
  start_ms: startMs,
  end_ms: endMs,
  text,
  model_name: 'Demo',
  bundled: 1 as const,
})
const texts = (rows: Parameters<typeof liveSegments>[0], cuts?: number[]) =>
  liveSegments(rows, cuts).map(({ text }) => text)

it('joins what was committed a few words at a time, with its times and words', () => {
  const rows = [row(500, 900, 'Good morning'), row(900, 1600, 'everyone.'), row(2000, 2500, 'Item one.')]
  const [first, second, ...more] = liveSegments(rows)
  expect(more).toEqual([])
  expect(first).toMatchObject({ text: 'Good morning everyone.', start: 0.5, timestamp: 0.5, end: 1.6 })
  expect(first?.id).toBe(-rows[0]!.number)
  expect(first?.words.map(({ text }) => text)).toEqual(['Good', 'morning', 'everyone.'])
  expect(first?.words[2]).toMatchObject({ start: 0.9, end: 1.6 })
  expect(second).toMatchObject({ text: 'Item one.', start: 2, end: 2.5 })
})

it('begins anew after a pause, where something is missing, and when it gets long', () => {
  expect(texts([row(0, 1000, 'so'), row(2400, 3000, 'we')])).toEqual(['so we'])
  expect(texts([row(0, 1000, 'so'), row(2600, 3000, 'we')])).toEqual(['so', 'we'])
  expect(texts([row(0, 1000, 'so'), row(1000, 2000, 'we')], [1])).toEqual(['so', 'we'])
  const long = Array.from({ length: 70 }, (_, i) => row(i * 1000, (i + 1) * 1000, 'and'))
  expect(liveSegments(long).map(({ start, end }) => end - start)).toEqual([30, 30, 10])
})

it('keeps short sentences that follow at once together, up to some seconds, and votes apart', () => {
  expect(texts([row(0, 500, 'Yes.'), row(900, 1300, 'Yes.')])).toEqual(['Yes.', 'Yes.'])
  expect(texts([row(0, 500, 'Well.'), row(600, 1300, 'Let us see.')])).toEqual(['Well. Let us see.'])
  expect(texts([row(0, 8500, 'We have heard all of it.'), row(8500, 9000, 'Next.')])).toHaveLength(2)
})
