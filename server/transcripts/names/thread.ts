import { serveThread } from '../../processes/thread-end.ts'
import { verifyNames } from '../analysis/verify.ts'
import { guessNames } from './guess.ts'

const tasks = { guess: guessNames, verify: verifyNames }
export type NameTask = keyof typeof tasks

/** A thread of its own beside whoever asks; guesser.ts and analysis/name-verifier.ts start it. */
serveThread(({ task, input }: { task: NameTask; input: never }) => tasks[task](input))
