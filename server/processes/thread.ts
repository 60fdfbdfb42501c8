import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isMissing } from '../files/exists.ts'

/** What goes to the thread, and what comes back: `serveThread` (thread-end.ts) is the other end. */
export type ThreadQuestion = { id: number; input: unknown }
export type ThreadAnswer = { id: number; output: unknown } | { id: number; error: unknown }
/** The first thing that a thread says on Linux: its folder below /proc. */
export type ThreadTask = { task: string }

export type ThreadOptions = {
  signal?: AbortSignal
  /**
   * Of computing, from when its turn comes. A thread that has had less of a busy machine's processors gets longer, up to
   * `mostWaits` times as long; where the system does not tell what a thread has had, the clock alone counts.
   */
  deadlineMs: number
}

const mostWaits = 6

/** It computed for longer than it may; whoever asked says what that means. */
export class ThreadDeadline extends Error {
  constructor(ms: number) {
    super(`the thread was still at it after ${ms} ms of computing, or many times that by the clock`)
    this.name = 'ThreadDeadline'
  }
}

/** @returns what the program's function returned; the caller knows its type */
export type Thread = (input: unknown, options: ThreadOptions) => Promise<unknown>

type Turn = {
  question: ThreadQuestion
  deadlineMs: number
  /** By the clock, and by what the thread had computed before it. */
  began: { at: number; computedMs: number }
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
  let task: string | null = null
  let count = 0
  let current: Turn | null = null
  const waiting: Turn[] = []

  function start(): Worker {
    const worker = new Worker(file, memoryMb ? { resourceLimits: { maxOldGenerationSizeMb: memoryMb } } : {})
    worker.on('message', (answer: ThreadAnswer | ThreadTask) => {
      if ('task' in answer) {
        if (thread === worker) task = answer.task
        return
      }
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
    task = null
    current?.reject(reason)
    current = null
    next()
  }

  function next(): void {
    if (current) return
    current = waiting.shift() ?? null
    // One that has nothing to do keeps no process from ending.
    if (!current) return thread?.unref()
    current.began = { at: performance.now(), computedMs: computedMs(task) ?? 0 }
    watch(current, current.deadlineMs)
    thread ??= start()
    thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    thread.postMessage(current.question)
  }

  /** It has not yet said which thread it is: on a busy machine that alone may take long. */
  const isStarting = (): boolean => task === null && process.platform === 'linux'

  function watch(turn: Turn, ms: number): void {
    turn.timer = setTimeout(() => {
      const { deadlineMs, began } = turn
      const computed = isStarting() ? 0 : (computedMs(task) ?? Infinity) - began.computedMs
      if (computed < deadlineMs && performance.now() - began.at < mostWaits * deadlineMs)
        return watch(turn, Math.max(deadlineMs - computed, deadlineMs / 10))
      abandon(new ThreadDeadline(deadlineMs))
    }, ms)
  }

  return async (input, { signal, deadlineMs }) => {
    signal?.throwIfAborted()
    const question = { id: ++count, input }
    const began = { at: 0, computedMs: 0 }
    const turn: Turn = { question, deadlineMs, began, timer: null, resolve: () => {}, reject: () => {} }
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

/** Processor time that a thread has had; null: not known, or it has ended. */
function computedMs(task: string | null): number | null {
  if (task === null) return null
  try {
    const stat = readFileSync(join('/proc', task, 'stat'), 'utf8')
    // After the program's name: utime and stime are fields 14 and 15, in hundredths of a second (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch (error) {
    if (isMissing(error) || hasEnded(error)) return null
    throw error
  }
}

const hasEnded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ESRCH'
