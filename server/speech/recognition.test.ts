import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toyModel } from '../test/toys.ts'
import { temporaryFolder } from '../test/files.ts'
import { longTest, sampleOf } from '../test/long.ts'
import { meeting, wordErrorRate, type Spoken } from '../test/speech.ts'
import { transcriber } from '../test/transcribed.ts'
import type { TimedSegment } from './merge.ts'

const transcribed = async (file: string): Promise<TimedSegment[]> => (await transcriber(toyModel))(file)

const textOf = (segments: TimedSegment[]): string => segments.map((s) => s.text).join(' ')
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9']/g, '')

/** Share of the spoken words of which the heard one (next of that text in order) begins and ends within `withinMs` of the truth. */
function timedWell(spoken: Spoken, segments: TimedSegment[], withinMs: number): number {
  const heard = segments.flatMap((s) => s.words)
  const words = spoken.truth.segments.flatMap((s) => s.words)
  let next = 0
  let good = 0
  for (const word of words) {
    const at = heard.findIndex((h, i) => i >= next && i < next + 6 && bare(h.text) === bare(word.word))
    if (at < 0) continue
    next = at + 1
    const { startMs, endMs } = heard[at]!
    if (Math.abs(startMs - word.start * 1000) <= withinMs && Math.abs(endMs - word.end * 1000) <= withinMs)
      good++
  }
  return good / words.length
}

function expectInOrder(segments: TimedSegment[]): void {
  let last = 0
  for (const segment of segments) {
    expect(segment.startMs).toBeGreaterThanOrEqual(last)
    for (const word of segment.words) {
      expect(word.startMs).toBeGreaterThanOrEqual(segment.startMs)
      expect(word.endMs).toBeLessThanOrEqual(segment.endMs)
    }
    last = segment.endMs
  }
}

/** Short ones are the hardest to cut at. */
const pauses = sampleOf<['short' | 'ordinary' | 'long', number]>([
  ['short', 32],
  ['ordinary', 31],
  ['long', 33],
])

test.each(pauses)(
  'a meeting of three voices with %s pauses: words right, times right',
  async (pauses, seed) => {
    const spoken = await meeting({ seed, minutes: 1.5, speakers: 3, pauses })
    const segments = await transcribed(spoken.wav)
    expect(wordErrorRate(spoken, textOf(segments))).toBeLessThanOrEqual(0.02)
    expect(timedWell(spoken, segments, 400)).toBeGreaterThanOrEqual(0.95)
    expectInOrder(segments)
    // One sentence a segment, near enough.
    expect(Math.abs(segments.length / spoken.truth.segments.length - 1)).toBeLessThan(0.15)
  },
)

longTest('minutes of silence before, within and after leave words and times right', async () => {
  const spoken = await meeting({ seed: 34, minutes: 0.7, speakers: 2, pauses: 'ordinary' })
  const wav = await readFile(spoken.wav)
  const data = wav.subarray(wav.indexOf('data', 12, 'latin1') + 8)
  const bytesPerSecond = 22_050 * 2
  const gapSeconds = 90
  const silence = Buffer.alloc(gapSeconds * bytesPerSecond)
  const head = Buffer.from(wav.subarray(0, 44))
  const sound = [silence, data, silence, data, silence]
  const length = sound.reduce((sum, part) => sum + part.length, 0)
  head.writeUInt32LE(36 + length, 4)
  head.writeUInt32LE(length, 40)
  const file = join(await temporaryFolder(), 'silences.wav')
  await writeFile(file, Buffer.concat([head, ...sound]))

  const shift = (by: number) =>
    spoken.truth.segments.map((s) => ({
      ...s,
      start: s.start + by,
      end: s.end + by,
      words: s.words.map((w) => ({ ...w, start: w.start + by, end: w.end + by })),
    }))
  const duration = data.length / bytesPerSecond
  const truth = { duration: 0, segments: [...shift(gapSeconds), ...shift(2 * gapSeconds + duration)] }
  const segments = await transcribed(file)
  expect(wordErrorRate({ ...spoken, truth }, textOf(segments))).toBeLessThanOrEqual(0.02)
  expect(timedWell({ ...spoken, truth }, segments, 400)).toBeGreaterThanOrEqual(0.95)
})
