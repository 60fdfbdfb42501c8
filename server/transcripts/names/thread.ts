import { parentPort } from 'node:worker_threads'
import { guessNames, type Meeting } from './guess.ts'

/** A thread of its own beside whoever asks; see guesser.ts, which starts it. */
parentPort!.on('message', ({ id, meeting }: { id: number; meeting: Meeting }) => {
  try {
    parentPort!.postMessage({ id, guesses: guessNames(meeting) })
  } catch (error) {
    parentPort!.postMessage({ id, error })
  }
})
