import { serveThread } from '../../processes/thread-end.ts'
import { tasks, type Tasks } from './tasks.ts'

/** A thread of its own beside whoever asks; see reader.ts, which starts it. */
serveThread(({ task, input }: { task: keyof Tasks; input: never }) => tasks[task](input))
