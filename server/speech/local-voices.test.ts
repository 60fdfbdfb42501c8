import { expect, test } from 'vitest'
import { joinLocalVoices, type LocalVoice, type LocalWindow } from './local-voices.ts'

const settings = { threshold: 0.6, minDurationOn: 0.3, minDurationOff: 0.5 }
const ann = [1, 0, 0.1]
const bob = [0, 1, 0.1]

const voice = (embedding: number[] | null, ...spans: [number, number][]): LocalVoice => ({
  spans: spans.map(([start, end]) => ({ startMs: start * 1000, endMs: end * 1000 })),
  cleanMs: spans.reduce((sum, [start, end]) => sum + (end - start) * 1000, 0),
  embedding,
})

/** Each window numbers its voices anew, in whatever order. */
const windows: LocalWindow[] = [
  { startMs: 0, endMs: 10_000, voices: [voice(ann, [0, 6]), voice(bob, [5, 9])] },
  { startMs: 5000, endMs: 15_000, voices: [voice(bob, [5, 9]), voice(ann, [5, 6], [10, 15])] },
  { startMs: 10_000, endMs: 20_000, voices: [voice(ann, [10, 16]), voice(null, [15.5, 16.2])] },
]

test('voices of overlapping windows become speakers, and both stand where two speak', () => {
  const turns = joinLocalVoices(windows, settings).toSorted((a, b) => a.startMs - b.startMs)
  expect(turns).toEqual([
    { speaker: 0, startMs: 0, endMs: 6000 },
    { speaker: 1, startMs: 5000, endMs: 9000 },
    { speaker: 0, startMs: 10_000, endMs: 16_000 },
    { speaker: 1, startMs: 15_500, endMs: 16_200 },
  ])
})

test('a scrap of a voice is no speaker of its own', () => {
  const scrap = { startMs: 15_000, endMs: 25_000, voices: [voice([0.6, 0.1, 0.9], [21, 23])] }
  const turns = joinLocalVoices([...windows, scrap], { ...settings, threshold: 0.2 })
  expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2)
})

test('without a voice there is no turn', () => {
  expect(joinLocalVoices([], settings)).toEqual([])
  expect(joinLocalVoices([{ startMs: 0, endMs: 10_000, voices: [] }], settings)).toEqual([])
})
