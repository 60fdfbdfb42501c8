import { expect, test } from 'vitest'
import { countSubstantial, mergeVoices } from './merge-voices.ts'

const turn = (speaker: number, startMs: number, endMs: number) => ({ speaker, startMs, endMs })
const voice = (speaker: number, embedding: number[] | null, cleanMs = 10_000) => ({
  speaker,
  cleanMs,
  embedding,
})
const speakersOf = (turns: { speaker: number }[]): number[] => turns.map(({ speaker }) => speaker)

test('the two that sound most alike become one, by the name of whoever speaks more', () => {
  const turns = [turn(0, 0, 10_000), turn(1, 10_000, 30_000), turn(2, 30_000, 38_000)]
  const voices = [voice(0, [1, 0, 0.1]), voice(1, [0, 1, 0]), voice(2, [1, 0.1, 0])]
  const merged = mergeVoices({ turns, voices }, 2)
  expect(speakersOf(merged.turns)).toEqual([0, 1, 0])
  expect(merged.voices.find(({ speaker }) => speaker === 0)).toMatchObject({ cleanMs: 20_000 })
  expect(mergeVoices({ turns, voices }, 3)).toEqual({ turns, voices })
})

test('a scrap goes before two people who sound alike', () => {
  const turns = [turn(0, 0, 10_000), turn(1, 10_000, 30_000), turn(2, 30_000, 30_900)]
  const voices = [voice(0, [1, 0.1, 0]), voice(1, [1, 0, 0]), voice(2, [0, 0.2, 1], 900)]
  expect(new Set(speakersOf(mergeVoices({ turns, voices }, 2).turns))).toEqual(new Set([0, 1]))
})

test('who was never heard alone goes with whoever speaks nearest', () => {
  const turns = [turn(0, 0, 10_000), turn(2, 10_100, 10_500), turn(1, 14_000, 30_000)]
  const voices = [voice(0, [1, 0]), voice(1, [0, 1]), voice(2, null, 400)]
  expect(speakersOf(mergeVoices({ turns, voices }, 2).turns)).toEqual([0, 0, 1])
})

test('a few words make nobody a speaker of the meeting', () => {
  expect(countSubstantial([turn(0, 0, 60_000), turn(1, 60_000, 62_000), turn(2, 62_000, 70_000)])).toBe(2)
})
