import { join } from 'node:path'
import { createThread, ThreadDeadline } from '../../processes/thread.ts'
import type { Guessed, Meeting } from './guess.ts'
import type { Said } from './meeting.ts'
import type { NameTask } from './thread.ts'

/** Guesses names as `guessNames` does, and keeps nobody waiting meanwhile. */
export type Guesser = (meeting: Meeting) => Promise<Map<string, Guessed[]>>

/** Beyond what a whole day of talk takes. */
const deadlineMs = 10_000

/** Words' times make a hundred times as much to copy, and say nothing of names. */
export const bare = ({ id, start, speaker, text }: Said): Said => ({ id, start, speaker, text })

/** In a thread: what people say is never looked at where chunks of recordings are taken. */
export function createGuesser(appRoot: string): Guesser {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'name-guesser.js'))
  return async (meeting) => {
    const input = { ...meeting, segments: meeting.segments.map(bare) }
    try {
      return (await inThread({ task: 'guess' satisfies NameTask, input }, { deadlineMs })) as Map<
        string,
        Guessed[]
      >
    } catch (error) {
      // A text that nobody can get through has no names to offer; the transcript itself is as good as it was.
      if (error instanceof ThreadDeadline) return new Map()
      throw error
    }
  }
}
