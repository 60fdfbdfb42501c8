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
const bare = ({ id, start, speaker, text }: Said): Said => ({ id, start, speaker, text })

/** In a thread: what people say is never looked at where chunks of recordings are taken. */
export function createNameThread<Output>(
  appRoot: string,
  { task, late }: { task: NameTask; late: () => Output },
): (input: { segments: readonly Said[] }) => Promise<Output> {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'name-guesser.js'))
  return async (input) => {
    const copied = { ...input, segments: input.segments.map(bare) }
    try {
      return (await inThread({ task, input: copied }, { deadlineMs })) as Output
    } catch (error) {
      if (error instanceof ThreadDeadline) return late()
      throw error
    }
  }
}

/** A text that nobody can get through has no names to offer; the transcript itself is as good as it was. */
export const createGuesser = (appRoot: string): Guesser =>
  createNameThread(appRoot, { task: 'guess', late: () => new Map() })
