import { loadConfig } from '../config.ts'
import type { runWorkerProcess } from '../processes/worker.ts'
import type { EngineEndpoint, EngineGate } from '../speech/gate.ts'
import { runJobs } from '../run-jobs.ts'

/**
 * The job worker in the test's process, with services of its own as the real one: a process takes a second of computing to
 * start, which is more than most tests. Tests that kill the worker have the real one, and so have browser tests with a program of their own (`processTest`).
 */
export const runWorkerHere: typeof runWorkerProcess = ({ env, log, onGone }) => {
  const stopping = new AbortController()
  let endpoint: EngineEndpoint | null = null
  let gate: EngineGate | null = null
  let ownName: string | null = null
  let running = true
  const ended = runJobs(loadConfig(env), log, {
    signal: stopping.signal,
    onReady: (name, its) => {
      ownName = name
      gate = its
      gate.set(endpoint)
    },
  }).finally(() => (running = false))
  ended.catch((error: unknown) => log.error({ err: error }, 'the worker failed'))
  return {
    send: (message) => {
      endpoint = message.endpoint
      gate?.set(endpoint)
    },
    isRunning: () => running,
    async stop() {
      stopping.abort()
      await ended
      if (ownName) await onGone(ownName)
    },
  }
}
