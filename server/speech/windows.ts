import { sampleRate } from './audio.ts'
import type { Span } from './vad.ts'

/** A cut may lie so far from where it would be even. */
export const cutAroundMs = 20_000
/** The quietest stretch of this length is cut in its middle. */
const stretchMs = 400
const frameMs = 20

/**
 * Cuts a long recording into windows of about the same length that are looked at one after the other, where nobody speaks if
 * that can be.
 * @param mostMs a window's length, give or take the search
 * @param read 16 kHz samples
 */
export async function planWindows(
  durationMs: number,
  mostMs: number,
  read: (fromMs: number, toMs: number) => Promise<Int16Array>,
): Promise<Span[]> {
  const count = Math.max(1, Math.ceil(durationMs / mostMs))
  const around = Math.min(cutAroundMs, durationMs / count / 4)
  const cuts = [0]
  for (let i = 1; i < count; i++) {
    const even = (durationMs * i) / count
    const from = Math.max(0, even - around)
    cuts.push(from + quietest(await read(from, even + around)))
  }
  cuts.push(durationMs)
  return cuts.slice(1).map((endMs, i) => ({ startMs: cuts[i]!, endMs }))
}

/** The middle of the quietest stretch, in milliseconds from the start of the samples. */
export function quietest(samples: Int16Array): number {
  const frame = (sampleRate / 1000) * frameMs
  const width = stretchMs / frameMs
  const energies = Array.from({ length: Math.floor(samples.length / frame) }, (_, i) =>
    samples.subarray(i * frame, (i + 1) * frame).reduce((sum, value) => sum + value * value, 0),
  )
  const middle = energies.length / 2
  let best = { at: middle, energy: Infinity, away: Infinity }
  let energy = 0
  for (const [i, added] of energies.entries()) {
    energy += added - (energies[i - width] ?? 0)
    if (i + 1 < width) continue
    const at = i + 1 - width / 2
    const away = Math.abs(at - middle)
    // Digital silence is the same everywhere: the nearest then.
    if (energy < best.energy || (energy === best.energy && away < best.away)) best = { at, energy, away }
  }
  return best.at * frameMs
}
