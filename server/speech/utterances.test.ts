import { expect, test } from 'vitest'
import { createUtterances } from './utterances.ts'

const windowMs = 32

/** Plays voices ("+") and silence ("-"), so many milliseconds of each, from a moment on. */
function play(
  utterances: ReturnType<typeof createUtterances>,
  fromMs: number,
  parts: [string, number][],
): number {
  let at = fromMs
  for (const [sign, ms] of parts)
    for (const end = at + ms; at < end; at += windowMs)
      utterances.step({ voice: sign === '+', fromMs: at, toMs: at + windowMs, loudness: 0.1 })
  return at
}

test('a pause ends an utterance', () => {
  const utterances = createUtterances()
  play(utterances, 0, [
    ['-', 960],
    ['+', 2016],
    ['-', 960],
    ['+', 1024],
  ])
  expect(utterances.takeEnded()).toEqual([{ startMs: 660, endMs: 3276, voiceMs: 2976 }])
  expect(utterances.open()).toMatchObject({ endMs: null })
})

test('a voice that goes on right after the recording was paused begins where the one before it ended', () => {
  const utterances = createUtterances()
  const pausedMs = play(utterances, 0, [
    ['-', 960],
    ['+', 2016],
  ])
  utterances.finish()
  const [before] = utterances.takeEnded()
  expect(before!.endMs).toBe(pausedMs + 300)
  play(utterances, pausedMs, [
    ['+', 1024],
    ['-', 960],
  ])
  const [after] = utterances.takeEnded()
  expect(after).toEqual({ startMs: before!.endMs, endMs: pausedMs + 1024 + 300, voiceMs: pausedMs + 1024 })
})

test('what ends before it could begin is none', () => {
  const utterances = createUtterances()
  const pausedMs = play(utterances, 0, [['+', 960]])
  utterances.finish()
  utterances.takeEnded()
  play(utterances, pausedMs, [['+', 96]])
  utterances.cut(pausedMs + 96)
  expect(utterances.takeEnded()).toEqual([])
})
