import type { Db } from '../db/open.ts'
import { before, isSmall } from './lanes.ts'
import { hasWork } from './queue.ts'

export type SmallMachine = {
  /** Speech is at work that is no job: a meeting is being recorded. */
  isSpeechLive: () => Promise<boolean>
}

/** null: it is large enough for speech and language at once. */
export const smallMachine = (
  languageIsHere: boolean,
  isSpeechLive: SmallMachine['isSpeechLive'],
): SmallMachine | null => (isSmall(languageIsHere) ? { isSpeechLive } : null)

/** `recording`: a meeting is being recorded; `transcription`: a job of speech waits or runs. */
export type SpeechAtWork = 'recording' | 'transcription'

/**
 * The speech that work of the language model waits for, a job's and a question's alike; null: it may begin.
 * @param small null: the machine is large enough for both at once
 */
export async function speechAtWork(
  db: Db,
  small: SmallMachine | null | undefined,
): Promise<SpeechAtWork | null> {
  if (!small) return null
  if (await small.isSpeechLive()) return 'recording'
  return (await hasWork(db.read, before('asked', { small: true }))) ? 'transcription' : null
}
