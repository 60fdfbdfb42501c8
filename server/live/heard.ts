import { exists } from '../files/exists.ts'
import { readClock, type Captured } from '../recordings/service.ts'
import { bytesOf, elapsedAtStop, type Epoch } from './epochs.ts'
import { decodedFile } from './sound.ts'

/** What became of the decoded sound of a recording when it ended. */
export type Heard = {
  /** All that came was decoded. */
  whole: boolean
  durationMs: number
  parts: { epoch: number; startMs: number }[]
}

/** How long each epoch is; null: not all of them were decoded to their end, in their order. */
export function heardLengths(heard: Heard | null, filled: Epoch[]): Map<number, number> | null {
  if (!heard?.whole || heard.parts.length !== filled.length) return null
  const { parts, durationMs } = heard
  if (parts.some(({ epoch }, i) => epoch !== filled[i]!.number)) return null
  return new Map(
    parts.map(({ epoch, startMs }, i) => [epoch, (parts[i + 1]?.startMs ?? durationMs) - startMs]),
  )
}

/**
 * What the recording gets beside its sound: what was decoded as it came, and what the pages' clocks say is missing.
 * @param made of these epochs (in order) and their lengths; null: the sound is a client's whole copy
 */
export async function capturedFacts(
  pieces: string,
  made: { epochs: Epoch[]; durations: ReadonlyMap<number, number> } | null,
  heard: Heard | null,
): Promise<Captured> {
  const elapsed = await elapsedAtStop(pieces)
  const file = decodedFile(pieces)
  const filled = made?.epochs.filter((epoch) => bytesOf(epoch) > 0) ?? []
  const whole = made !== null && heardLengths(heard, filled) !== null
  const decoded = (await exists(file)) ? { file, durationMs: whole ? heard!.durationMs : null } : null
  const { gaps, aheadMs } = readClock(
    filled.map(({ number, recorder, elapsed: seconds }) => ({
      clock: recorder,
      elapsedMs: seconds === null ? null : seconds * 1000,
      durationMs: made!.durations.get(number) ?? 0,
    })),
  )
  return { ...(elapsed !== null && { elapsedMs: Math.max(0, elapsed * 1000 - aheadMs) }), decoded, gaps }
}
