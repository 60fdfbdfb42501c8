import { exists } from '../../files/exists.ts'
import { readClock, type Captured } from '../../recordings/service.ts'
import { bytesOf, elapsedAtStop, type Epoch } from '../capture/epochs.ts'
import { decodedFile } from '../capture/decoded-sound.ts'

/** What became of the decoded sound of a recording when it ended. */
export type DecodeResult = {
  /** All that came was decoded. */
  whole: boolean
  durationMs: number
  parts: { epoch: number; startMs: number }[]
}

/** How long each epoch is; null: not all of them were decoded to their end, in their order. */
export function decodedLengths(heard: DecodeResult | null, filled: Epoch[]): Map<number, number> | null {
  if (!heard?.whole || heard.parts.length !== filled.length) return null
  const { parts, durationMs } = heard
  if (parts.some(({ epoch }, i) => epoch !== filled[i]!.number)) return null
  return new Map(
    parts.map(({ epoch, startMs }, i) => [epoch, (parts[i + 1]?.startMs ?? durationMs) - startMs]),
  )
}

/** What lies between the parts of a recording, as the pages' clocks say. @param durations of the parts, by their numbers */
export function breaksOf(
  epochs: Epoch[],
  durations: ReadonlyMap<number, number>,
): ReturnType<typeof readClock> {
  const ms = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000)
  return readClock(
    epochs.map(({ number, recorder, elapsed, paused, pausedAtEnd, chunks }) => ({
      clock: recorder,
      elapsedMs: ms(elapsed),
      pausedMs: ms(paused),
      pausedAtEndMs: ms(pausedAtEnd),
      durationMs: durations.get(number) ?? 0,
      chunks: chunks.length,
    })),
  )
}

/** How far the parts of a recording under way have been decoded: the last one goes on. @param parts in order */
export function lengthsSoFar(parts: DecodeResult['parts']): Map<number, number> {
  return new Map(parts.map(({ epoch, startMs }, i) => [epoch, (parts[i + 1]?.startMs ?? startMs) - startMs]))
}

/**
 * What the recording gets beside its sound: what was decoded as it came, and what the pages' clocks say is missing.
 *
 * Where it was not ended by its own recorder (by the silence after a crash, by another device) nobody has said what the
 * clock showed at the end. Then it is what it showed when the last part began, and that part's sound: the recording up to
 * the last sound that came, with all that is missing before, and with nothing said of what may be missing after.
 * @param made of these epochs (in order) and their lengths; null: the sound is a client's whole copy
 */
export async function capturedFacts(
  pieces: string,
  made: { epochs: Epoch[]; durations: ReadonlyMap<number, number> } | null,
  heard: DecodeResult | null,
): Promise<Captured> {
  const file = decodedFile(pieces)
  const filled = made?.epochs.filter((epoch) => bytesOf(epoch) > 0) ?? []
  const known = made && decodedLengths(heard, filled)
  const decoded = (await exists(file)) ? { file, durationMs: known ? heard!.durationMs : null } : null
  // Where there is only one part nobody has measured it.
  const durations = known ?? made?.durations ?? new Map<number, number>()
  const { aheadMs, endMs: reachedMs, ...breaks } = breaksOf(filled, durations)
  const atStop = await elapsedAtStop(pieces)
  const last = filled.at(-1)
  const lastMs = last && durations.get(last.number)
  // Of two devices at once nobody knows whose clock said when it stopped: what there is ends with the last of them.
  const endMs =
    breaks.takes.length > 0
      ? reachedMs + aheadMs
      : atStop !== null
        ? atStop * 1000
        : last?.elapsed != null && lastMs !== undefined
          ? last.elapsed * 1000 + lastMs
          : null
  return { ...(endMs !== null && { elapsedMs: Math.max(0, endMs - aheadMs) }), decoded, ...breaks }
}
