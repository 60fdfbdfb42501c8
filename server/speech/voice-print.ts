import { AppError } from '../errors.ts'
import { runDiariser, windowAtMostMs, type DiarisationPair } from './diarise.ts'
import type { Span } from './vad.ts'
import type { Print } from './voices.ts'

/** A minute of sound is listened to; loading the models takes longer on a machine that is busy. */
const deadlineMs = 180_000

/**
 * What a voice sounds like, from where it is heard alone.
 * @param wav 16 kHz mono, or bare samples
 * @returns null: the stretches are too short
 * @throws AppError model_damaged, diarisation_failed; whatever the signal fires with
 */
export async function voicePrint(
  wav: string,
  {
    appRoot,
    models,
    spans,
    signal,
  }: { appRoot: string; models: DiarisationPair; spans: Span[]; signal: AbortSignal },
): Promise<Print | null> {
  const { voices } = await runDiariser(
    appRoot,
    { ...models, wav, alone: spans, speakers: null, atMost: false, threads: 1, windowMs: windowAtMostMs },
    { signal, deadlineMs },
  )
  const [voice] = voices
  if (!voice) throw new AppError('diarisation_failed', 'The voice could not be listened to.')
  return voice.embedding
}
