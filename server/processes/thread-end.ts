import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadQuestion } from './thread.ts'

/** The thread's end of `createThread`: computes each thing that it is handed. */
export function serveThread(compute: (input: never) => unknown): void {
  const port = parentPort
  if (!port) throw new Error('this is the program of a thread, and nothing by itself')
  port.on('message', ({ id, input }: ThreadQuestion) => {
    let answer: ThreadAnswer
    try {
      answer = { id, output: compute(input as never) }
    } catch (error) {
      answer = { id, error }
    }
    port.postMessage(answer)
  })
}
