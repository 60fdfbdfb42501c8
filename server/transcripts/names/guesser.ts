import { join } from 'node:path'
import { createThread } from '../../processes/thread.ts'
import { guessNames, type Guessed, type Meeting } from './guess.ts'

/** Guesses names as `guessNames` does, and keeps nobody waiting meanwhile. */
export type Guesser = (meeting: Meeting) => Promise<Map<string, Guessed[]>>

/** Up to here it takes some milliseconds. Hours take half a second, in which no chunk of a recording would be taken. */
const shortSegments = 100
const shortCharacters = 40_000
/** Far beyond what a whole day of talk takes. */
const deadlineMs = 60_000

/** Long meetings go to a thread. */
export function createGuesser(appRoot: string): Guesser {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'name-guesser.js'))
  return async (meeting) => {
    const characters = meeting.segments.reduce((sum, { text }) => sum + text.length, 0)
    if (meeting.segments.length <= shortSegments && characters <= shortCharacters) return guessNames(meeting)
    // Words' times make a hundred times as much to copy, and say nothing of names.
    const segments = meeting.segments.map((one) => ({
      id: one.id,
      start: one.start,
      speaker: one.speaker,
      text: one.text,
    }))
    return (await inThread({ ...meeting, segments }, { deadlineMs })) as Map<string, Guessed[]>
  }
}
