import { join } from 'node:path'
import { createThread, ThreadDeadline } from '../../processes/thread.ts'
import type { Guessed, Meeting } from './guess.ts'

/** Guesses names as `guessNames` does, and keeps nobody waiting meanwhile. */
export type Guesser = (meeting: Meeting) => Promise<Map<string, Guessed[]>>

/** Beyond what a whole day of talk takes. */
const deadlineMs = 10_000

/** In a thread: what people say is never looked at where chunks of recordings are taken. */
export function createGuesser(appRoot: string): Guesser {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'name-guesser.js'))
  return async (meeting) => {
    // Words' times make a hundred times as much to copy, and say nothing of names.
    const segments = meeting.segments.map((one) => ({
      id: one.id,
      start: one.start,
      speaker: one.speaker,
      text: one.text,
    }))
    try {
      return (await inThread({ ...meeting, segments }, { deadlineMs })) as Map<string, Guessed[]>
    } catch (error) {
      // A text that nobody can get through has no names to offer; the transcript itself is as good as it was.
      if (error instanceof ThreadDeadline) return new Map()
      throw error
    }
  }
}
