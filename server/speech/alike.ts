import { openSamples, sampleRate } from './audio.ts'

const looks = 24
const lookMs = 4000
const frameMs = 50
/** Of the loudness, how much may lie elsewhere: the same words a third of a second later are far beyond it. */
const mostApart = 0.15

/**
 * Whether two files of ours hold the same sound at the same times, up to `untilMs`: joining parts anew moves it by some
 * hundredths of a second at most. Looks at places all over, by loudness.
 */
export async function soundsAlike(one: string, other: string, untilMs: number): Promise<boolean> {
  const [a, b] = [await openSamples(one), await openSamples(other)]
  try {
    if (Math.min(a.durationMs, b.durationMs) < untilMs - 300) return false
    let apart = 0
    let sum = 0
    for (let look = 0; look < looks; look++) {
      const at = (Math.max(0, untilMs - lookMs) * look) / (looks - 1)
      const [left, right] = [loudness(await a.read(at, at + lookMs)), loudness(await b.read(at, at + lookMs))]
      for (let i = 0; i < Math.min(left.length, right.length); i++) {
        apart += Math.abs(left[i]! - right[i]!)
        sum += left[i]! + right[i]!
      }
    }
    return apart <= sum * mostApart
  } finally {
    await a.close()
    await b.close()
  }
}

function loudness(samples: Int16Array): number[] {
  const frame = (sampleRate / 1000) * frameMs
  return Array.from({ length: Math.floor(samples.length / frame) }, (_, i) => {
    let energy = 0
    for (let at = i * frame; at < (i + 1) * frame; at++) energy += samples[at]! ** 2
    return Math.sqrt(energy / frame)
  })
}
