import { expect, test } from 'vitest'
import { joinWindows } from './join-voices.ts'

const turn = (speaker: number, startMs: number, endMs: number) => ({ speaker, startMs, endMs })
const voice = (speaker: number, embedding: number[] | null, cleanMs = 10_000) => ({
  speaker,
  cleanMs,
  embedding,
})
const anna = [1, 0, 0]
const ben = [0, 1, 0]
const cleo = [0, 0, 1]
/** As a mean of other sentences is. */
const almost = (embedding: number[]): number[] => embedding.map((value) => value + 0.1)

test('voices of several windows are one when they sound alike; who speaks in one alone stays alone', () => {
  const first = {
    turns: [turn(0, 0, 10_000), turn(1, 10_000, 20_000)],
    voices: [voice(0, anna), voice(1, ben)],
  }
  const second = {
    turns: [turn(0, 30_000, 40_000), turn(1, 40_000, 50_000), turn(2, 50_000, 60_000)],
    voices: [voice(0, almost(ben)), voice(1, cleo), voice(2, almost(anna))],
  }
  const { turns, voices } = joinWindows([first, second], 0.8)
  const [a, b, b2, c, a2] = turns.map(({ speaker }) => speaker)
  expect([a2, b2]).toEqual([a, b])
  expect(new Set([a, b, c]).size).toBe(3)
  expect(voices.find(({ speaker }) => speaker === a)).toMatchObject({ cleanMs: 20_000 })
  expect(voices).toHaveLength(3)
})

test('two that were told apart within a window stay two, however alike', () => {
  const window = (startMs: number) => ({
    turns: [turn(0, startMs, startMs + 5000), turn(1, startMs + 5000, startMs + 10_000)],
    voices: [voice(0, anna), voice(1, almost(anna))],
  })
  const { turns } = joinWindows([window(0), window(20_000)], 0.8)
  const [a, b, a2, b2] = turns.map(({ speaker }) => speaker)
  expect([a2, b2]).toEqual([a, b])
  expect(a).not.toBe(b)
})

test('scraps go to whom they sound like, else they stay; what was never heard alone goes with its neighbour', () => {
  const first = { turns: [turn(0, 0, 10_000)], voices: [voice(0, anna)] }
  const second = {
    turns: [
      turn(0, 20_000, 30_000),
      turn(1, 30_000, 31_000),
      turn(2, 31_000, 32_000),
      turn(3, 32_100, 32_400),
    ],
    voices: [voice(0, anna), voice(1, almost(anna), 1000), voice(2, cleo, 1000), voice(3, null, 0)],
  }
  const { turns } = joinWindows([first, second], 0.8)
  const [a, a2, scrap, other, unheard] = turns.map(({ speaker }) => speaker)
  expect([a2, scrap]).toEqual([a, a])
  expect(other).not.toBe(a)
  expect(unheard).toBe(other)
})

test('who says a few seconds in an hour is a scrap of the nearest voice, unless so many people are said to be there', () => {
  const stray = [0.9, 0.2, 0.3]
  const first = {
    turns: [turn(0, 0, 600_000), turn(1, 600_000, 604_500)],
    voices: [voice(0, anna, 600_000), voice(1, stray, 4500)],
  }
  const second = { turns: [turn(0, 700_000, 900_000)], voices: [voice(0, ben, 200_000)] }
  const speakers = (...args: Parameters<typeof joinWindows>) =>
    joinWindows(...args).turns.map(({ speaker }) => speaker)
  const [a, scrap, b] = speakers([first, second], 0.8)
  expect([scrap === a, a === b]).toEqual([true, false])
  expect(new Set(speakers([first, second], 0.8, 3)).size).toBe(3)
  // Like nobody: somebody who said only that.
  const other = { ...first, voices: [voice(0, anna, 600_000), voice(1, cleo, 4500)] }
  expect(new Set(speakers([other, second], 0.8)).size).toBe(3)
})

test('one window stays as it is', () => {
  const only = { turns: [turn(3, 0, 1000)], voices: [voice(3, null)] }
  expect(joinWindows([only], 0.8)).toEqual(only)
})
