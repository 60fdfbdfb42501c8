import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadQuestion, ThreadTask } from './thread.ts'

/** The thread's end of `createThread`: computes each thing that it is handed. */
export function serveThread(compute: (input: never) => unknown): void {
  const port = parentPort
  if (!port) throw new Error('this is the program of a thread, and nothing by itself')
  if (process.platform === 'linux')
    port.postMessage({ task: readlinkSync('/proc/thread-self') } satisfies ThreadTask)
  const answerTo = async ({ id, input }: ThreadQuestion): Promise<ThreadAnswer> => {
    try {
      return { id, output: await compute(input as never) }
    } catch (error) {
      return { id, error }
    }
  }
  port.on('message', (question: ThreadQuestion) => {
    void answerTo(question).then((answer) => port.postMessage(answer))
  })
}
