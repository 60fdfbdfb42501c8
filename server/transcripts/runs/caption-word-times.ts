import { openSamples } from '../../speech/audio.ts'
import { spreadWords } from '../../speech/spread.ts'
import type { LiveRow } from './captions-store.ts'
import type { StoredSegment } from '../store.ts'
import { wordsOf } from '../versions/edited-word-times.ts'

/**
 * Live segments with times for their words, from where there is sound in them. The live pass knows how sure it is of no
 * word, only that two passes agreed: they count as certain.
 * @param sound the recording as the engine hears it
 */
export async function withWordTimes(rows: LiveRow[], sound: string): Promise<StoredSegment[]> {
  const samples = await openSamples(sound)
  const segments: StoredSegment[] = []
  try {
    for (const { start_ms: startMs, end_ms: endMs, text } of rows) {
      const seconds = (endMs - startMs) / 1000
      const words = wordsOf(text).map((word) => ({ text: word, start: 0, end: seconds, confidence: 1 }))
      const timed = spreadWords(words, await samples.read(startMs, endMs), 0, seconds)
      segments.push({
        startMs,
        endMs,
        text,
        words: timed.map((word) => ({
          text: word.text,
          startMs: startMs + word.start * 1000,
          endMs: startMs + word.end * 1000,
          confidence: word.confidence,
        })),
      })
    }
  } finally {
    await samples.close()
  }
  return segments
}
