import { parentPort } from 'node:worker_threads'
import { guessNames, type Meeting } from './guess.ts'

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread is no window */

/** A thread of its own beside whoever asks; see guesser.ts, which starts it. */
parentPort!.on('message', ({ id, meeting }: { id: number; meeting: Meeting }) => {
  try {
    parentPort!.postMessage({ id, guesses: guessNames(meeting) })
  } catch (error) {
    parentPort!.postMessage({ id, error })
  }
})
