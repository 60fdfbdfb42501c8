import { Worker } from 'node:worker_threads'

/** What goes to the thread, and what comes back: `serveThread` (thread-end.ts) is the other end. */
export type ThreadQuestion = { id: number; input: unknown }
export type ThreadAnswer = { id: number; output: unknown } | { id: number; error: unknown }

export type ThreadOptions = {
  signal?: AbortSignal
  /** From when its turn comes. */
  deadlineMs: number
}

/** It computed for longer than it may; whoever asked says what that means. */
export class ThreadDeadline extends Error {
  constructor(ms: number) {
    super(`the thread was still computing after ${ms} ms`)
    this.name = 'ThreadDeadline'
  }
}

/** @returns what the program's function returned; the caller knows its type */
export type Thread = (input: unknown, options: ThreadOptions) => Promise<unknown>

type Turn = {
  question: ThreadQuestion
  deadlineMs: number
  timer: NodeJS.Timeout | null
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Computes in a thread, so that the process that asks goes on meanwhile: one thing after the other, in a thread that is
 * started when it is first needed, and again should it ever end. What takes too long or is no longer wanted ends with its
 * thread: nothing else stops what computes.
 * @param file the thread's program, which calls `serveThread`
 * @param limits.memoryMb what needs more ends with its thread; absent: as much as there is
 */
export function createThread(file: string, { memoryMb }: { memoryMb?: number } = {}): Thread {
  let thread: Worker | null = null
  let count = 0
  let current: Turn | null = null
  const waiting: Turn[] = []

  function start(): Worker {
    const worker = new Worker(file, memoryMb ? { resourceLimits: { maxOldGenerationSizeMb: memoryMb } } : {})
    worker.on('message', (answer: ThreadAnswer) => {
      if (current?.question.id !== answer.id) return
      if ('error' in answer) current.reject(answer.error)
      else current.resolve(answer.output)
      current = null
      next()
    })
    const ended = (error: Error): void => {
      if (thread === worker) abandon(error)
    }
    worker.on('error', ended)
    worker.on('exit', (code) => ended(new Error(`the thread ${file} ended with ${code}`)))
    return worker
  }

  /** Gives up the thread and what it was at. */
  function abandon(reason: unknown): void {
    void thread?.terminate()
    thread = null
    current?.reject(reason)
    current = null
    next()
  }

  function next(): void {
    if (current) return
    current = waiting.shift() ?? null
    // One that has nothing to do keeps no process from ending.
    if (!current) return thread?.unref()
    const { question, deadlineMs } = current
    current.timer = setTimeout(() => abandon(new ThreadDeadline(deadlineMs)), deadlineMs)
    thread ??= start()
    thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    thread.postMessage(question)
  }

  return async (input, { signal, deadlineMs }) => {
    signal?.throwIfAborted()
    const question = { id: ++count, input }
    const turn: Turn = { question, deadlineMs, timer: null, resolve: () => {}, reject: () => {} }
    const unwanted = (): void => {
      if (current === turn) return abandon(signal?.reason)
      const at = waiting.indexOf(turn)
      if (at !== -1) waiting.splice(at, 1)
      turn.reject(signal?.reason)
    }
    signal?.addEventListener('abort', unwanted, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        Object.assign(turn, { resolve, reject })
        waiting.push(turn)
        next()
      })
    } finally {
      if (turn.timer) clearTimeout(turn.timer)
      signal?.removeEventListener('abort', unwanted)
    }
  }
}
