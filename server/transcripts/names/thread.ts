import { serveThread } from '../../processes/thread-end.ts'
import { guessNames } from './guess.ts'

/** A thread of its own beside whoever asks; see guesser.ts, which starts it. */
serveThread(guessNames)
