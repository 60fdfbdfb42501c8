import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Log } from '../log.ts'
import type { EngineEndpoint } from '../speech/gate.ts'

/** What the server tells its worker over their channel. */
export type WorkerMessage = { type: 'engine'; endpoint: EngineEndpoint | null }

/** What the worker tells the server: under which name it claims jobs. */
export const workerHello = z.object({ type: z.literal('hello'), name: z.string() })

export type WorkerProcess = {
  send(message: WorkerMessage): void
  isRunning(): boolean
  stop(): Promise<void>
}

const graceMs = 15_000
const backOff = { firstMs: 200, lastMs: 30_000, forgiveAfterMs: 60_000 }

/**
 * Keeps the job worker running, a Node process of its own. It ends when this process does, since their channel closes.
 * @param options.onGone told the name under which a worker held jobs, after it ended
 */
export function runWorkerProcess(options: {
  appRoot: string
  env: Record<string, string>
  log: Log
  onGone: (name: string) => Promise<void>
}): WorkerProcess {
  let child: ChildProcess | null = null
  let last: WorkerMessage | null = null
  const stopping = new AbortController()

  async function runOnce(): Promise<void> {
    const started = fork(join(options.appRoot, 'dist', 'server', 'worker.js'), [], {
      env: options.env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = started
    let name: string | null = null
    started.on('message', (message) => {
      const hello = workerHello.safeParse(message)
      if (!hello.success) return options.log.error({ message }, 'the worker said something unknown')
      name = hello.data.name
      if (last) started.send(last)
    })
    await new Promise<void>((resolve) => {
      started.on('exit', () => resolve())
      started.on('error', (error) => {
        options.log.error({ err: error }, 'the worker process failed')
        // Also comes when a message could not be sent to a living one; only a failed start is its end.
        if (started.pid === undefined) resolve()
      })
    })
    child = null
    if (name) await options.onGone(name)
  }

  async function keepRunning(): Promise<void> {
    let wait = backOff.firstMs
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      // Jobs that could not be taken back now are when their lease runs out.
      await runOnce().catch((error: unknown) =>
        options.log.error({ err: error }, 'the worker could not be run'),
      )
      if (stopping.signal.aborted) return
      options.log.warn({ againInMs: wait }, 'the worker ended and is started again')
      if (Date.now() - startedAt > backOff.forgiveAfterMs) wait = backOff.firstMs
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined) // stopped meanwhile
      wait = Math.min(wait * 2, backOff.lastMs)
    }
  }
  const running = keepRunning()

  return {
    send(message) {
      last = message
      if (child?.connected) child.send(message)
    },
    isRunning: () => child !== null,
    async stop() {
      stopping.abort()
      const mine = child
      mine?.kill('SIGTERM')
      const timer = setTimeout(() => mine?.kill('SIGKILL'), graceMs)
      await running
      clearTimeout(timer)
    },
  }
}
