import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { guessNames, type Guessed, type Meeting } from './guess.ts'

/** Guesses names as `guessNames` does, and keeps nobody waiting meanwhile. */
export type Guesser = (meeting: Meeting) => Promise<Map<string, Guessed[]>>

/** Up to here it takes some milliseconds. Hours take half a second, in which no chunk of a recording would be taken. */
const shortSegments = 100

type Answer = { id: number } & ({ guesses: Map<string, Guessed[]> } | { error: unknown })
type Open = { resolve: (guesses: Map<string, Guessed[]>) => void; reject: (error: unknown) => void }

/** Long meetings go to a thread that is started when it is first needed, and again should it ever end. */
export function createGuesser(appRoot: string): Guesser {
  let thread: Worker | null = null
  let count = 0
  const open = new Map<number, Open>()

  function start(): Worker {
    const worker = new Worker(join(appRoot, 'dist', 'server', 'name-guesser.js'))
    const settled = (): void => void (open.size === 0 && worker.unref())
    worker.on('message', (answer: Answer) => {
      const asked = open.get(answer.id)
      open.delete(answer.id)
      settled()
      if ('error' in answer) asked?.reject(answer.error)
      else asked?.resolve(answer.guesses)
    })
    const end = (error: Error): void => {
      if (thread !== worker) return
      thread = null
      for (const { reject } of open.values()) reject(error)
      open.clear()
    }
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`the thread that guesses names ended with ${code}`)))
    return worker
  }

  return async (meeting) => {
    if (meeting.segments.length <= shortSegments) return guessNames(meeting)
    const worker = (thread ??= start())
    const id = ++count
    // Words' times make a hundred times as much to copy, and say nothing of names.
    const segments = meeting.segments.map((one) => ({
      id: one.id,
      start: one.start,
      speaker: one.speaker,
      text: one.text,
    }))
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject })
      worker.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage({ id, meeting: { ...meeting, segments } })
    })
  }
}
