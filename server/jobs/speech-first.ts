import type { Db } from '../db/open.ts'
import { before, isSmall, type Lane } from './lanes.ts'
import { hasWork, stepsOf } from './queue.ts'

/** The step of a job that computes nothing until there is an engine, which may be hours away. */
export const waitingForEngine = 'Waiting for the speech engine'

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
  return (await computes(db, before('asked', { small: true }))) ? 'transcription' : null
}

/** Whether work of these lanes is under way or about to be: behind a job that waits for the engine nothing begins. */
async function computes(db: Db, lanes: readonly Lane[]): Promise<boolean> {
  const running = await stepsOf(db.read, lanes)
  if (running.some(({ step }) => step !== waitingForEngine)) return true
  const waiting = new Set(running.map(({ lane }) => lane))
  return hasWork(
    db.read,
    lanes.filter((lane) => !waiting.has(lane)),
  )
}
