import { exists } from '../files/exists.ts'
import { gapsBetween, type Captured } from '../recordings/service.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { measureSound } from '../speech/join.ts'
import { bytesOf, elapsedAtStop, soundFile, type Epoch } from './epochs.ts'
import { decodedFile } from './sound.ts'

/** What became of the decoded sound of a recording when it ended. */
export type Heard = {
  /** All that came was decoded. */
  whole: boolean
  durationMs: number
  parts: { epoch: number; startMs: number }[]
}

/**
 * What the recording gets beside its sound: what was decoded as it came, and what the page's clock says is missing.
 * @param ofEpochs null: the sound is not what came in epochs but a client's whole copy
 */
export async function capturedFacts(
  ffmpeg: () => Promise<Ffmpeg>,
  pieces: string,
  ofEpochs: Epoch[] | null,
  heard: Heard | null,
): Promise<Captured> {
  const elapsed = await elapsedAtStop(pieces)
  const facts = elapsed === null ? {} : { elapsedMs: elapsed * 1000 }
  const file = decodedFile(pieces)
  const whole = ofEpochs !== null && heard?.whole === true
  const decoded = (await exists(file)) ? { file, durationMs: whole ? heard.durationMs : null } : null
  if (ofEpochs === null) return { ...facts, decoded, gaps: [] }
  const filled = ofEpochs.filter((epoch) => bytesOf(epoch) > 0)
  const durations = whole ? lengths(heard) : await measured(ffmpeg, pieces, filled)
  const parts = filled.map(({ number, elapsed: seconds }) => ({
    elapsedMs: seconds === null ? null : seconds * 1000,
    durationMs: durations.get(number) ?? 0,
  }))
  return { ...facts, decoded, gaps: gapsBetween(parts) }
}

function lengths({ parts, durationMs }: Heard): Map<number, number> {
  return new Map(
    parts.map(({ epoch, startMs }, i) => [epoch, (parts[i + 1]?.startMs ?? durationMs) - startMs]),
  )
}

/** Only where it matters: how long the last part is changes nothing between parts. */
async function measured(
  ffmpeg: () => Promise<Ffmpeg>,
  pieces: string,
  epochs: Epoch[],
): Promise<Map<number, number>> {
  const durations = new Map<number, number>()
  if (epochs.every(({ elapsed }) => elapsed === null)) return durations
  for (const { number } of epochs.slice(0, -1))
    durations.set(number, await measureSound(await ffmpeg(), soundFile(pieces, number)))
  return durations
}
