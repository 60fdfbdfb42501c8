import { describe, expect, test } from 'vitest'
import { planPieces, type Piece } from './pieces.ts'
import type { Span } from './vad.ts'

const never = (): Promise<number> => Promise.reject(new Error('nothing here is longer than a clip'))
const heard = (spans: Span[]): number => spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0)
const spansOf = (pieces: Piece[]): Span[] =>
  pieces.flatMap((piece) => piece.clips.flatMap((clip) => clip.spans))

/** A plausible meeting from a fixed seed: utterances of 0.3 to 60 s, pauses of 0.1 to 20 s. */
function madeUp(seed: number, count: number): { speech: Span[]; durationMs: number } {
  let state = seed
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const speech: Span[] = []
  let at = random() * 5000
  for (let i = 0; i < count; i++) {
    const startMs = at + 100 + random() ** 4 * 20_000
    at = startMs + 300 + random() ** 3 * 60_000
    speech.push({ startMs, endMs: at })
  }
  return { speech, durationMs: Math.ceil(at + 1000) }
}

describe('a plan of pieces', () => {
  test('silence has no pieces', async () => {
    expect(await planPieces([], 60_000, never)).toEqual([])
  })

  test('speech is padded, but not beyond the recording', async () => {
    const [piece] = await planPieces([{ startMs: 100, endMs: 3950 }], 4000, never)
    expect(piece).toEqual({ startMs: 0, endMs: 4000, clips: [{ spans: [{ startMs: 0, endMs: 4000 }] }] })
  })

  test('a pause up to a second stays in the sound, of a longer one only the padding does', async () => {
    const short = await planPieces(
      [
        { startMs: 1000, endMs: 3000 },
        { startMs: 3900, endMs: 6000 },
      ],
      60_000,
      never,
    )
    expect(spansOf(short)).toEqual([{ startMs: 700, endMs: 6300 }])
    const long = await planPieces(
      [
        { startMs: 1000, endMs: 3000 },
        { startMs: 9000, endMs: 11_000 },
      ],
      60_000,
      never,
    )
    expect(spansOf(long)).toEqual([
      { startMs: 700, endMs: 3300 },
      { startMs: 8700, endMs: 11_300 },
    ])
    expect(long[0]!.clips).toHaveLength(1)
  })

  test('an hour of unbroken speech is cut where the caller says that it is quietest', async () => {
    const asked: [number, number][] = []
    const pieces = await planPieces([{ startMs: 0, endMs: 3_600_000 }], 3_600_000, async (from, to) => {
      asked.push([from, to])
      return from + 1234.5
    })
    const spans = spansOf(pieces)
    expect(spans.every((span) => span.endMs - span.startMs <= 28_000)).toBe(true)
    expect(spans.slice(1).every((span, i) => span.startMs === spans[i]!.endMs)).toBe(true)
    expect([spans[0]!.startMs, spans.at(-1)!.endMs]).toEqual([0, 3_600_000])
    expect(asked.every(([from, to]) => to - from === 8000)).toBe(true)
  })

  test.each([1, 2, 3, 4, 5])(
    'made-up meeting %i: nothing lost, nothing twice, in order, within the limits',
    async (seed) => {
      const { speech, durationMs } = madeUp(seed, 400)
      const middle = async (from: number, to: number): Promise<number> => (from + to) / 2
      const pieces = await planPieces(speech, durationMs, middle)
      expect(await planPieces(speech, durationMs, middle)).toEqual(pieces)

      const spans = spansOf(pieces)
      for (const [i, span] of spans.entries()) {
        expect(Number.isInteger(span.startMs) && Number.isInteger(span.endMs)).toBe(true)
        expect(span.endMs).toBeGreaterThan(span.startMs)
        expect(span.startMs).toBeGreaterThanOrEqual(spans[i - 1]?.endMs ?? 0)
      }
      expect(spans.at(-1)!.endMs).toBeLessThanOrEqual(durationMs)
      for (const { startMs, endMs } of speech) {
        const covered = spans.reduce(
          (sum, s) => sum + Math.max(0, Math.min(s.endMs, endMs) - Math.max(s.startMs, startMs)),
          0,
        )
        expect(covered).toBeCloseTo(endMs - startMs, 3)
      }
      for (const piece of pieces) {
        expect(piece.endMs - piece.startMs).toBeLessThanOrEqual(600_000)
        for (const clip of piece.clips) expect(heard(clip.spans)).toBeLessThanOrEqual(28_000)
      }
    },
  )
})
